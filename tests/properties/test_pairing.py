"""What holds for every field: nobody is forgotten, nothing is illegal, and the order of the input changes nothing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing import rounds
from pairing.new_swiss import groups
from pairing.plan.stages import Stage
from pairing.rules.history import read_history
from pairing.rules.legality import Limits, find_faults
from tests.generated.scrabble_events import Hall, championship
from tests.sizes import examples
from tiebreaks.refusal import Refusal

SYSTEMS = {
    "new-swiss": Stage("new-swiss", 1, 99),
    "matching": Stage("new-swiss", 1, 99, {"mode": "matching"}),
    "king-of-the-hill": Stage("king-of-the-hill", 1, 99),
    "finalists": Stage("finalists", 1, 99),
    "round-robin": Stage("round-robin", 1, 99),
}
FREE_TO_REPEAT = ("king-of-the-hill", "finalists")  # fixed games of the finalists ignore earlier meetings


def played(size, seed, count):
    """Return the facts of a field after some rounds of New Swiss, fewer if it runs out of opponents."""
    hall = Hall(size, 20, seed)
    for _ in range(count):
        try:
            hall.play(rounds.pair(hall.facts, SYSTEMS["new-swiss"]))
        except Refusal:
            break
    return hall.facts


@pytest.mark.parametrize("hundred", range(4))
def test_groups_hold_everybody_once(hundred):
    for count in range(max(3, 100 * hundred), 100 * hundred + 100):
        check_groups(count)


def check_groups(count):
    drawn = groups.draw_groups(count, seed=count)
    assert sorted(rank for each in drawn for rank in each.players) == list(range(1, count + 1))
    others = [len(each.players) for each in drawn if len(each.players) != 4]
    assert others == ({0: [], 1: [5], 2: [6], 3: [3]}[count % 4] if count > 6 else [count] * (count != 4))
    for each in drawn:
        assert list(each.players) == sorted(each.players)
        games = [pair for pairs in each.rounds for pair in pairs]
        assert len(set(games)) == len(games)
        for pairs, byes in zip(each.rounds, each.byes, strict=True):
            assert sorted((*byes, *(n for pair in pairs for n in pair))) == list(each.players)


@pytest.mark.parametrize("system", SYSTEMS)
@examples(25)
@given(size=st.integers(3, 120), seed=st.integers(0, 10**6), count=st.integers(0, 3))
def test_no_illegal_pairing(system, size, seed, count):
    facts = played(size, seed, 0 if system == "round-robin" else count)
    past = read_history(facts)
    try:
        pairing = rounds.pair(facts, SYSTEMS[system])
    except Refusal as refused:
        assert refused.code.startswith("no-pairing")
        return
    assert find_faults(pairing, past, Limits(None if system in FREE_TO_REPEAT else 0)) == ()
    assert all(board.reasons and all(map(str, board.reasons)) for board in pairing.boards)
    assert (pairing.bye is None) == (size % 2 == 0)


@examples(25)
@given(size=st.integers(3, 60), seed=st.integers(0, 10**6), system=st.sampled_from(sorted(SYSTEMS)))
def test_the_order_of_the_input_changes_nothing(size, seed, system):
    facts = played(size, seed, 0 if system == "round-robin" else 2)
    numbers = list(facts.players)
    Random(seed).shuffle(numbers)
    turned = facts._replace(
        players={n: facts.players[n] for n in numbers}, games={n: facts.games[n] for n in reversed(numbers)}
    )
    assert outcome(turned, system) == outcome(facts, system)


def outcome(facts, system):
    try:
        return rounds.pair(facts, SYSTEMS[system])
    except Refusal as refused:
        return refused.code, refused.params


@pytest.mark.parametrize("mode", ("tsh", "matching"))
@pytest.mark.parametrize("size", (20, 21, 27, 42))
def test_a_championship_has_no_repeat_before_the_deciding_round(size, mode):
    """`python -m tests.generated.pairing_marathon` plays all sizes from 20 to 100."""
    for hall, pairing in championship(size, seed=size, mode=mode, last=19):
        if pairing.round > 3:
            assert find_faults(pairing, read_history(hall.facts)) == ()


def test_the_same_seed_plays_the_same_championship():
    one, other = ([pairing for _, pairing in championship(42, seed=5)] for _ in range(2))
    assert one == other and len(one) == 20


@examples(25)
@given(size=st.integers(2, 30), seed=st.integers(0, 10**6))
def test_absent_players_are_not_paired(size, seed):
    facts = played(size + 3, seed, 1)
    away = Random(seed).sample(sorted(facts.players), 2)
    past = read_history(facts, away)
    try:
        pairing = rounds.pair(facts, SYSTEMS["new-swiss"], rounds.Wishes(away))
    except Refusal:
        return
    assert not set(away) & {n for board in pairing.boards for n in board.pair}
    assert find_faults(pairing, past) == ()
