"""A whole event as plain files: what they hold, where links lead, what stays hidden, and how they are made.

tests/browser/exchange/test_sites.py opens them without a server.
"""

import io
import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone, translation

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.factories import make_event, person
from tests.site.imports import import_teams
from tournaments.access.reader import staff_reader
from tournaments.actions.accounts.privacy import erase_player, show_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.static_sites import request_site
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Job, Player, Round, StaticSite
from tournaments.operation.bounded_cache import clear_caches
from tournaments.operation.job_kinds import STATIC_SITE
from tournaments.queries.standings.standings import read_standings
from tournaments.static_site import building
from tournaments.static_site.building import delete_old_sites
from tournaments.static_site.files import build_files, write_zip
from tournaments.static_site.links import relink_page
from tournaments.worker import carry_out_all

pytestmark = pytest.mark.django_db

KNOWN = {"/e/x/": "index.html", "/e/x/?after=2": "after/2.html", "/e/x/player/3/why/BH-C1/": "player/3.html#why-BH-C1"}


@pytest.mark.parametrize(
    ("path", "href", "becomes"),
    [
        ("index.html", "/e/x/?after=2", ' href="after/2.html"'),
        ("after/2.html", "/e/x/", ' href="../index.html"'),
        ("after/2.html", "/e/x/#p7", ' href="../index.html#p7"'),
        ("player/3.html", "/e/x/player/3/why/BH-C1/", ' href="#why-BH-C1"'),
        ("compare/1-3.html", "/e/x/player/3/why/BH-C1/", ' href="../player/3.html#why-BH-C1"'),
        ("after/2.html", "file:assets/style.css", ' href="../assets/style.css"'),
        ("index.html", "#content", ' href="#content"'),
        ("index.html", "/e/x/desk/", ""),
        ("index.html", "https://elsewhere.example/", ""),
        ("index.html", "?format=json", ""),
    ],
)
def test_a_link_leads_to_a_file_or_nowhere(path, href, becomes):
    assert relink_page(f'<a href="{href}">x</a>', path, KNOWN) == f"<a{becomes}>x</a>"


@pytest.fixture
def event():
    event = make_event()
    for board in (1, 2, 3):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    event.refresh_from_db()
    return event


@pytest.fixture(scope="module")
def built():
    """Return where the files of `event` are kept for all tests that only read them."""
    return {}


@pytest.fixture
def site_files(event, built):
    """Return the files of `event` by path."""
    if not built:
        built.update(build_files(event))
    return built


def pages_of(event):
    return pages_among(dict(build_files(event)))


def pages_among(files):
    return {path: data.decode() for path, data in files.items() if path.endswith(".html")}


def test_every_page_of_the_event_is_there(event, site_files):
    cards = {f"player/{number}.html" for number in range(1, 9)}
    rounds = {f"round/{number}{by}.html" for number in (1, 2) for by in ("", "-names")}
    assert cards | rounds | {"index.html", "after/1.html", "crosstable.html", "statistics.html"} <= set(site_files)
    assert sum(path.startswith("compare/") for path in site_files) == 7
    assert {"assets/style.css", "assets/site.css", "files/event-26.trf", "files/standings.csv"} <= set(site_files)
    standings, lines = (json.loads(site_files[f"files/{name}.json"]) for name in ("standings", "crosstable"))
    assert [lines[key] for key in ("system", "edition", "round")] == ["swiss", "2026-03", 1]
    assert [row["rank"] for row in standings["items"]] == [row.rank for row in read_standings(staff_reader(event)).rows]
    assert standings["items"][0]["workings"][0]["criterion"] == "PTS"
    assert 'id="why-BH"' in site_files["player/1.html"].decode()


def test_no_page_needs_a_script_or_a_server(site_files):
    for path, text in pages_among(site_files).items():
        assert not re.search(r"<script|<form|<iframe|\son\w+=|\sstyle=|src=|hx-", text), path
        links = re.findall(r'href="([^"]*)"', text)
        assert not [link for link in links if re.match(r"/|\w+:", link)], path


