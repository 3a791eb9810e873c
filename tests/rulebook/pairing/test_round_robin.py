"""Berger tables (FIDE C.05, Annex 1), double cycles and Scheveningen."""

from collections import Counter
from itertools import groupby

import pytest

from pairing import round_robin
from tiebreaks.refusal import Refusal

BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


def played(rounds, size):
    """Return the games of real players as (White, Black) over all rounds."""
    return [pair for boards in rounds for pair in boards if max(pair) <= size]


def colours(rounds, number, size):
    return ["w" if white == number else "b" for white, black in played(rounds, size) if number in (white, black)]


@pytest.mark.parametrize("size", BERGER)
def test_published_tables(size):
    expected = [sorted(tuple(map(int, game.split("-"))) for game in text.split()) for text in BERGER[size].split("|")]
    assert [sorted(boards) for boards in round_robin.berger_rounds(size)] == expected


@pytest.mark.parametrize("size", range(2, 25))
def test_everybody_meets_once_with_balanced_colours(size):
    rounds = round_robin.berger_rounds(size)
    games = Counter(frozenset(pair) for pair in played(rounds, size))
    assert len(games) == size * (size - 1) // 2 and set(games.values()) == {1}
    assert all(len({n for pair in boards for n in pair}) == 2 * len(boards) for boards in rounds)
    whites = Counter(white for white, _ in played(rounds, size))
    blacks = Counter(black for _, black in played(rounds, size))
    assert all(abs(whites[n] - blacks[n]) <= 1 for n in range(1, size + 1))


@pytest.mark.parametrize("size", range(3, 25))
def test_double_cycles_exchange_colours_and_give_no_three_alike(size):
    rounds = round_robin.double_rounds(size)
    assert set(Counter(played(rounds, size)).values()) == {1}
    for number in range(1, size + 1):
        assert max(len(list(run)) for _, run in groupby(colours(rounds, number, size))) <= 2


def test_without_the_exchange_of_two_rounds_three_are_alike():
    rounds = round_robin.double_rounds(6, turn_last_two=False)
    runs = [len(list(run)) for n in range(1, 7) for _, run in groupby(colours(rounds, n, 6))]
    assert max(runs) == 3


@pytest.mark.parametrize("size", range(1, 13))
def test_scheveningen(size):
    rounds = round_robin.scheveningen_rounds(size)
    games = Counter(frozenset(pair) for boards in rounds for pair in boards)
    assert games == Counter(frozenset((a, size + b)) for a in range(1, size + 1) for b in range(1, size + 1))
    whites = Counter(white for boards in rounds for white, _ in boards)
    for number in range(1, 2 * size + 1):
        assert whites[number] == size // 2 or (size % 2 and whites[number] == size // 2 + 1)


SCHEVENINGEN = {
    1: "1-2",
    2: "1-3 2-4 | 4-1 3-2",
    3: "1-4 5-2 3-6 | 1-5 2-6 4-3 | 6-1 2-4 3-5",
}


@pytest.mark.parametrize("size", SCHEVENINGEN)
def test_the_tables_of_two_teams(size):
    rounds = round_robin.scheveningen_rounds(size)
    written = (" ".join(f"{white}-{black}" for white, black in boards) for boards in rounds)
    assert " | ".join(written) == SCHEVENINGEN[size]


def test_the_free_player_of_an_odd_field():
    pairing = round_robin.pair([11, 12, 13, 14, 15], 1)
    assert pairing.pairs == [(12, 15), (13, 14)] and pairing.bye.player == 11


def test_a_round_says_which_one_of_which_table_it_is():
    pairing = round_robin.pair([11, 12, 13, 14, 15], 3)
    assert (pairing.round, pairing.notes) == (3, ())
    reasons = [(reason.code, dict(reason.params)) for board in pairing.boards for reason in board.reasons]
    assert reasons == [("berger", {"round": 3, "size": 5})] * 2
    (free,) = pairing.bye.reasons
    assert (free.code, dict(free.params)) == ("berger-free", {"number": 6})
    assert round_robin.pair([1, 2, 3, 4], 1).bye is None


# The rounds of a double round robin of four, with and without the exchange of rounds 2 and 3.
DOUBLE = {
    True: "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3",
    False: "1-4 2-3 | 4-3 1-2 | 2-4 3-1 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3",
}


@pytest.mark.parametrize("turn", DOUBLE)
def test_the_rounds_of_a_double_round_robin(turn):
    rounds = [round_robin.pair([1, 2, 3, 4], number, cycles=2, turn_last_two=turn) for number in range(1, 7)]
    assert " | ".join(" ".join(f"{white}-{black}" for white, black in each.pairs) for each in rounds) == DOUBLE[turn]


def test_a_double_round_robin_turns_its_last_two_rounds_unless_told_otherwise():
    assert round_robin.pair([1, 2, 3, 4], 2, cycles=2).pairs == [(2, 4), (3, 1)]


REFUSED = [
    (lambda: round_robin.berger_rounds(1), "round-robin-too-few", "players", {"count": 1}),
    (lambda: round_robin.double_rounds(0), "round-robin-too-few", "players", {"count": 0}),
    (lambda: round_robin.scheveningen_rounds(0), "round-robin-too-few", "players", {"count": 0}),
    (lambda: round_robin.scheveningen_rounds(-1), "round-robin-too-few", "players", {"count": -2}),
    (lambda: round_robin.pair([1, 2, 3, 4], 4), "round-robin-no-round", "round", {"round": 4, "rounds": 3}),
    (lambda: round_robin.pair([1, 2, 3, 4], 0), "round-robin-no-round", "round", {"round": 0, "rounds": 3}),
    (lambda: round_robin.pair([1, 2, 3, 4], 7, 2), "round-robin-no-round", "round", {"round": 7, "rounds": 6}),
]


@pytest.mark.parametrize(("ask", "code", "field", "params"), REFUSED)
def test_what_the_tables_do_not_have(ask, code, field, params):
    with pytest.raises(Refusal) as refused:
        ask()
    assert (refused.value.code, refused.value.field, refused.value.params) == (code, field, params)
