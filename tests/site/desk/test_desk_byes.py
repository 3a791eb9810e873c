"""Kinds of byes, chosen at the desk."""

from decimal import Decimal

import pytest

from tests.site.desk.entering import value_of
from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.models import Game, LogEntry, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def bye(event):
    player = Player.objects.create(event=event, number=9, name="Ito, I")
    return Game.objects.create(round=event.rounds.get(number=2), white=player, result="U")


@pytest.mark.parametrize(("kind", "points"), [("U", 1), ("F", 1), ("H", Decimal("0.5")), ("Z", 0)])
def test_the_kind_of_a_bye_is_chosen_at_the_desk(event, bye, client, kind, points):
    client.force_login(person("anna", event))
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    fields = {"bye": kind, "deduction": 0, "version": 0, "reason": "asked before the round"}
    client.post("/e/open/desk/2/player/9/", fields)
    assert value_of(event, 9) == points
    assert LogEntry.objects.filter(action="decide").count() == (kind != "U")


@pytest.mark.parametrize("discipline", ["chess", "scrabble"])
def test_who_gives_a_full_point_bye_in_chess_reads_that_it_is_an_exception(client, discipline):
    event = make_event("byes", discipline=discipline)
    player = Player.objects.create(event=event, number=9, name="Ito, I")
    Game.objects.create(round=event.rounds.get(number=2), white=player, result="U")
    client.force_login(person("anna", event))
    page = text(client.get("/e/byes/desk/2/player/9/"))
    assert ("no longer provide for full-point byes" in page) == (discipline == "chess")


def test_a_bye_is_no_result_of_a_game(event, bye):
    with pytest.raises(Refusal, match="not a kind of bye"):
        decide_about_player(event, 2, 9, Decision(bye="10", version=0, reason="x"), COMMAND)


def test_byes_stand_below_the_boards(event, bye, client):
    client.force_login(person("anna", event))
    page = text(client.get("/e/open/desk/2/"))
    assert "Without an opponent" in page
    assert "Ito, I bye Change" in page
