"""Looking ahead in small fields: pairs of this round must leave enough opponents for the rounds to come.

Twenty players in nineteen rounds meet everybody once. Pairing by standings alone can leave an odd circle of opponents
for the last two rounds, so in the last rounds other pairs are taken where those of the standings lead to a dead end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from pairing.boards import Pair, ordered_pair
from pairing.history import History
from pairing.legality import Limits
from pairing.matching import Cost, find_cheapest_pairs

MOST_ROUNDS_AHEAD = 4  # rounds to look at; before that there is room enough
SPARE = 4  # a field whose players keep more opponents than this is not in danger
TRIES = 40


def rounds_to_check(history: History, players: Sequence[int], limits: Limits) -> int:
    """Return how many rounds after this one are worth a look; 0 in large and in odd fields, and with repeats."""
    if limits.repeats != 0 or len(players) % 2 or len(players) > history.rounds + SPARE + 1:
        return 0
    fewest = min((sum(_allowed(history, limits, a, b) for b in players) for a in players), default=0)
    return min(history.rounds - history.round, fewest - 1, MOST_ROUNDS_AHEAD)


def find_other_pairs(
    history: History, players: Sequence[int], pairs: Sequence[Pair], limits: Limits, cost: Cost
) -> list[Pair] | None:
    """Return the cheapest other pairs that leave the rounds to come playable; None where `pairs` do, or none are found.

    Looked at are the best pairs without one of `pairs` each.
    """
    rounds = rounds_to_check(history, players, limits)
    if rounds < 1 or _playable(history, players, pairs, limits, rounds):
        return None
    found = []
    for banned in pairs:
        others = find_cheapest_pairs(players, _without(cost, ordered_pair(*banned)))
        if others is not None:
            found.append((sum(cost(*pair) or 0 for pair in others), others))
    return next((others for _, others in sorted(found) if _playable(history, players, others, limits, rounds)), None)


def _allowed(history: History, limits: Limits, one: int, other: int) -> bool:
    return one != other and limits.allow(history, one, other)


def _without(cost: Cost, banned: Pair) -> Callable[[int, int], int | None]:
    return lambda one, other: None if ordered_pair(one, other) == banned else cost(one, other)


def _playable(history: History, players: Sequence[int], pairs: Sequence[Pair], limits: Limits, rounds: int) -> bool:
    """Tell whether that many rounds were found after these pairs; each try takes pairs at random, from fixed seeds."""
    used = {ordered_pair(*pair) for pair in pairs}
    allowed = {ordered_pair(a, b) for a, b in combinations(players, 2) if limits.allow(history, a, b)} - used
    return any(_rounds_found(players, allowed, rounds, Random(attempt)) for attempt in range(TRIES))  # noqa: S311


def _rounds_found(players: Sequence[int], allowed: set[Pair], rounds: int, chance: Random) -> bool:
    prices = {pair: int(1000 * chance.random()) for pair in sorted(allowed)}
    for _ in range(rounds):
        pairs = find_cheapest_pairs(players, lambda one, other: prices.get(ordered_pair(one, other)))
        if pairs is None:
            return False
        for pair in pairs:
            del prices[ordered_pair(*pair)]
    return True
