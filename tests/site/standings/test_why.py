"""The page behind a value: the steps to it, what is cut, and why there is none."""

import re

import pytest

from tests.site.reading import text
from tiebreaks import examples
from tiebreaks.facts.paper_notation import read_player_rows
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings import working

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss():
    facts = examples.example_tables()["swiss"]
    return import_tournament(facts, COMMAND, slug="swiss", name="Swiss", order="TPR,BH/C1,ARO,SB")


SHOWN = [
    ("TPR", "Nick 1650 result 1"),
    ("TPR", "sum = 7550"),
    ("TPR", "average, rounded: 7550 ÷ 4 ≈ 1888"),
    ("TPR", "share of the points, rounded to two decimals: 3 ÷ 4 = ¾"),
    ("TPR", "average plus difference: 1888 + 193 = 2081"),
    ("BH-C1", "Add up the scores of all opponents. Leave out the lowest value (14.1)."),
    ("BH-C1", "2½ left out first: a round not played by choice (16.5)"),
    ("SB", "3½ × ½ = 1¾"),
]


@pytest.mark.parametrize(("slug", "words"), SHOWN)
def test_a_value_is_shown_step_by_step(client, swiss, slug, words):
    assert words in text(client.get(f"/e/swiss/player/4/why/{slug}/"))


def test_a_name_is_text_and_the_links_lead_to_what_they_name(client, swiss):
    swiss.players.filter(number=4).update(name="<b>Dora</b>")
    clear_caches()
    page = client.get("/e/swiss/player/4/why/BH-C1/?after=2").text
    assert "&lt;b&gt;Dora" in page and "<b>Dora" not in page
    ((rule, code),) = re.findall(r'href="(/rules/)#([^"]+)"', page)
    assert f'id="{code}"' in client.get(rule).text
    (comparison,) = re.findall(r'href="(/e/swiss/compare/4/[^"]+)"', page)
    assert comparison.endswith("/?after=2") and "after round 2" in text(client.get(comparison))


def test_koya_shows_what_an_opponent_needs(client):
    facts = examples.example_tables()["round-robin"]
    import_tournament(facts, COMMAND, slug="koya", name="Koya", order="PTS,KS/L-1")
    page = text(client.get("/e/koya/player/3/why/KS-L-1/"))
    assert "points that an opponent needs: 1 × 6 ÷ 2 − ½ = 2½" in page


def test_german_names_the_steps_and_the_cut(client, swiss):
    headers = {"Accept-Language": "de"}
    assert "Durchschnitt, gerundet: 7550 ÷ 4 ≈ 1888" in text(client.get("/e/swiss/player/4/why/TPR/", headers=headers))
    assert "Der niedrigste Wert wird gestrichen" in text(client.get("/e/swiss/player/4/why/BH-C1/", headers=headers))


def test_performances_are_compared_in_steps(client, swiss):
    """Bruno and Franck have met Charline with different results: their ratings are equal, their games are not."""
    page = text(client.get("/e/swiss/compare/2/6/"))
    assert "Charline 2100 result ½ 2100 result 0 ≠" in page
    assert "Lais 1750 result 1 1750 result 1 =" in page
    assert "average, rounded 1880 1813 +67" in page


def test_a_missing_rating_is_named(client):
    event = read_player_rows("Anna 2000: 2w1\nBert: 1b0")
    import_tournament(event, COMMAND, slug="unrated", name="Unrated", order="PTS,ARO")
    page = text(client.get("/e/unrated/player/1/why/ARO/"))
    assert "Player 2 (Bert) has no rating; the event sets none for the unrated." in page


def test_a_limited_spread_shows_what_it_was(client):
    event = read_player_rows("Ann: 2w450:300\nBob: 1b300:450", discipline="scrabble", edition="plain", spread_cap=100)
    import_tournament(event, COMMAND, slug="scrabble", name="Scrabble", order="PTS,SPREAD")
    assert "+150 → +100" in text(client.get("/e/scrabble/player/1/why/SPREAD/"))


def test_the_games_of_a_large_group_that_stays_tied_are_those_of_the_player(client, monkeypatch):
    """Ann drew with Ben and Cem; Dan and Eva, as many points, met none of the three."""
    rows = "Ann: 2w= 3b= Z\nBen: 1b= Z 3w=\nCem: Z 1w= 2b=\nDan: 5w= 6b= Z\nEva: 4b= Z 6w=\nFay: Z 4w= 5b="
    import_tournament(read_player_rows(rows), COMMAND, slug="level", name="Level", order="PTS,DE")
    assert "Tied players 1 2 3 4 5 6 Sum Place" in text(client.get("/e/level/player/1/why/DE/"))
    clear_caches()
    monkeypatch.setattr(working, "MOST_TIED", 5)
    page = text(client.get("/e/level/player/1/why/DE/"))
    assert "Tied players 1 2 3 Sum Place 1 Ann × ½ ½ 1 –" in page
    assert "6 are tied here; the table shows the opponents among them." in page
