"""Scores and spread that must agree, where an event asks for both."""

import pytest

from tests.site.desk.entering import send, type_line
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX

pytestmark = pytest.mark.django_db


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
