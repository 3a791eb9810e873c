"""Why one player ranks above another, on the page and as JSON; the second value with the current opponent."""

import re

import pytest

from tests.site.factories import make_event
from tests.site.reading import HTMX, text
from tiebreaks import examples
from tiebreaks.facts.paper_notation import read_cross_table
from tiebreaks.output import as_json
from tiebreaks.ranking.comparison import compare
from tournaments.access.reader import staff_reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.models import Event, Game, Player
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

URL = "/e/seven/compare/3/4/"
SEVEN = """
    A  -  ½  ½  1  1  1  1
    B  ½  -  ½  ½  1  1  1
    C  ½  ½  -  ½  ½  1  1
    D  0  ½  ½  -  1  1  1
    E  0  0  ½  0  -  1  1
    F  0  0  0  0  0  -  1
    G  0  0  0  0  0  0  -
"""


@pytest.fixture
def seven():
    return import_tournament(read_cross_table(SEVEN), COMMAND, slug="seven", name="Seven", order="PTS,DE,SB")


@pytest.mark.parametrize("path", [URL, "/e/seven/compare/4/3/"])
def test_only_a_and_e_tell_c_from_d(client, seven, path):
    page = text(client.get(path))
    assert "Why C is ahead of D" in page
    assert "Decided by: Sonneborn-Berger , 9 against 7¾" in page
    assert "Tied on: Points; Direct encounter" in page
    assert "Decided by these alone: 2½ − 1¼ = 1¼" in page


def test_what_both_have_is_greyed(client, seven):
    html = client.get(URL).text
    assert html.count('<tr class="level">') == 4
    assert len(re.findall(r"<tr ?>", html)) - html.count("<thead><tr>") == 2


def test_htmx_gets_the_fragment(client, seven):
    assert client.get(URL, **HTMX).text.lstrip().startswith("<section")


def test_json_has_the_shape_of_the_command_line(client, seven):
    ranked = read_standings(staff_reader(seven))
    assert client.get(URL + "?format=json").json() == as_json.comparison_values(compare(ranked, 3, 4))
    why = client.get("/e/seven/player/3/why/SB/?format=json")
    assert why["Content-Type"] == "application/json"
    assert why.json() == as_json.working_values(ranked.explain(3, 2))


@pytest.mark.parametrize("query", ["", "?format=json"])
@pytest.mark.parametrize("pair", ["3/3", "3/99", "99/3"])
def test_who_is_not_there_is_not_found(client, seven, pair, query):
    assert client.get(f"/e/seven/compare/{pair}/{query}").status_code == 404


def test_an_invisible_event_is_not_found(client, seven):
    Event.objects.update(is_public=False)
    assert client.get(URL).status_code == 404
    assert client.get(URL + "?format=json").status_code == 404


def test_card_and_explanation_lead_to_the_comparison(client, seven):
    card = client.get("/e/seven/player/3/").text
    assert 'href="/e/seven/compare/2/3/">Why behind B?' in card
    assert 'href="/e/seven/compare/3/4/">Why ahead of D?' in card
    assert 'href="/e/seven/compare/3/4/">Why ahead of D?' in client.get("/e/seven/player/3/why/PTS/").text
    assert "compare/" not in client.get("/e/seven/player/7/why/PTS/").text


def test_a_shared_place_says_so(client, seven):
    Event.objects.update(tiebreaks="PTS,DE")
    clear_caches()
    assert "C and D share the place" in text(client.get(URL))
    assert "No criterion of the order separates them." in text(client.get(URL))
    assert "Compared with D" in client.get("/e/seven/player/3/").text


def test_direct_encounter_shows_its_mini_table(client):
    pair = examples.example_tables()["pair"]
    import_tournament(pair, COMMAND, slug="pair", name="Pair", order="BPG,DE")
    page = text(client.get("/e/pair/compare/3/2/"))
    assert "Why Bert is ahead of Cleo" in page
    assert "Decided by: Direct encounter" in page
    assert "Tied players" in page


def test_rounds_are_compared_by_rounds_and_after_any_round(client, seven):
    page = text(client.get("/e/seven/compare/1/7/?after=2"))
    assert "after round 2" in page
    assert "Round 1" in page
    assert client.get(URL + "?after=9").status_code == 404


def test_rating_criteria_show_the_current_opponent(client):
    event = make_event(tiebreaks="PTS,SRO")
    for number in range(1, 9):
        Player.objects.filter(event=event, number=number).update(rating=2000 + number)
    Game.objects.filter(round__event=event, round__number=1).update(result="==")
    clear_caches()
    page = text(client.get("/e/open/player/1/why/SRO/"))
    assert "ratings 2002" in page
    assert "With the current opponent: 4006 (Doğan, Defne 2004)" in page
    assert "With the current opponent" not in text(client.get("/e/open/player/1/why/PTS/"))
