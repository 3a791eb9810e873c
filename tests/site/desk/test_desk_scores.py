"""The desk of games with scores: Scrabble and pétanque."""

import re

import pytest

from tests.site.desk.entering import send, stored, type_line
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def scrabble(client):
    event = make_event("scrabble", discipline="scrabble", tiebreaks="WIN,SPREAD")
    client.force_login(person("anna", event))
    return event


def test_two_scores_give_the_result(client, scrabble):
    answer = send(client, 1, white_score=402, black_score=381, slug="scrabble", **HTMX)
    assert stored(scrabble, 1) == ("10", 402, 381, 1)
    assert "Table 1: Sørensen, Bo 402–381 Weiß, Carl → Wins 1 : 0 · Spread +21 : −21" in text(answer)


@pytest.mark.parametrize(
    ("line", "scores"), [("1 402 381", (402, 381)), ("1.402.381", (402, 381)), ("1 -5 7", (-5, 7))]
)
def test_a_line_with_scores(client, scrabble, line, scores):
    assert type_line(client, line, slug="scrabble").status_code == 302
    assert stored(scrabble, 1)[1:3] == scores


# Müller and Łuk: the one sits at table 2 as the second player, the other at table 3 as the first.
NAMED = [("müller 402 381", 2, (381, 402)), ("müller.402.381", 2, (381, 402)), ("łuk 300 -5", 3, (300, -5))]


@pytest.mark.parametrize(("line", "board", "scores"), NAMED)
def test_after_a_name_the_first_score_is_that_players(client, scrabble, line, board, scores):
    assert type_line(client, line, slug="scrabble").status_code == 302
    assert stored(scrabble, board)[1:3] == scores


@pytest.mark.parametrize(("spread", "is_taken"), [("21", True), ("+21", True), ("-21", False), ("20", False)])
def test_after_a_name_the_spread_is_that_players(client, scrabble, spread, is_taken):
    Event.objects.filter(pk=scrabble.pk).update(asks_spread=True)
    answer = type_line(client, f"müller 402 381 {spread}", slug="scrabble", **HTMX)
    assert (answer.status_code, stored(scrabble, 2)[1:3]) == ((200, (381, 402)) if is_taken else (422, (None, None)))


def test_a_refused_form_keeps_the_scores_in_its_fields(client, scrabble):
    page = send(client, 1, slug="scrabble", white_score="402", black_score="38x", **HTMX)
    assert page.status_code == 422
    assert re.findall(r'name="(?:white|black)_score"\s+value="(.*?)"', page.text) == ["402", "38x"]


def test_a_rare_score_is_taken_with_a_question(client, scrabble):
    answer = send(client, 1, white_score=902, black_score=381, slug="scrabble", **HTMX)
    assert answer.status_code == 200
    assert "Is that right?" in text(answer)


@pytest.mark.parametrize("scores", [{"white_score": 402}, {"white_score": 9000, "black_score": 1}])
def test_impossible_scores_are_refused(client, scrabble, scores):
    assert send(client, 1, slug="scrabble", **scores).status_code == 422


def test_a_forfeit_has_no_scores(client, scrabble):
    send(client, 1, "+-", slug="scrabble", white_score=402, black_score=381)
    assert stored(scrabble, 1) == ("+-", None, None, 1)


def test_petanque_refuses_a_draw_and_asks_about_an_unusual_end(client):
    event = make_event("boule", discipline="petanque", tiebreaks="WIN")
    client.force_login(person("anna", event))
    assert send(client, 1, slug="boule", white_score=7, black_score=7).status_code == 422
    answer = send(client, 1, slug="boule", white_score=11, black_score=7, **HTMX)
    assert "usually ends at 13" in text(answer)


# Scores and spread that must agree, where an event asks for both.


@pytest.fixture
def both(client):
    event = make_event("both", discipline="scrabble", tiebreaks="PTS,SPREAD", asks_spread=True)
    client.force_login(person("anna", event))
    return event


SPREADS = [
    (402, 381, 21, 200),
    (381, 402, 21, 200),
    (381, 402, -21, 200),
    (402, 381, -21, 422),
    (402, 381, 12, 422),
    (402, 381, None, 422),
]


@pytest.mark.parametrize(("white", "black", "spread", "status"), SPREADS)
def test_scores_and_spread_must_agree(client, both, white, black, spread, status):
    scores = {"white_score": white, "black_score": black} | ({} if spread is None else {"spread": spread})
    answer = send(client, 1, slug="both", **scores, **HTMX)
    assert answer.status_code == status
    assert (game(both, 2, 1).white_score == white) == (status == 200)


@pytest.mark.parametrize(
    ("line", "status"), [("1 402 381 21", 302), ("1.402.381.+21", 302), ("1 402 381", 422), ("1 402 381 20", 422)]
)
def test_the_line_asks_for_the_spread_too(client, both, line, status):
    assert type_line(client, line, slug="both").status_code == status
