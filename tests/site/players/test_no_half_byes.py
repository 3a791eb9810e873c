"""A player who is kept from half-point byes gets none, wherever one could be given."""

import pytest

from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.players.participation import set_absences
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision
from tournaments.models import Absence, Game, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event()
    event.players.filter(number=2).update(no_half_byes=True)
    return event


def test_a_player_is_kept_from_half_point_byes_on_the_players_page(client):
    event = make_event()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    client.post("/e/open/players/2/", {"name": "Sørensen, Bo", "no_half_byes": "on"})
    assert Player.objects.get(number=2).no_half_byes
    client.post("/e/open/players/2/", {"name": "Sørensen, Bo"})
    assert not Player.objects.get(number=2).no_half_byes


@pytest.mark.parametrize("one_more", [False, True])
def test_such_a_player_gets_no_half_point_bye_in_a_coming_round(event, one_more):
    with pytest.raises(Refusal, match="Sørensen, Bo gets no half-point byes"):
        set_absences(event, [1, 2], [3], "H", COMMAND, one_more=one_more)
    assert not Absence.objects.exists(), "all or none"
    set_absences(event, [2], [3], "Z", COMMAND)
    set_absences(event, [1], [3], "H", COMMAND)
    assert dict(Absence.objects.values_list("player__number", "kind")) == {1: "H", 2: "Z"}


def test_such_a_player_gets_no_half_point_bye_at_the_desk(event):
    player = Player.objects.create(event=event, number=9, name="Ito, I", no_half_byes=True)
    bye = Game.objects.create(round=event.rounds.get(number=2), white=player, result="U")
    with pytest.raises(Refusal, match="Ito, I gets no half-point byes"):
        decide_about_player(event, 2, 9, Decision(bye="H", version=0, reason="asked"), COMMAND)
    bye.refresh_from_db()
    assert bye.result == "U"


def test_only_chess_has_the_box_and_only_for_players_who_are_entered(client):
    event = make_event(discipline="scrabble")
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "No half-point byes" not in text(client.get("/e/open/players/2/"))
    chess = make_event("chess")
    client.force_login(person("other", chess, Role.CHIEF_ARBITER))
    assert "No half-point byes" in text(client.get("/e/chess/players/2/"))
    assert "No half-point byes" not in text(client.get("/e/chess/players/add/"))
