"""Adjourned games, forfeits and other results that are rare."""

import pytest
from django.test import Client

from tests.site.desk.entering import send, value_of
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tiebreaks.facts.games import Kind, Scheme
from tiebreaks.facts.scoring import outcome
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
FORFEITED = {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}


@pytest.fixture
def words():
    return make_event("words", discipline="scrabble", tiebreaks="PTS,SPREAD")


# Adjourned games


def test_an_adjourned_game_is_open(event, client):
    client.force_login(person("anna", event))
    answer = send(client, 1, "??", **HTMX)
    assert answer.status_code == 200
    assert "◐ adjourned" in text(answer)
    assert "4 of 4 open" in text(answer)
    stored = game(event, 2, 1)
    assert (stored.result, stored.is_adjourned, stored.version) == ("", True, 1)
    assert LogEntry.objects.first().action == "adjourn"
    assert "adjourned" in text(Client().get("/e/open/round/2/"))
    send(client, 1, "10", version=1)
    assert (game(event, 2, 1).result, game(event, 2, 1).is_adjourned) == ("10", False)


def test_undo_brings_an_adjourned_game_back(event, client):
    client.force_login(person("anna", event))
    send(client, 1, "??")
    send(client, 1, "10", version=1)
    client.post("/e/open/desk/undo/", {"round": 2})
    assert game(event, 2, 1).is_adjourned


def test_an_adjourned_game_has_no_result(event):
    with pytest.raises(Refusal, match="no result yet"):
        enter_result(event, 2, 1, Entry("10", version=0, is_adjourned=True), COMMAND)


# Rare results


def test_no_game_gives_more_than_a_point_and_no_forfeit_is_half_a_game():
    """Whoever forfeits gets nothing, and only a forfeit or nothing at all stands on the other side."""
    for code in filter(None, set(Result.values) - {*WITHOUT_OPPONENT}):
        (own, points), (theirs, other) = (outcome(letter, True, Scheme()) for letter in code)
        assert points + other <= 1, code
        assert (own in FORFEITED) == (theirs in FORFEITED), code
        assert points == 0 or own != Kind.FORFEIT_LOSS, code
        assert {points, other} <= {0, 1} or own not in FORFEITED, code


@pytest.mark.parametrize("code", ["+-", "-+", "--", "WL", "DD", "LW", "00", "=0", "0="])
def test_every_rare_result_has_a_button(event, client, code):
    client.force_login(person("anna", event))
    assert f'name="result" value="{code}"' in client.get("/e/open/desk/2/").content.decode()
    send(client, 1, code)
    assert game(event, 2, 1).result == code


def test_forfeits_of_games_with_scores_say_their_spread(words, client):
    client.force_login(person("anna", words))
    page = text(client.get("/e/words/desk/2/"))
    assert "1-0 forfeit (+50 / −50)" in page
    send(client, 1, "+-", slug="words")
    assert (value_of(words, 2, 1), value_of(words, 3, 1)) == (50, -50)
