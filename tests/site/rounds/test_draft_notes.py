"""What stands beside everybody in a draft: number, rating, points, and colours of the games played so far."""

import pytest

from pairing.plan.stages import Stage
from tests.site.factories import LEFT, make_event
from tests.site.teams import make_team_event, swiss
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.models import Event, Game
from tournaments.pages.rounds.draft_notes import list_notes
from tournaments.scheduling.next_round import read_next_round

pytestmark = pytest.mark.django_db

RESULTS = [["10", "10", "10", "10"], ["==", "01", "+-", "10"]]


def notes(event):
    event.refresh_from_db()
    return list_notes(event, read_next_round(staff_reader(event)))


def play(**fields):
    event = make_event(departures=LEFT, **fields)
    for number, results in enumerate(RESULTS, start=1):
        for board, result in enumerate(results, start=1):
            Game.objects.filter(round__event=event, round__number=number, board=board).update(result=result)
    event.players.filter(number=1).update(rating=2100)
    return event


def test_a_player_has_the_colours_of_the_games_that_were_played():
    event = set_plan(play(), [Stage("dutch", 1, 5)], COMMAND)
    found = notes(event)
    assert found.first == found.second == found.free
    assert found.first == {
        1: "No. 1 · 2100 · 2 pts · W B",
        2: "No. 2 · ½ pt · B W",
        3: "No. 3 · 1½ pts · W B",
        4: "No. 4 · 0 pts · B W",
        5: "No. 5 · 1 pt · W B",
        6: "No. 6 · 1 pt · B",  # the second game was won by forfeit
        7: "No. 7 · 1 pt · W",
        8: "No. 8 · 1 pt · B W",
    }


def test_where_nobody_has_a_side_none_is_shown():
    event = play(discipline="petanque", tiebreaks="PTS,BHN")
    set_plan(event, [Stage("new-swiss", 1, 5)], COMMAND)
    assert notes(event).first[1] == "No. 1 · 2100 · 2 pts"


def test_a_team_has_the_colour_of_its_first_board():
    event = make_team_event(rounds=0, team_colours="WBBB")
    swiss(event)
    found = notes(Event.objects.get(pk=event.pk))
    assert (found.first[1], found.second[1], found.free[1]) == (
        "White on board 1",
        "Black on board 1",
        "",
    )
