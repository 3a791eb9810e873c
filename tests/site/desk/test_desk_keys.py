"""The keys of the desk: those of several programs, and one list for all of it."""

import json
import re
from html import unescape

import pytest

from tests.site.factories import make_event, person
from tournaments.domain.desk import desk_keys
from tournaments.domain.desk.results import Result

ALL = desk_keys.list_useful(is_scored=False, of_teams=True)
PROGRAMS = {  # what the manuals of those programs say
    "Crosstable": {"1": "10", "0": "01", "5": "==", "=": "==", "d": "==", "+": "+-", "-": "-+", "*": "--", "7": "??"},
    "Sharly Chess": {"0": "", "1": "10", "2": "01", "3": "=="},
    "Vega": {"1": "10", "0": "01", "5": "==", "3": "+-", "4": "-+", "2": "--", "7": "??", "9": ""},
}


def key_set(program, useful=ALL):
    return next(each for each in desk_keys.list_key_sets(useful) if each.program == program)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_set_has_the_keys_of_its_program(program):
    keys = key_set(program).keys
    assert {key: keys[key] for key in PROGRAMS[program]} == PROGRAMS[program]


@pytest.mark.parametrize(("program", "expected"), [("Crosstable", "105"), ("Sharly Chess", "123"), ("Vega", "105")])
def test_the_keys_of_results_are_shown_beside_the_line(program, expected):
    assert "".join(key_set(program).results) == expected


@pytest.mark.parametrize("program", desk_keys.PROGRAMS)
def test_every_key_does_something_that_has_words(program):
    for does in key_set(program).keys.values():
        assert does in desk_keys.MOVES or does in {*Result.values, desk_keys.ADJOURN}
        assert desk_keys.key_label(does)


def test_games_with_scores_have_no_keys_for_wins():
    keys = key_set("Vega", desk_keys.list_useful(is_scored=True, of_teams=False)).keys
    assert not {"1", "0", "5", "s"} & keys.keys()
    assert keys["3"] == "+-"


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "others"), [("desk", {"u", "1"}), ("check", {"c"})])
def test_the_page_gets_the_keys_of_every_program(client, page, others):
    client.force_login(person("anna", make_event()))
    text = client.get(f"/e/open/{page}/2/").text
    given = json.loads(unescape(re.search(r'data-keys="([^"]*)"', text)[1]))
    assert list(given) == list(desk_keys.PROGRAMS)
    for keys in given.values():
        assert {"ArrowUp", "m", "?"} | others <= keys.keys()
