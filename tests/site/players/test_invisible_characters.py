"""Names are what they look like, whichever way they come in: invisible characters are removed, and people are told."""

import json

import pytest
from django.test import Client
from pydantic import ValidationError

from tests.site.factories import make_event, person
from tiebreaks.facts.invisible import drop_invisible, one_line
from tiebreaks.trf.oddities import Oddities
from tournaments.api.bodies import ResultIn
from tournaments.domain.accounts.roles import Role
from tournaments.formats import incoming, list_reader, tourney_js, tsh
from tournaments.models import Player

TOLD = "Invisible characters were removed"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anna", "Anna"),
        ("An\u200bna", "Anna"),
        ("An\u2060na\ufeff", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066Anna\u2069\u200f", "Anna"),
        ("An\u200dna", "Anna"),
        ("An\u200cna\u200c", "Anna"),
        ("Mu\u0308ller", "Mu\u0308ller"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("علی\u200c", "علی"),
        ("क्\u200dष", "क्\u200dष"),
        ("न\u200dAnna", "नAnna"),
    ],
)
def test_what_is_left_of_a_name(text, left):
    assert drop_invisible(text) == one_line(text) == left


RECORDS = """012 The \u200bevent
042 2026/05/01
001    1      {name:33} 2000                             1.0    1     2 w 1
001    2      Ben                               1900                             0.0    2     1 b 0
"""
TSH = "{name} 2000 2; 1\nBen 1900 1; 0\n"
WAYS = {  # a file with a name at line 3, 2 or 1, and how it is read
    "a.trf": (RECORDS, 3),
    "a.csv": ("name,rating\n{name},2000\nBen,1900\n", 2),
}


@pytest.mark.parametrize("file", WAYS)
def test_a_file_says_in_which_line_strict_or_lenient(file):
    text, line = WAYS[file]
    for lenient in (False, True):
        found = incoming.read_tournament(text.format(name="An\u200bna \u202eB").encode(), file, lenient)
        assert found.crosstable.players[1].name == "Anna B"
        assert found.crosstable.players[1].rating == 2000
        assert [each.line for each in found.warnings if each.code == "invisible-removed"][-1] == line
        assert found.crosstable.name in ("The event", "")


def test_a_division_of_tsh_says_so_too():
    odd = Oddities()
    found = tsh.read_division(TSH.format(name="An\u200bna"), odd=odd)
    assert found.crosstable.players[1].name == "Anna"
    assert [(each.code, each.line) for each in odd.reported] == [("invisible-removed", 1)]


def test_a_file_of_tsh_on_the_web_says_so_too():
    player = {"id": 1, "name": "An\u200bna", "rating": 1500, "pairings": [], "scores": []}
    document = "newt=" + json.dumps({"config": {}, "divisions": [{"name": "A", "players": [None, player]}]})
    odd = Oddities()
    _, [(_, found)] = tourney_js.read_tourney(document, odd=odd)
    assert found.crosstable.players[1].name == "Anna"
    assert [(each.code, each.field) for each in odd.reported] == [("invisible-removed", "division 1, player 1, name")]


@pytest.mark.parametrize("joined", ["An\u200bna \u202eB", "Anna B"])
def test_a_list_says_in_which_lines(joined):
    found = list_reader.read_list(f"name;rating\n{joined};2000\nBen;1900\n".encode(), "a.csv")
    assert found.lines[1][1][0] == "Anna B"
    assert found.cleaned == ((2,) if joined != "Anna B" else ())


@pytest.mark.django_db
def test_a_form_says_so_and_a_password_stays_as_it_is():
    event, client = make_event(), Client()
    client.force_login(person("olga", event, Role.OWNER))
    sent = {"name": "Zed\u202e, Q\u200bu", "again": "1"}
    page = client.post("/e/open/players/add/", sent, follow=True).content.decode()
    assert Player.objects.filter(event=event, name="Zed, Qu").exists()
    assert TOLD in page


@pytest.mark.parametrize(("reason", "is_taken"), [("Slip", True), ("Sl\u202eip", False), ("علی\u200cرضا", True)])
def test_the_api_refuses_them_and_names_the_field(reason, is_taken):
    try:
        ResultIn(version=1, reason=reason)
    except ValidationError as refused:
        assert not is_taken
        assert refused.errors()[0]["loc"] == ("reason",)
    else:
        assert is_taken
