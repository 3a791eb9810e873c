"""Rounds of teams on the way from the plan to the published matches: drawn, published, refused."""

from datetime import date
from itertools import combinations

import pytest

from pairing.plan import usual_plans
from pairing.plan.stages import Stage
from tests.generated import compare_teams
from tests.site.championship import draw, play, publish
from tests.site.teams import make_teams, matches, robin, round_of, swiss
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.exports import tournament_file
from tournaments.models import Game, TeamMatch
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.scheduling import draft_faults, next_round

pytestmark = pytest.mark.django_db


def facts(event, team):
    return read_crosstable(staff_reader(event)).team_event.matches[team]


def test_a_drawn_round_becomes_matches_with_their_boards():
    event = swiss(make_teams(6, boards=2))
    (draft,) = draw(event)
    assert [(board["white"], board["black"]) for board in draft.boards] == [(1, 4), (5, 2), (3, 6)]
    assert not event.rounds.exists()
    publish(event)
    assert matches(event, 1) == ([(1, 4), (5, 2), (3, 6)], {})
    seats = Game.objects.order_by("board").values_list(
        "board", "match__table", "match_board", "white__name", "black__name"
    )
    assert list(seats)[:4] == [
        (1, 1, 1, "Aster 1", "Dahlia 1"), (2, 1, 2, "Dahlia 2", "Aster 2"),
        (3, 2, 1, "Elder 1", "Birch 1"), (4, 2, 2, "Birch 2", "Elder 2"),
    ]  # fmt: skip
    assert read_progress(staff_reader(event))[:4] == (1, 5, 0, 6)


def test_the_colours_of_the_boards_are_those_of_the_event():
    event = swiss(make_teams(4, boards=4, team_colours="WBBW"))
    round_of(event)
    whites = Game.objects.filter(match__table=1).order_by("match_board").values_list("white__team__number", flat=True)
    assert list(whites) == [1, 3, 3, 1]


def test_a_whole_swiss_event_of_teams_without_a_second_meeting_or_bye():
    event = swiss(make_teams(7, boards=2))
    met, free = [], []
    for number in range(1, 6):
        assert round_of(event) == number
        pairs, alone = matches(event, number)
        assert sorted([n for pair in pairs for n in pair] + list(alone)) == list(range(1, 8))
        met += [frozenset(pair) for pair in pairs]
        free += alone
        play(event, number)
    assert len(met) == len(set(met)) == 15
    assert len(free) == len(set(free)) == 5
    assert read_progress(staff_reader(event)).finished
    with pytest.raises(Refusal, match="All rounds of the plan are published"):
        draw(event)


@pytest.mark.parametrize(("count", "cycles", "rounds"), [(6, 1, 5), (7, 1, 7), (4, 2, 6)])
def test_a_round_robin_of_teams(count, cycles, rounds):
    event = robin(make_teams(count), cycles)
    met = []
    for number in range(1, rounds + 1):
        round_of(event)
        pairs, alone = matches(event, number)
        met += [frozenset(pair) for pair in pairs]
        assert list(alone.values()) == ["Z"] * (count % 2)
        play(event, number)
    assert sorted(map(sorted, met)) == sorted(
        [*pair] for pair in combinations(range(1, count + 1), 2) for _ in range(cycles)
    )
    clear_caches()
    assert [row.number for row in read_standings(staff_reader(event)).rows]


def test_a_bye_of_a_team_has_the_points_of_the_event():
    event = swiss(make_teams(5, boards=4, team_bye_match_points=2, team_bye_game_points=3))
    round_of(event)
    assert matches(event, 1)[1] == {5: "U"}
    (free,) = facts(event, 5)
    assert (free.kind, free.match_points, free.game_points) == (Kind.PAB, 2, 3)
    assert not Game.objects.filter(white__team__number=5).exists()


@pytest.mark.db
def test_a_round_of_teams_is_taken_back_as_it_was():
    event = swiss(make_teams(7))
    (draft,) = draw(event)
    was = draft.boards, [bye["player"] for bye in draft.byes]
    publish(event)
    with pytest.raises(Refusal, match="reason"):
        unpublish_round(event, 1, COMMAND, " ")
    unpublish_round(event, 1, COMMAND, "the wrong list")
    draft = event.drafts.get()
    assert (draft.boards, [bye["player"] for bye in draft.byes]) == was
    assert not (TeamMatch.objects.exists() or Game.objects.exists() or event.rounds.exists())
    publish(event, reason="as before")
    enter_result(event, 1, 1, Entry("10", version=Game.objects.get(board=1).version), COMMAND)
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, 1, COMMAND, "too late")


def test_a_match_that_was_forfeited_by_hand_keeps_its_round():
    event = swiss(make_teams(4))
    round_of(event)
    end_match(event, 1, 1, "+-", COMMAND, "nobody came")
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, 1, COMMAND, "too late")


