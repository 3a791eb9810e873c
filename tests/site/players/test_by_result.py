"""What an open game decides, on the player's card: the places by each result, and a prize that is then certain."""

import re

import pytest
from django.utils import translation

from pairing.plan import stages
from tests.generated.outlooks import stopped
from tests.notation.paper import read_player_rows
from tests.site.championship import draw, make_championship, play, publish
from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline, count_queries
from tournaments.access.reader import staff_reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.models import Prize
from tournaments.pages.players.card import card_view

pytestmark = pytest.mark.django_db

A, B, C, D, E, F = range(1, 7)
ROWS = """
    A: F F F 2w=
    B: F F H 1b=
    C: F F Z 5w=
    D: F F Z 6w=
    E: F Z Z 3b=
    F: Z Z Z 4b=
"""


def make_cup(rounds=4, boards=(0, 1, 2), **settings):
    """Store six players in round 4, with these boards open."""
    facts = stopped(read_player_rows(ROWS, rounds=rounds, name="Cup"), 4, boards)
    return import_tournament(facts, COMMAND, slug="cup", order="PTS,BH", **settings)


def read(event, number):
    with translation.override("en"):
        view = card_view(staff_reader(event), number).by_result
    return view and (view.title, [line.places for line in view.lines], [line.has_prize for line in view.lines])


@pytest.mark.parametrize(
    ("number", "places"), [(A, ["1", "1", "1–4"]), (B, ["1", "1–4", "2–4"]), (F, ["5–6", "6", "6"])]
)
def test_the_card_says_what_each_result_brings(number, places):
    assert read(make_cup(), number) == ("Final place", places, [False] * 3)


def test_before_the_last_round_it_is_the_place_after_this_one():
    assert read(make_cup(rounds=5), B) == ("Place after round 4", ["1", "1–4", "2–4"], [False] * 3)


def test_a_game_that_is_over_decides_nothing_more():
    assert read(make_cup(boards=(1, 2)), A) is None


@pytest.mark.parametrize(
    ("rules", "prizes", "certain"),
    [
        ({}, [1], [True, False, False]),
        ({}, [1, 2, 3], [True, False, False]),
        ({}, [1, 2, 3, 4], [True, True, True]),
        ({"one_prize_each": False}, [1, 2, 4], [True, False, False]),
        ({"one_prize_each": False}, [2, 3, 4], [False, False, True]),
        ({"one_prize_each": True}, [2, 3, 4, 5], [True, True, True]),  # then all go to the next who has none
    ],
)
def test_a_result_that_is_enough_for_a_prize_is_named(rules, prizes, certain):
    event = make_cup(**rules)
    Prize.objects.bulk_create(Prize(event=event, place=place, text="Book") for place in prizes)
    assert read(event, B)[2] == certain


def test_no_prize_is_certain_before_the_last_round():
    event = make_cup(rounds=5)
    Prize.objects.bulk_create(Prize(event=event, place=place, text="Book") for place in (1, 2, 3, 4))
    assert read(event, B)[2] == [False] * 3


@pytest.mark.parametrize("discipline", ["scrabble", "petanque"])
def test_only_games_that_can_be_drawn_have_a_draw(discipline):
    event = make_event(discipline=discipline, tiebreaks="PTS", rounds=1)
    with translation.override("en"):
        results = [line.result for line in card_view(staff_reader(event), A).by_result.lines]
    assert results == ["with a win", *["with a draw"] * event.game.allows_draw, "with a loss"]
    assert event.game.allows_draw is (discipline == "scrabble")


def make_final(after):
    """Store a championship with a final of one game after so many rounds."""
    event = make_championship(6)
    rounds = stages.Stage("new-swiss", 1, after)
    final = stages.Stage("knock-out", after + 1, after + 1, {"entrants": 2})
    set_plan(event, [rounds, final], COMMAND)
    return event


def test_a_final_is_decided_by_its_matches():
    event = make_final(after=2)
    for number in (1, 2):
        draw(event)
        publish(event)
        event.refresh_from_db()
        assert read(event, 1)[0] == f"Place after round {number}"
        play(event, number)
    event.refresh_from_db()
    draw(event)
    publish(event)
    event.refresh_from_db()
    with translation.override("en"):
        cards = [card_view(staff_reader(event), number) for number in range(1, 7)]
    finalists = [card for card in cards if card.next]
    assert [(card.next.round, card.lines[-1].round, card.lines[-1].points) for card in finalists] == [(3, 3, "")] * 2
    assert [card.by_result for card in cards] == [None] * 6


def test_a_game_of_the_final_is_on_the_card_and_brings_no_points():
    """The points of the rounds before stay as they are, win or lose."""
    event = make_final(after=1)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    event.refresh_from_db()
    cards = [card_view(staff_reader(event), number) for number in range(1, 7)]
    rounds = [[line.round for line in card.lines] for card in cards]
    assert sorted(rounds) == [[1]] * 4 + [[1, 2]] * 2
    assert [card.lines[-1].points for card in cards if len(card.lines) == 2] == ["", ""]
    assert {card.lines[1].opponent for card in cards if len(card.lines) == 2} == {
        card.player.number for card in cards if len(card.lines) == 2
    }


def test_the_page_shows_it(client):
    event = make_cup()
    Prize.objects.create(event=event, place=1, text="Book")
    texts = [
        text for text in Outline(client.get("/e/cup/player/2/", headers={"Accept-Language": "en"}).text).texts if text
    ]
    start = texts.index("Final place")
    assert texts[start + 1 : start + 8] == [
        "with a win", "1", "enough for a prize", "with a draw", "1–4", "with a loss", "2–4",
    ]  # fmt: skip
    assert "However the other games end; a tie can go either way." in texts


def test_the_panel_of_the_followed_says_it_in_a_line(client):
    make_cup()
    page = client.get("/e/cup/?follow=2,6", headers={"Accept-Language": "en"}).text
    panel = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.partition('id="followed"')[2].partition("</section>")[0]))
    assert "Final place: win 1 · draw 1–4 · loss 2–4" in panel
    assert "Final place: win 5–6 · draw 6 · loss 6" in panel


def test_many_followed_ask_no_more_than_one(client):
    make_cup()
    client.get("/e/cup/")
    one = count_queries(client, "/e/cup/?follow=1")
    assert count_queries(client, "/e/cup/?follow=1,2,3,4,5,6") == one
