"""The rounds before the finalists' round leave opponents for everybody without a fixed game, or warn.

`python -m tests.generated.pairing_marathon --sizes 20-30 --seeds 60 --dutch 0` counts the blocked ones of each size.
"""

import pytest

from pairing import rounds
from pairing.finalists import finalists_ahead, standing
from pairing.finalists.finalists_ahead import AT_RISK, SAVED, can_pair_finalists, play_at_random
from pairing.plan import stages, usual_plans
from pairing.rules.history import read_history
from pairing.rules.legality import find_faults
from tests.generated.scrabble_events import championship
from tests.rulebook.pairing.test_finalists import YEARS, event
from tiebreaks.refusal import Refusal
from tournaments.scheduling.next_round import DrawWishes, NextRound
from tournaments.scheduling.proposals import propose_round


def played(size, seed, *, looks_ahead=True, last=20):
    """Play a championship; return its last position, its plan, its notes about what is ahead, and how it ended."""
    notes, end = [], None
    try:
        for hall, pairing in championship(size, seed, last=last, looks_ahead=looks_ahead):
            notes += [(pairing.round, note) for note in pairing.notes if note.code in (SAVED, AT_RISK)]
            if 3 < pairing.round < 20:
                assert find_faults(pairing, read_history(hall.facts)) == ()
            facts = hall.facts
    except Refusal as refusal:
        facts, end = hall.facts, refusal
    return facts, notes, end


def test_opponents_are_kept_for_those_without_a_fixed_game():
    assert played(24, 11, looks_ahead=False)[2].code == "no-pairing-meet-again"
    _, notes, end = played(24, 11)
    assert end is None
    assert [(round_number, note.code) for round_number, note in notes] == [(17, SAVED)]
    assert str(notes[0][1]).endswith("to keep opponents for round 20.")


def test_the_games_that_the_finalists_round_needs_are_saved_above_all(monkeypatch):
    assert played(24, 1002)[2] is None
    monkeypatch.setattr(finalists_ahead, "RESERVED", 0)
    assert played(24, 1002)[2].code == "no-pairing-meet-again"


def test_two_rounds_ahead_a_draft_warns_and_then_a_relaxation_is_confirmed():
    facts, notes, refused = played(22, 2)
    warned = {round_number: note.params["count"] for round_number, note in notes if note.code == AT_RISK}
    assert warned == {18: 9, 19: 16}
    (first, *_) = (str(note) for _, note in notes if note.code == AT_RISK)
    assert first.startswith("⚠ Round 20 may have no legal pairing: 9 of 24 random trials found none.")
    granted = refused.params["relaxation"]
    final = stages.Stage("finalists", 20, 20)
    pairing = rounds.pair(facts, final, rounds.Wishes(granted=frozenset(granted)))
    assert {*granted} <= {board.pair for board in pairing.boards}


def test_another_bye_of_the_finalists_round_is_confirmed():
    facts, _, refused = played(21, 2)
    assert (refused.code, refused.params["relaxation"]) == ("no-pairing-other-bye", ())
    coming = NextRound(20, stages.Stage("finalists", 20, 20), facts, {})
    (proposal,) = propose_round(coming, DrawWishes(bye=refused.params["bye"]), seed=1)
    assert proposal["byes"] == [{"player": refused.params["bye"], "reasons": [["bye-confirmed", {}]]}]


def test_a_draft_looks_ahead_unless_the_arbiter_has_fixed_something(monkeypatch):
    asked = []
    monkeypatch.setattr(
        finalists_ahead, "keep_finalists_playable", lambda past, pairing, *how: asked.append(how[-1].round) or pairing
    )
    facts, _, _ = played(22, 0, last=16, looks_ahead=False)
    plan = usual_plans.german_championship()
    coming = NextRound(17, plan[1], facts, {}, plan=plan)
    propose_round(coming, DrawWishes(), seed=1)
    propose_round(coming, DrawWishes(fixed=((1, 2),)), seed=1)
    assert asked == [20]


SETTINGS = [
    # players, round to be paired, repeats: whether the finalists' round is looked at
    (24, 17, 0, True),
    (24, 16, 0, True),
    (24, 15, 0, False),
    (20, 17, 0, False),
    (21, 17, 0, True),
    (27, 17, 0, True),
    (28, 17, 0, False),
    (24, 17, 1, False),
]


@pytest.mark.parametrize(("size", "round_number", "repeats", "looks"), SETTINGS)
def test_where_it_is_looked_ahead(size, round_number, repeats, looks):
    facts, _, _ = played(size, 1, looks_ahead=False, last=1)
    past = read_history(facts)
    past.last = round_number - 1
    settings = rounds.swiss_settings(stages.Stage("new-swiss", 4, 19, {"repeats": repeats}), rounds.NO_WISHES)
    final = finalists_ahead.Final(20, standing.USUAL, settings.limits)
    assert finalists_ahead._is_tight(past, settings, final) == looks


def test_a_course_counts_its_round():
    facts, _, _ = played(5, 1, looks_ahead=False, last=1)
    past = read_history(facts)
    one, other, third, fourth, free = past.order
    after = play_at_random(past, [(one, other), (third, fourth)], free, finalists_ahead.Random(1))
    assert after.round == past.round + 1 and after.meetings[min(one, other), max(one, other)] >= 1
    assert sum(e.score for e in after.entrants.values()) == sum(e.score for e in past.entrants.values()) + 3
    assert sum(e.spread for e in after.entrants.values()) == sum(e.spread for e in past.entrants.values())
    assert after.entrants[free].byes == past.entrants[free].byes + 1
    assert list(after.order) == sorted(after.order, key=lambda n: after.entrants[n].standing)


def test_a_released_game_may_be_fixed_again():
    """Four players of whom the first and the last have met: only with their game fixed can all be paired."""
    settings = rounds.swiss_settings(stages.Stage("new-swiss", 4, 19), rounds.NO_WISHES)
    final = finalists_ahead.Final(20, standing.USUAL, settings.limits)
    petra = YEARS[2010].partition("safe:")[0]
    assert can_pair_finalists(event(petra, (1, 2, 3, 4), {(1, 4): 1}), final, settings)
