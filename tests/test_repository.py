"""What must never stand in a file of this repository."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))

# The Content-Security-Policy refuses the first three; the others make htmx evaluate text as code.
FORBIDDEN = {
    "inline style": r"<style|\sstyle\s*=",
    "inline script": r"<script(?![^>]*\ssrc=)[^>]*>",
    "inline handler": r"\son[a-z]+\s*=",
    "htmx handler": r"\bhx-on\b",
    "htmx code": r"""=\s*["']\s*js:|javascript:""",
    "htmx event filter": r"hx-trigger\s*=\s*[\"'][^\"']*\[",
}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_need_no_inline_code(template):
    text = template.read_text(encoding="utf-8")
    assert [name for name, pattern in FORBIDDEN.items() if re.search(pattern, text)] == []


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


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_shows_or_names_as_a_link_exists(document):
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
