"""What the engine that pairs teams is told: which score comes first, and whom Berlin has given a match."""

from decimal import Decimal

import pytest

from pairing.plan import stages
from tests.site.championship import draw
from tests.site.teams import enter_matches, make_teams, matches, round_of, swiss
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader
from tournaments.access.reader import staff_reader
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.exports import tournament_file
from tournaments.formats import incoming
from tournaments.models import Event
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.scheduling.next_round import read_next_round
from tournaments.scheduling.proposals import read_team_settings

pytestmark = pytest.mark.django_db

GROUPS = {  # who has how much after round 1, by what counts first
    "MP": ({"1": 2, "6": 2, "3": 2, "4": 1, "8": 1, "2": 0, "5": 0, "7": 0}, {"team_score": "MP"}),
    "GP": ({"3": 4, "1": 2.5, "6": 2.5, "4": 2, "8": 2, "2": 1.5, "5": 1.5, "7": 0}, {"team_score": "GP"}),
}


@pytest.mark.parametrize("score", GROUPS)
def test_the_engine_pairs_by_the_score_that_comes_first(score):
    """Among three winners by match points one must float; by game points the 4-0 of team 3 floats to a 2½."""
    points, settings = GROUPS[score]
    event = swiss(make_teams(8, boards=4, tiebreaks="GP,MP" if score == "GP" else "MP,GP", **settings))
    assert round_of(event) == 1
    assert matches(event, 1)[0] == [(1, 5), (6, 2), (3, 7), (8, 4)]
    enter_matches(event, 1, "1===", "1===", "1111", "====")
    games = read_crosstable(staff_reader(event)).games
    assert {str(number): float(own[0].points) for number, own in games.items()} == points
    (draft,) = draw(event)
    apart = sorted(abs(points[str(board["white"])] - points[str(board["black"])]) for board in draft.boards)
    assert apart == ([0, 0, 1, 1] if score == "MP" else [0.5, 0.5, 1.5, 1.5])


def test_the_engine_knows_whom_berlin_has_given_the_match_points():
    """All four matches are drawn; by Berlin 5, 2, 3 and 4 have won them, so winners meet winners."""
    event = swiss(make_teams(8, boards=4, berlin="points"))
    round_of(event)
    enter_matches(event, 1, "0==1", "0==1", "1==0", "0==1")
    won = {number for number, own in read_crosstable(staff_reader(event)).games.items() if own[0].points == 2}
    assert won == {2, 3, 4, 5}
    (draft,) = draw(event)
    assert all((board["white"] in won) == (board["black"] in won) for board in draft.boards)


def test_a_file_keeps_whom_berlin_has_given_the_match_points():
    """What was decided is read again, by the table and by an import, which finds that it was Berlin."""
    event = swiss(make_teams(8, boards=4, berlin="points"))
    round_of(event)
    enter_matches(event, 1, "0==1", "0==1", "1==0", "1===")
    event = Event.objects.get(pk=event.pk)
    points = {number: own[0].points for number, own in read_crosstable(staff_reader(event)).games.items()}
    text = tournament_file.write_tournament_file(staff_reader(event))
    reading = incoming.read_files([("cup.trf", text.encode())])
    read = reading.events[0].tournament.teams
    assert {number: own[0].points for number, own in read.games.items()} == points
    (again,) = import_incoming(reading, COMMAND, slug="again")
    assert again.team_rules.berlin == "points"
    assert {number: own[0].points for number, own in read_crosstable(staff_reader(again)).games.items()} == points
    assert [
        line for line in tournament_file.write_tournament_file(staff_reader(again)).splitlines() if line[:3] == "299"
    ] == [line for line in text.splitlines() if line[:3] == "299"]


def test_points_of_a_match_that_no_setting_gives_are_reported():
    event = swiss(make_teams(8, boards=4))
    round_of(event)
    enter_matches(event, 1, "1111", "0==1", "1==0", "1===")
    text = (
        tournament_file.write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)))
        + "299 L   0.5   4.0    1    1\n"
    )
    warnings = incoming.read_files([("cup.trf", text.encode())], lenient=True).warnings
    warning = "Round 1 gives team 1 points that the event’s settings don’t give."
    assert [(str(odd), odd.file) for odd in warnings if odd.field == "299"] == [(warning, "cup.trf")]
    assert rank(reader.read(text).teams, read_order("MP", of_teams=True)).rows
    assert reader.read(text).teams.games[1][0].points == Decimal("0.5")
    with pytest.raises(Refusal) as refused:
        incoming.read_files([("cup.trf", text.encode())])
    assert refused.value.code == "match-worth"
    with pytest.raises(Refusal) as refused:
        reader.read(text.replace("4.0    1    1\n", "4.0    7    1\n"))
    assert (refused.value.code, refused.value.field) == ("not-there", "299")


def test_accelerated_teams_get_the_match_points_of_a_win():
    """Eight teams, five rounds: the upper four have 2 points more in rounds 1 and 2 and 1 more in round 3."""
    event = make_teams(8, boards=2, planned_rounds=5)
    set_plan(event, [stages.Stage("team-swiss", 1, 5, {"accelerated": True})], COMMAND)
    assert round_of(event) == 1
    assert {frozenset(pair) for pair in matches(event, 1)[0]} == {
        frozenset(pair) for pair in [(1, 3), (2, 4), (5, 7), (6, 8)]
    }
    event = Event.objects.get(pk=event.pk)
    settings = read_team_settings(read_next_round(staff_reader(event)))
    assert [each[:3] for each in settings.accelerated] == [(2, 1, 2), (1, 3, 3)]
    text = tournament_file.write_tournament_file(staff_reader(event))
    assert [line for line in text.splitlines() if line.startswith(("152", "250"))] == [
        "152 W",
        "250  2.0        1   2    1    4",
        "250  1.0        3   3    1    4",
    ]


def test_teams_that_are_paired_by_game_points_are_not_accelerated():
    event = make_teams(8, boards=2, team_score="GP", tiebreaks="GP,MP")
    with pytest.raises(Refusal, match="paired by game points"):
        set_plan(event, [stages.Stage("team-swiss", 1, 3, {"accelerated": True})], COMMAND)