def test_the_state_is_dated_since_nobody_knows_when_it_is_read(event):
    event.round_times = {"3": (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")}
    event.save()
    text = pages_of(event)["index.html"]
    assert str(timezone.now().year) in re.search(r'<time datetime="[^"]+">([^<]+)</time>', text)[1]
    assert "countdown" not in text


def test_fonts_come_with_the_style_sheet_that_names_them(site_files):
    for url in re.findall(rb'url\("([^")]+)"\)', site_files["assets/style.css"]):
        assert f"assets/{url.decode()}" in site_files


def test_what_is_hidden_from_the_public_is_in_no_file(event):
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(pseudonym="Player X", fide_id="4600000")
    clear_caches()
    with zipfile.ZipFile(io.BytesIO(write_zip(event)[0])) as whole:
        texts = {name: whole.read(name) for name in whole.namelist()}
    for name, data in texts.items():
        if name.endswith(".xlsx"):
            data = b"".join(zipfile.ZipFile(io.BytesIO(data)).read(part) for part in ("xl/worksheets/sheet1.xml",))
        for secret in ("Müller", "4600000"):
            assert secret.encode() not in data, name
    games = json.loads(texts["open/files/games.json"])
    assert {game["result"] for game in games} == {""}
    assert "Player X" in texts["open/index.html"].decode()


def test_the_same_state_gives_the_same_pages_in_the_language_asked_for(event):
    assert pages_of(event) == pages_of(Event.objects.get())
    with translation.override("de"):
        assert 'lang="de"' in pages_of(event)["index.html"]


def test_a_team_event_has_its_players_and_boards():
    event = import_teams(trf_text_teams(*swiss(3, boards=4, teams=6)))
    files = dict(build_files(event))
    assert {"individuals.html", "individual/1.html", "player/1.html"} <= set(files)
    assert set(json.loads(files["files/teams.json"])[0]) == {
        "number",
        "start_number",
        "name",
        "short_name",
        "players",
    }


def test_an_event_without_a_round_is_its_list_of_players():
    event = make_event(rounds=0)
    assert set(pages_of(event)) == {"index.html", "files.html", "rules.html"} | {
        f"player/{n}.html" for n in range(1, 9)
    }


def command(*arguments):
    out = StringIO()
    call_command("export_site", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_writes_a_zip_or_a_new_folder(event, tmp_path):
    assert "pages" in command("open", str(tmp_path / "open.zip"))
    assert zipfile.ZipFile(tmp_path / "open.zip").testzip() is None
    command("open", str(tmp_path / "open"), "--language", "de")
    assert 'lang="de"' in (tmp_path / "open" / "index.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["open", "open.zip"]


def test_the_command_says_what_is_wrong_and_touches_nothing(event, tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    for arguments, refusal in (
        (("open", str(tmp_path)), "is not empty"),
        (("nothing", str(tmp_path / "x")), "no event"),
    ):
        with pytest.raises(SystemExit) as left:
            command(*arguments)
        assert left.value.code == 2
        assert refusal in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_files_are_made_behind_the_page_once_however_often_asked(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert client.get("/e/open/export/site.zip").status_code == 404
    for _ in range(2):
        assert client.post("/e/open/export/site/").status_code == 302
    assert client.get("/e/open/export/site/")["Refresh"] == "2"
    assert len(carry_out_all(STATIC_SITE)) == Job.objects.filter(kind=STATIC_SITE).count() == 1
    page = client.get("/e/open/export/site/")
    assert "Refresh" not in page and "The event has changed since" not in page.text
    StaticSite.objects.update(made_at=datetime(2026, 5, 1, 14, 5, tzinfo=UTC))
    assert "pages · 1 May 2026, 16:05" in client.get("/e/open/export/site/").text
    answer = client.get("/e/open/export/site.zip")
    assert "open/index.html" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert answer["Content-Disposition"] == 'attachment; filename="open.zip"'
    enter_result(event, 1, 4, Entry("10", version=0), COMMAND)
    assert "The event has changed since" in client.get("/e/open/export/site/").text
    client.post("/e/open/export/site/")
    carry_out_all(STATIC_SITE)
    assert StaticSite.objects.count() == 1


def test_files_made_before_a_name_was_hidden_or_erased_are_gone(event):
    owner = Actor(person("owner", event, Role.OWNER), "owner")
    for hide in (
        lambda: show_player(event, 1, owner, withheld=True),
        lambda: erase_player(event, 1, owner),
    ):
        StaticSite.objects.create(
            event=event, language="en", stamp="e1-1", made_at=timezone.now(), pages=1, data=b"Anna"
        )
        hide()
        assert not StaticSite.objects.exists()


def test_a_name_that_is_hidden_while_the_files_are_made_stands_in_none(event, monkeypatch):
    owner = Actor(person("owner", event, Role.OWNER), "owner")
    write, hidden = building.write_zip, []

    def meanwhile(*arguments):
        made = write(*arguments)
        if not hidden:
            hidden.append(show_player(event, 1, owner, withheld=True))
        return made

    monkeypatch.setattr(building, "write_zip", meanwhile)
    request_site(event, "en")
    assert len(carry_out_all(STATIC_SITE)) == 2
    with zipfile.ZipFile(io.BytesIO(StaticSite.objects.get().data)) as whole:
        assert not [name for name in whole.namelist() if "Müller".encode() in whole.read(name)]


def test_each_language_is_made_though_the_other_one_waits(event):
    for language in ("en", "de", "en", "de"):
        request_site(event, language)
    carry_out_all(STATIC_SITE)
    sites = {site.language: zipfile.ZipFile(io.BytesIO(site.data)) for site in StaticSite.objects.all()}
    pages = {language: site.read("open/index.html").decode() for language, site in sites.items()}
    assert {language: f'lang="{language}"' in page for language, page in pages.items()} == {"de": True, "en": True}
    assert Job.objects.filter(kind=STATIC_SITE).count() == 2


def test_files_are_kept_for_a_week(event):
    for days, language in ((8, "en"), (6, "de")):
        made_at = timezone.now() - timedelta(days=days)
        StaticSite.objects.create(event=event, language=language, stamp="e1-1", made_at=made_at, pages=1, data=b"")
    delete_old_sites()
    assert StaticSite.objects.get().language == "de"


def test_a_failure_is_shown_on_the_page(client, event, monkeypatch):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    client.post("/e/open/export/site/")
    Job.objects.update(attempts=5)
    carry_out_all(STATIC_SITE)
    assert "given up" in client.get("/e/open/export/site/").text
    assert not StaticSite.objects.exists()


def test_the_questions_for_one_more_page_are_few(event, django_assert_max_num_queries):
    Game.objects.filter(round__event=event).update(result="10")
    clear_caches()
    pages = len(pages_of(event))
    with django_assert_max_num_queries(16 * pages):
        pages_of(event)