@pytest.mark.parametrize(("edition", "starts_on"), [("2024-08", "2024-10-05"), ("2026-03", "2026-05-04")])
def test_gacrux_pairs_and_ranks_whatever_was_decided_without_play(edition, starts_on):
    """Matches are ended with full and with short line-ups, and seats stay empty: on both sides of one board too."""
    event = swiss(
        make_teams(10, boards=4, edition=edition, starts_on=date.fromisoformat(starts_on), team_colours="WBBW"),
        engine="gacrux",
    )
    for number, (end, other) in enumerate([("+-", "--"), ("-+", "+-"), ("--", "-+")], start=1):
        assert round_of(event) == number
        for table in (1, 2, 3):
            match = TeamMatch.objects.get(round__number=number, table=table)
            for team, seats in (
                (match.first, (5, None, 3, 4)),
                (match.second, (1, 2 if table == 1 else None, 5, None)),
            ):
                members = [player.number for player in team.players.order_by("team_place")]
                line_up = {board: place and members[place - 1] for board, place in enumerate(seats, start=1)}
                set_line_up(event, number, table, team.number, line_up, COMMAND)
        end_match(event, number, 3, "--", COMMAND, "nobody came")
        for table, ended in ((4, end), (5, other)):
            if TeamMatch.objects.filter(round__number=number, table=table).exists():
                end_match(event, number, table, ended, COMMAND, "the bus")
        play(event, number)
    crosstable, text = (
        read_standings(staff_reader(event)).facts,
        tournament_file.write_tournament_file(staff_reader(event)),
    )
    assert compare_teams.compare(crosstable, text).differences == ()
    assert reader.read(text).teams.games == crosstable.games


def test_pairs_and_byes_that_the_arbiter_wants():
    event = swiss(make_teams(7))
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, (4, 6)), COMMAND)
    (draft,) = draw(event, fixed=((1, 2),), bye=3)
    pairs = {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert frozenset((1, 2)) in pairs
    assert frozenset((4, 6)) not in pairs
    assert [bye["player"] for bye in draft.byes] == [3]
    publish(event)
    play(event, 1)
    (draft,) = draw(event, fixed=((1, 5),), bye=2)
    assert frozenset((1, 5)) in {frozenset((board["white"], board["black"])) for board in draft.boards}
    assert [bye["player"] for bye in draft.byes] == [2]


def test_a_second_bye_and_a_second_meeting_need_a_reason():
    event = swiss(make_teams(5))
    round_of(event)
    play(event, 1)
    (draft,) = draw(event, bye=5)
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert "illegal-second-bye" in [fault.code for fault in faults]
    (draft,) = draw(event, fixed=(matches(event, 1)[0][0],))
    faults = draft_faults.find_draft_faults(next_round.read_next_round(staff_reader(event)), draft, [draft])
    assert "illegal-repeat" in [fault.code for fault in faults]
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="they want to")


@pytest.mark.parametrize("system", ["new-swiss", "king-of-the-hill"])
def test_other_systems_pair_teams_too(system):
    event = set_plan(make_teams(6), [Stage(system, 1, 3)], COMMAND)
    for number in (1, 2, 3):
        assert round_of(event) == number
        assert sorted(n for pair in matches(event, number)[0] for n in pair) == [1, 2, 3, 4, 5, 6]
        play(event, number)


@pytest.mark.parametrize(
    "plan", [usual_plans.swiss(), usual_plans.german_championship(), [Stage("scheveningen", 1, 3)]]
)
def test_what_pairs_players_is_refused_for_teams(plan):
    event = make_teams(6)
    with pytest.raises(Refusal, match="this is a team event"):
        set_plan(event, plan, COMMAND)
    assert not event.stages.exists()


def test_a_plan_from_before_the_event_had_teams_is_refused():
    event = make_teams(6, boards=0)
    set_plan(event, usual_plans.swiss(3), COMMAND)
    type(event).objects.update(team_boards=2)
    event.refresh_from_db()
    with pytest.raises(Refusal, match="this is a team event"):
        draw(event)


def test_an_open_match_holds_the_next_round_up():
    event = swiss(make_teams(6))
    round_of(event)
    with pytest.raises(Refusal, match="Matches without a result: 3"):
        draw(event)


@pytest.mark.parametrize("system", ["team-swiss", "new-swiss"])
def test_the_smallest_relaxation_is_offered_and_then_kept_to(system):
    event = set_plan(make_teams(3), [Stage(system, 1, 5)], COMMAND)
    for number in (1, 2, 3):
        round_of(event)
        play(event, number)
    with pytest.raises(Refusal, match="The smallest relaxation") as refused:
        draw(event)
    (pair,) = refused.value.params["relaxation"]
    (draft,) = draw(event, granted=(pair,), bye=refused.value.params["bye"])
    assert {draft.boards[0]["white"], draft.boards[0]["black"]} == set(pair)
    with pytest.raises(Refusal, match="reason"):
        publish(event)
    publish(event, reason="three teams only")


def test_rounds_that_nobody_plays_count():
    """A match that is ended keeps its boards; one whose team was known to be absent never had any."""
    event = robin(make_teams(3))
    for number in (1, 2, 3):
        boards = 2 if number < 3 else 0
        if not boards:
            for team in (1, 2, 3):
                withdraw_participant(event, team, COMMAND, "no money", of_teams=True)
        round_of(event)
        assert read_progress(staff_reader(event))[:1] == (number,)
        if boards:
            end_match(event, number, 1, "+-", COMMAND, "nobody came")
        assert read_progress(staff_reader(event))[:5] == (number, 3, boards, boards, number == 3)
    assert last_paired_round(event) == 3
