"""Look ahead in small fields: the pairs of this round must leave enough opponents for later rounds.

In nineteen rounds, twenty players meet everybody once. Pairing by standings alone can leave cycles of odd length in the
last two rounds, so near the end other pairs are chosen if those by standings lead to a dead end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from pairing.new_swiss.matching import Cost, find_cheapest_pairs
from pairing.rules.boards import Pair, ordered_pair
from pairing.rules.history import History
from pairing.rules.legality import Limits

MOST_ROUNDS_AHEAD = 4  # further ahead there is room enough
MOST_SPARE_OPPONENTS = 4  # fields whose players have more opponents than rounds to spare are not checked
ATTEMPTS = 40


def rounds_to_check(history: History, players: Sequence[int], limits: Limits) -> int:
    """Return how many rounds after this one to check; 0 in large or odd fields and if repeats are allowed."""
    if limits.repeats != 0 or len(players) % 2 or len(players) > history.rounds + MOST_SPARE_OPPONENTS + 1:
        return 0
    fewest = min((sum(_allowed(history, limits, a, b) for b in players) for a in players), default=0)
    return min(history.rounds - history.round, fewest - 1, MOST_ROUNDS_AHEAD)


def find_other_pairs(
    history: History, players: Sequence[int], pairs: Sequence[Pair], limits: Limits, cost: Cost
) -> list[Pair] | None:
    """Return the cheapest other pairs that leave later rounds playable, None if `pairs` do or if none are found.

    The candidates are the best pairs without one of `pairs`, for each of these.
    """
    rounds = rounds_to_check(history, players, limits)
    if rounds < 1 or _is_playable(history, players, pairs, limits, rounds):
        return None
    candidates = []
    for banned in pairs:
        others = find_cheapest_pairs(players, _without(cost, ordered_pair(*banned)))
        if others is not None:
            candidates.append((sum(cost(*pair) or 0 for pair in others), others))
    return next(
        (others for _, others in sorted(candidates) if _is_playable(history, players, others, limits, rounds)), None
    )


def _allowed(history: History, limits: Limits, one: int, other: int) -> bool:
    return one != other and limits.allow(history, one, other)


def _without(cost: Cost, banned: Pair) -> Callable[[int, int], int | None]:
    return lambda one, other: None if ordered_pair(one, other) == banned else cost(one, other)


def _is_playable(history: History, players: Sequence[int], pairs: Sequence[Pair], limits: Limits, rounds: int) -> bool:
    """Return whether that many rounds could be paired after these pairs, trying random pairs from fixed seeds."""
    used = {ordered_pair(*pair) for pair in pairs}
    allowed = {ordered_pair(a, b) for a, b in combinations(players, 2) if limits.allow(history, a, b)} - used
    return any(_can_pair_rounds(players, allowed, rounds, Random(attempt)) for attempt in range(ATTEMPTS))  # noqa: S311


def _can_pair_rounds(players: Sequence[int], allowed: set[Pair], rounds: int, chance: Random) -> bool:
    prices = {pair: int(1000 * chance.random()) for pair in sorted(allowed)}
    for _ in range(rounds):
        pairs = find_cheapest_pairs(players, lambda one, other: prices.get(ordered_pair(one, other)))
        if pairs is None:
            return False
        for pair in pairs:
            del prices[ordered_pair(*pair)]
    return True
