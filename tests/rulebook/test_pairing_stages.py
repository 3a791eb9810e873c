"""The plan of an event: presets, mistakes, and what may still be changed. Final and placement games."""

import pytest

from pairing import finals, stages
from pairing.finals import Match, PlayedMatch, Result
from pairing.stages import Stage
from tiebreaks.refusal import Refusal

CHAMPIONSHIP = stages.german_championship()


@pytest.mark.parametrize("plan", [CHAMPIONSHIP, stages.swiss(), stages.round_robin(7), stages.round_robin(6, cycles=2)])
def test_presets_are_plans_and_survive_storing(plan):
    assert stages.from_json(stages.to_json(plan)) == plan == stages.check_plan(plan)


def test_the_german_championship():
    systems = [(stage.system, stage.first, stage.last) for stage in CHAMPIONSHIP]
    assert systems == [("groups", 1, 3), ("new-swiss", 4, 19), ("finalists", 20, 20), ("final", 21, 23)]
    assert stages.stage_of(CHAMPIONSHIP, 19).get("repeats") == 0


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ([Stage("swiss", 1, 9)], "no pairing system “swiss”"),
        ([Stage("dutch", 2, 9)], "must start with round 1 .* starts with round 2"),
        ([Stage("dutch", 1, 5), Stage("new-swiss", 7, 9)], "must start with round 6 .* starts with round 7"),
        ([Stage("dutch", 1, 0)], "can't end before it"),
        ([Stage("groups", 1, 4)], "groups takes 3 rounds, not 4"),
        ([Stage("final", 1, 2)], "final takes 3 rounds, not 2"),
        ([Stage("dutch", 1, 9, {"initial": "X"})], "“X” is not a valid value for the setting “initial”"),
        ([Stage("dutch", 1, 9, {"colour": "W"})], "dutch has no setting “colour”"),
        ([Stage("scheveningen", 1, 4, {"x": 1})], "no setting “x”"),
        ([Stage("new-swiss", 1, 9, {"repeats": True})], "“True” is not a valid value"),
        ([Stage("dutch", 1, 100)], "at most 99 rounds"),
    ],
)
def test_mistakes_are_refused(plan, sentence):
    with pytest.raises(Refusal, match=sentence):
        stages.check_plan(plan)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"system": "dutch"}]', '[{"system": "dutch", "first": "a", "last": 1}]']
)
def test_unreadable_plans_are_refused(text):
    with pytest.raises(Refusal):
        assert stages.from_json(text) != ()


def test_a_stage_that_has_begun_can_not_change():
    shorter = stages.german_championship(rounds=18)
    assert stages.change_plan(CHAMPIONSHIP, shorter, last_paired=3) == shorter
    with pytest.raises(Refusal, match="Round 4 has already been paired"):
        stages.change_plan(CHAMPIONSHIP, shorter, last_paired=4)


def test_beyond_the_plan():
    with pytest.raises(Refusal, match="no round 24"):
        stages.stage_of(CHAMPIONSHIP, 24)


FINAL = Match(1, (4, 7), 3)
WON, DRAWN, LOST = Result(2, 30), Result(1), Result(0, -50)


@pytest.mark.parametrize(
    ("results", "still", "winner"),
    [
        ([], 3, None),
        ([WON], 2, None),
        ([WON, WON], 0, 4),
        ([LOST, LOST], 0, 7),
        ([WON, LOST], 1, None),
        ([WON, DRAWN], 1, None),
        ([WON, LOST, DRAWN], 0, 7),  # equal wins: the spread of the match
        ([DRAWN, DRAWN, DRAWN], 0, 4),  # all equal: the standings before
    ],
)
def test_a_match(results, still, winner):
    assert finals.count_open_games(FINAL, results) == still
    assert finals.match_winner(FINAL, results) == winner


def test_the_final_table_respects_the_matches():
    standings = [4, 7, 1, 2, 9]
    played = finals.plan_matches(standings, games=3, placements=1)
    assert played == [FINAL, Match(3, (1, 2), 1)]
    over = [PlayedMatch(match, results) for match, results in zip(played, ((LOST, LOST), (LOST,)), strict=True)]
    assert finals.final_table(standings, over) == [(1, 7), (2, 4), (3, 2), (4, 1), (5, 9)]
    still_open = [PlayedMatch(match, ()) for match in played]
    assert finals.final_table(standings, still_open) == [(1, 4), (1, 7), (3, 1), (3, 2), (5, 9)]
    assert [each.score for each in over] == [(0, 4), (0, 2)]


def test_a_match_for_a_place_set_by_hand_decides_it():
    swapped = [PlayedMatch(Match(1, (4, 9), 1), (LOST,))]
    assert finals.final_table([4, 7, 1, 2, 9], swapped) == [(1, 9), (2, 4), (3, 7), (4, 1), (5, 2)]


@pytest.mark.parametrize("games", (0, 6))
def test_a_final_has_one_to_five_games(games):
    with pytest.raises(Refusal, match="one to five"):
        finals.plan_matches([1, 2], games)
