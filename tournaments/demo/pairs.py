"""Plausible pairings and results for the fictional events. Real events are paired by `pairing`."""

from collections.abc import Callable
from random import Random

type Met = dict[int, set[int]]
type GroupOf = Callable[[int], int]
type Pairs = list[tuple[int, int]]


def pair_round(order: list[int], group_of: GroupOf, met: Met) -> Pairs:
    """Pair everybody from the top: the upper half of each group with its lower half, nobody twice."""
    pairs = _pair(order, group_of, met)
    assert pairs is not None  # the fictional events are large enough
    return pairs


def _pair(order: list[int], group_of: GroupOf, met: Met) -> Pairs | None:
    """Return None if the rest can't be paired, so that the caller tries its next choice."""
    if not order:
        return []
    first, others = order[0], order[1:]
    middle = sum(group_of(other) == group_of(first) for other in others) // 2
    for other in sorted(others, key=lambda o: abs(others.index(o) - middle)):
        if other not in met[first]:
            rest = _pair([o for o in others if o != other], group_of, met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def expected(own: int, other: int) -> float:
    """Return the share of the points that the ratings let expect."""
    return 1 / (1 + 10 ** ((other - own) / 400))


def chess_result(chance: Random, white: int, black: int) -> str:
    """Draw the result of a game from both ratings; about a third of the even games are drawn."""
    share = expected(white + 30, black)
    drawn = 0.9 * min(share, 1 - share)
    luck = chance.random()
    return "==" if luck < drawn else "10" if luck < drawn + share - drawn / 2 else "01"


def scrabble_scores(chance: Random, first: int, second: int) -> tuple[int, int]:
    """Draw the scores of a game from both ratings: around 390, one point for each 20 of rating."""
    tilt = (first - second) / 20
    one, other = round(chance.gauss(390 + tilt, 55)), round(chance.gauss(384 - tilt, 55))
    return max(180, one), max(180, other)


def petanque_scores(chance: Random, first: int, second: int) -> tuple[int, int]:
    """Draw the scores of a game to 13."""
    loser = chance.randrange(13)
    return (13, loser) if chance.random() < expected(first, second) else (loser, 13)
