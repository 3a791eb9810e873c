"""The desk of games with scores: Scrabble and pétanque."""

import pytest

from tests.site.desk.entering import send, stored, type_line
from tests.site.factories import make_event, person
from tests.site.reading import HTMX, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def scrabble(client):
    event = make_event("scrabble", discipline="scrabble", tiebreaks="WIN,SPREAD")
    client.force_login(person("anna", event))
    return event


def test_two_scores_give_the_result(client, scrabble):
    answer = send(client, 1, white_score=402, black_score=381, slug="scrabble", **HTMX)
    assert stored(scrabble, 1) == ("10", 402, 381, 1)
    assert "Table 1: Sørensen, Bo 402–381 Weiß, Carl → Sørensen, Bo" in text(answer)
    assert "+21" in text(answer)
    assert "−21" in text(answer)


@pytest.mark.parametrize(
    ("line", "scores"), [("1 402 381", (402, 381)), ("1.402.381", (402, 381)), ("1 -5 7", (-5, 7))]
)
def test_a_line_with_scores(client, scrabble, line, scores):
    assert type_line(client, line, slug="scrabble").status_code == 302
    assert stored(scrabble, 1)[1:3] == scores


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
