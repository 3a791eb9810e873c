"""What no public file says of players: sex, date of birth, identity numbers, and who hides behind a pseudonym.

Each line of the table is one way in which an event leaves the server for everybody; a new one needs a line.
"""

import io
import re
import zipfile

import openpyxl
import pytest

from tests.site.exchange.test_public_archive import make_knock_out
from tests.site.factories import make_event, person
from tests.site.reading import read_pdf
from tests.site.teams import make_team_event
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.categories import CategoryRule
from tournaments.exports import lists
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.models import Category, Event, Player
from tournaments.paper import kinds
from tournaments.static_site.files import build_files

pytestmark = pytest.mark.django_db

# Of player 1, who has a pseudonym, of player 2, who has no name, and of everybody.
HIDDEN = ["Müller", "Sørensen", "Tellingtown", "TEL", "WFM"]
NUMBERS = ["4600001", "4600002", "4600003", "GERM-77", "2011-03-09", "2011/03/09", "09.03.2011", "2011.03.09"]
LINES = [
    "### Anna Müller was born on 2011-03-09",
    "GER   3 w    A Somebody                          2100 BRE      GERM-77 2011/03/09",
    "XXZ 1 Müller",
]


def fill(event):
    telling = {"club": "Tellingtown", "federation": "TEL", "title": "WFM"}
    players = Player.objects.filter(event=event)
    players.filter(number=1).update(name="Müller, Anna", pseudonym="Lynx", **telling)
    players.filter(number=2).update(name="Sørensen, Bo", is_withheld=True, **telling)
    players.update(birth_date="2011-03-09", sex="w", fixed_table=None)
    for number in (1, 2, 3):
        players.filter(number=number).update(fide_id=f"460000{number}")
    Category.objects.create(event=event, order=1, key="women", name="Women", rule=CategoryRule.WOMEN)
    event.write_fields({"file_lines": LINES, "may_embed": True, "version": 9})
    return Event.objects.get(pk=event.pk)


MAKE = {
    "chess": lambda: make_event("chess"),
    "scrabble": lambda: make_event("scrabble", discipline="scrabble", tiebreaks="PTS,SPREAD"),
    "teams": lambda: make_team_event("teams", rounds=1),
    "a knock-out": make_knock_out,
}


class Events(dict):
    """The events of the table, each made where it is asked for."""

    def __missing__(self, name):
        self[name] = fill(MAKE[name]())
        return self[name]


@pytest.fixture
def events():
    return Events()


def open_file(data):
    """Return the text of a file, of a spreadsheet its cells, of a zip all that it holds."""
    if not data.startswith(b"PK"):
        return data.decode("utf-8-sig", "replace")
    packed = zipfile.ZipFile(io.BytesIO(data))
    if "xl/workbook.xml" not in packed.namelist():
        return "\n".join(open_file(packed.read(name)) for name in packed.namelist())
    return "\n".join(str(cell) for row in openpyxl.load_workbook(io.BytesIO(data)).active.values for cell in row)


def ask(path):
    def read(client, event):
        answer = client.get(path.format(slug=event.slug))
        assert answer.status_code == 200, path
        return answer.content

    return read


def paper(kind):
    """The papers for the notice board are printed by arbiters, and seen by everybody."""

    def read(client, event):
        client.force_login(person(f"owner of {event.slug}", event, Role.OWNER))
        return ask(f"/e/{{slug}}/print/{kind}/")(client, event)

    return read


def live(view):
    """A stream and a shared view begin with the whole of a state."""

    def read(client, event):
        return render.snapshot(render.read(ViewKey(event.pk, view, "en", inside=False)))

    return read


def plain_pages(client, event):
    return b"\n".join(open_file(data).encode() for path, data in build_files(event) if not path.startswith("assets/"))


FILES = [(kind, event) for event in ("chess", "teams") for kind in ("trf", "trf16")]
FILES += [(kind, "scrabble") for kind in ("t", "tsh", "js")]
LISTS = [
    (each.name, event)
    for event in ("chess", "teams")
    for each in lists.LISTS
    if event == "teams" or not each.is_of_teams
]
PAPERS = [
    (kind.key, event)
    for event in ("chess", "teams")
    for kind in kinds.KINDS.values()
    if not kind.inside and kind.of_teams in (None, event == "teams") and kind.key not in ("prizes", "bracket")
]
PAPERS.append(("bracket", "a knock-out"))
ANSWERS = [
    (path, event)
    for event, more in {"chess": [], "teams": ["/teams", "/matches?round=1", "/individuals"]}.items()
    for path in ["", "/players", "/rounds", "/games?round=1", "/standings?terms=true", "/crosstable", *more]
]
LIVE = ("standings", "round-1", "version")
OTHERS = ("feed/", "rounds.ics", "manifest.webmanifest", "share/")
TABLE = {
    **{f"{kind} of {event}": (event, ask(f"/e/{{slug}}/export/{kind}/")) for kind, event in FILES},
    **{
        f"{name}.{kind} of {event}": (event, ask(f"/e/{{slug}}/export/{name}.{kind}"))
        for name, event in LISTS
        for kind in ("csv", "xlsx")
    },
    **{f"api{path} of {event}": (event, ask(f"/api/v1/events/{{slug}}{path}")) for path, event in ANSWERS},
    **{f"paper {kind} of {event}": (event, paper(kind)) for kind, event in PAPERS},
    **{f"live {view} of {event}": (event, live(view)) for view in LIVE for event in ("chess", "teams")},
    **{f"{name} of {event}": (event, ask(f"/e/{{slug}}/{name}")) for name in OTHERS for event in ("chess", "teams")},
    "embedded": ("chess", ask("/embed/{slug}/")),
    "plain pages of chess": ("chess", plain_pages),
    "plain pages of teams": ("teams", plain_pages),
}


def test_the_table_has_every_kind_of_file(events):
    assert {kind for kind, _ in FILES} == set(lists.FILES)
    assert [(kind, name) for kind, name in FILES if not lists.can_hold(events[name], kind)] == []


@pytest.mark.parametrize("name", TABLE)
def test_no_public_file_says_what_is_private(client, events, name):
    which, read = TABLE[name]
    assert find_secrets(open_file(read(client, events[which]))) == []


@pytest.mark.usefixtures("pdf_engine")
def test_no_pdf_does_either(client, events):
    client.force_login(person("owner", events["chess"], Role.OWNER))
    text = " ".join(read_pdf(client.get("/e/chess/print/standings/?as=pdf")))
    assert "Lynx" in text
    assert find_secrets(text) == []


def find_secrets(text):
    found = [word for word in HIDDEN + NUMBERS if re.search(rf"(?<!\w){re.escape(word)}", text)]
    return found + re.findall(r"\b(?:[Ss]ex|[Gg]ender|001 +\d+ [mw])\b", text)


@pytest.mark.parametrize(
    ("file", "secrets"),
    [
        ("trf/", {"Müller", "Tellingtown", "4600001", "4600003", "2011/03/09", "GERM-77"}),
        ("players.csv", {"Müller", "Tellingtown", "4600001", "4600003"}),
    ],
)
def test_the_copies_of_arbiters_are_complete(client, events, file, secrets):
    client.force_login(person("owner", events["chess"], Role.OWNER))
    assert set(find_secrets(client.get(f"/e/chess/export/{file}").content.decode())) >= secrets - {"Tellingtown"}
    assert "complete, for arbiters alone" in client.get("/e/chess/export/").content.decode()
