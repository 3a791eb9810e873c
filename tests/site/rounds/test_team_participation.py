"""Teams that withdraw, return, or ask not to be paired."""

import pytest

from tests.site.championship import play
from tests.site.teams import make_teams, matches, robin, round_of, swiss
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import reinstate_participant, set_absence, withdraw_participant
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.models import Game, TeamMatch
from tournaments.queries.rounds.games import read_absences, read_player_absences
from tournaments.queries.standings.crosstable import read_crosstable

pytestmark = pytest.mark.django_db


def facts(event, team):
    return read_crosstable(staff_reader(event)).team_event.matches[team]


@pytest.mark.db
def test_a_team_withdraws_and_returns():
    event = swiss(make_teams(6))
    round_of(event)
    play(event, 1)
    still_open = withdraw_participant(event, 6, COMMAND, "the bus", of_teams=True)
    assert still_open == []
    assert read_absences(event, 2) == {6: "Z"}
    assert event.players.filter(withdrawn_from__isnull=False).count() == 0
    round_of(event)
    pairs, alone = matches(event, 2)
    assert alone.pop(6) == "Z"
    assert list(alone.values()) == ["U"]
    assert len(pairs) == 2
    assert facts(event, 6)[1].kind == Kind.ZPB
    with pytest.raises(Refusal, match="Fern has already withdrawn"):
        withdraw_participant(event, 6, COMMAND, "again", of_teams=True)
    with pytest.raises(Refusal, match="no team with the number 9"):
        withdraw_participant(event, 9, COMMAND, "who?", of_teams=True)
    reinstate_participant(event, 6, COMMAND, "repaired", of_teams=True)
    assert read_absences(event, 3) == {}
    assert event.log.get(action="return").before == {"team": 6, "round": 2}


@pytest.mark.db
def test_a_team_that_leaves_while_it_plays_is_named_with_its_match():
    event = swiss(make_teams(6))
    round_of(event)
    assert withdraw_participant(event, 2, COMMAND, "ill", of_teams=True) == [(1, 2)]


def test_who_withdraws_from_a_team_is_no_team():
    event = swiss(make_teams(6))
    withdraw_participant(event, 2, COMMAND, "ill")
    assert event.teams.filter(withdrawn_from__isnull=False).count() == 0
    set_absence(event, 3, 1, "Z", COMMAND, of_teams=True)
    assert (read_absences(event, 1), read_player_absences(event, 1)) == ({3: "Z"}, {2: "Z"})
    set_absence(event, 3, 1, "", COMMAND, of_teams=True)
    round_of(event)
    names = Game.objects.filter(match__table=1).order_by("match_board").values_list("white__name", "black__name")
    assert list(names) == [("Aster 1", "Dahlia 1"), ("Dahlia 2", "Aster 3")]


@pytest.mark.parametrize(("letter", "points"), [("H", 1), ("Z", 0)])
def test_a_team_asks_not_to_be_paired(letter, points):
    event = swiss(make_teams(7))
    set_absence(event, 3, 1, letter, COMMAND, of_teams=True)
    round_of(event)
    assert matches(event, 1)[1] == {3: letter}
    assert facts(event, 3)[0].match_points == points
    with pytest.raises(Refusal, match="already published"):
        set_absence(event, 4, 1, "H", COMMAND, of_teams=True)


def test_the_half_point_byes_of_a_team_are_limited():
    event = swiss(make_teams(7, bye_requests=1))
    set_absence(event, 3, 1, "H", COMMAND, of_teams=True)
    round_of(event)
    play(event, 1)
    with pytest.raises(Refusal, match="Cedar has had 1 half-point byes"):
        set_absence(event, 3, 3, "H", COMMAND, of_teams=True)


def test_a_team_that_is_absent_from_a_round_robin_loses_its_matches():
    event = robin(make_teams(4))
    withdraw_participant(event, 1, COMMAND, "no money", of_teams=True)
    round_of(event)
    lost = TeamMatch.objects.get(second__number=4)
    assert (lost.first.number, lost.end, lost.games.count()) == (1, "-+", 0)
    assert [facts(event, n)[0].kind for n in (1, 4)] == [Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN]
    play(event, 1)
    round_of(event)
    unpublish_round(event, 2, COMMAND, "nothing was entered: the forfeit was known")
