"""What must never stand in a file of this repository."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tiebreaks.facts.disciplines import DISCIPLINES
from tournaments.domain.disciplines import RULES, Discipline

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
GROWING = {"decisions", "migrations", "vendor", "flags", "icons"}

# The Content-Security-Policy refuses the first three; the next make htmx evaluate text as code. JSON is no code. What
# needs no escape says so in Python, where ruff asks for a reason.
FORBIDDEN = {
    "inline style": r"<style|\sstyle\s*=",
    "inline script": r"<script(?![^>]*\s(?:src=|type=\"application/ld\+json\"))[^>]*>",
    "inline handler": r"\son[a-z]+\s*=",
    "htmx handler": r"\bhx-on\b",
    "htmx code": r"""=\s*["']\s*js:|javascript:""",
    "htmx event filter": r"hx-trigger\s*=\s*[\"'][^\"']*\[",
    "text that is not escaped": r"\|\s*safe(seq)?\b|\bautoescape\b",
}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_need_no_inline_code(template):
    text = template.read_text(encoding="utf-8")
    assert [name for name, pattern in FORBIDDEN.items() if re.search(pattern, text)] == []


def test_no_view_reads_or_writes_a_header_of_htmx_by_hand():
    """`request.htmx` and the functions of django-htmx do it; that answers vary by the header is said to caches."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "tournaments").rglob("*.py")}
    by_hand = {name: re.findall(r"HX-[\w-]+|HTTP_HX\w+", text) for name, text in texts.items()}
    assert {name: found for name, found in by_hand.items() if found} == {"conditional.py": ["HX-Request"]}


def test_lines_of_templates_are_short():
    lines = [
        (template.name, number)
        for template in TEMPLATES
        for number, line in enumerate(template.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 140
    ]
    assert lines == []


@pytest.mark.parametrize("requirements", REQUIREMENTS, ids=lambda path: path.name)
def test_requirements_are_pinned_with_hashes_and_name_no_host(requirements):
    text = requirements.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^--(index|extra|find|trusted)", text, re.MULTILINE)
    for block in re.split(r"\n(?=\w)", text.strip()):
        assert re.match(r"[\w.-]+==\S+ ", block), block[:80]
        assert "--hash=sha256:" in block, block[:80]


def test_the_tests_run_on_what_is_served():
    run, dev = (
        {*re.findall(r"^[\w.-]+==\S+", (ROOT / "requirements" / f"{name}.txt").read_text(), re.MULTILINE)}
        for name in ("run", "dev")
    )
    assert run <= dev


GUIDES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "manual").rglob("*.md"))]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *GUIDES, *sorted((ROOT / "docs" / "decisions").glob("*.md"))]
PICTURES = ROOT / "docs" / "screenshots"
INDEX = ROOT / "docs" / "decisions.md"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_documents_lead_to_files(document):
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_named_in_documents_exist(document):
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = [path for path in re.findall(r"`([\w.-]+/[\w.@/-]*)`", text) if not re.search(r"^var/|[A-Z]{4}", path)]
    for path in named:
        top = path.partition("/")[0]
        for root in (ROOT, ROOT / "tournaments"):  # architecture.md leaves out `tournaments/` where it is plain
            if (root / top).is_dir():
                assert (root / path).exists(), path


def test_only_the_pictures_that_documents_show_are_kept():
    texts = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    assert [path.name for path in PICTURES.iterdir() if f"screenshots/{path.name})" not in texts] == []


def list_settings(document):
    section = re.search(r"^## Settings\n(.*?)^## ", (ROOT / document).read_text(encoding="utf-8"), re.M | re.S)[1]
    rows = re.findall(r"^\| (`[A-Z].*?) \|", section, re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_setting_is_listed():
    listed = list_settings("docs/deploy.md")
    assert list_settings("README.md") == {"HOST", "PORT", "PUBLIC_URL", "SECRET_KEY", "DATABASE_URL"} & listed
    calls = ((ROOT / "config" / f"{name}.py").read_text(encoding="utf-8") for name in ("settings", "environment"))
    read = {name for text in calls for name in re.findall(r'\w\(\s*"([A-Z_]+)"', text)}
    for path in (ROOT / "tournaments").rglob("*.py"):
        read |= set(re.findall(r'environ\.get\(\s*"([A-Z_]+)"', path.read_text(encoding="utf-8")))
    assert listed == read


def test_decisions_are_numbered_without_gaps():
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    for name in names:
        first = (ROOT / "docs" / "decisions" / name).read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith(f"# {int(name[:4])}. "), name


def test_every_decision_has_a_status_and_a_place_in_the_index():
    """What is replaced is named in the head, and what it names exists."""
    paths = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for path in paths:
        status = re.search(
            r"^\*\*Status:\*\* (accepted|replaced)\b.*?(?=\n\n)", path.read_text(encoding="utf-8"), re.M | re.S
        )
        assert status, path.name
        assert {int(number) for number in re.findall(r"decisions? (\d+)", status[0])} <= set(range(1, len(paths) + 1))
    listed = re.findall(
        r"^\* \[(\d+)\]\(decisions/(\d{4}-[\w-]+\.md)\) (.+)$", INDEX.read_text(encoding="utf-8"), re.MULTILINE
    )
    titles = [path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ") for path in paths]
    assert sorted((name, f"{number}. {title}") for number, name, title in listed) == [
        (path.name, title) for path, title in zip(paths, titles, strict=True)
    ]


def test_each_game_has_its_row_in_the_cores_and_in_the_application():
    assert list(DISCIPLINES) == [game.value for game in RULES] == Discipline.values
    for game, rules in RULES.items():
        assert rules.has_scores == (rules.score_range is not None), game
        assert rules.allows_teams == bool(rules.traits.team_orders), game


def test_only_the_tables_of_disciplines_compare_games():
    """What a game has is asked of its rows, so that another game is another row in the cores and in the application."""
    game = r"""(["'](chess|scrabble|petanque)["']|Discipline\.[A-Z]+)"""
    compared = rf"([!=]=|\bin\b)\s*[({{\[]*\s*{game}|{game}\s*[!=]="
    code = (path for package in ("tournaments", "pairing", "tiebreaks") for path in (ROOT / package).rglob("*.py"))
    files = [*TEMPLATES, *sorted(code)]
    names = [path.name for path in files if re.search(compared, path.read_text(encoding="utf-8"))]
    assert names == []


def test_no_file_is_tracked_that_git_ignores():
    """Links to a virtual environment, compiled translations and databases are made again on every machine."""
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout.splitlines() == []


def test_no_folder_has_more_than_thirty_files():
    """But for records that only grow: decisions, and migrations."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    folders = Counter(Path(name).parent for name in listed)
    crowded = {str(folder): count for folder, count in folders.items() if count > 30 and folder.name not in GROWING}
    assert crowded == {}
