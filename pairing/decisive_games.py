"""Whether a game can decide who reaches the final, when other games are certain to be played.

Each result of a game is a win for one or the other, or a draw; a win moves the spreads by anything from 1 to the bound
of one game. Inside one result each spread moves over an interval of the same length, so intervals that meet contain
an end: looking at the ends alone suffices. The two sides of a game move independently here, which is more than can
happen; the error goes towards keeping a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from pairing.boards import Pair

if TYPE_CHECKING:
    from pairing.finalists import Place, Settings

type Value = tuple[int, int, int]  # halves of wins, spread, the order as it stands
type Best = tuple[Value, ...]

UNBOUNDED = 10**9
MOST_CASES = 200_000  # beyond that a game is kept


def is_decisive(
    game: Pair,
    fixed: Sequence[Pair],
    resting: Sequence[int],
    standings: Sequence[Place],
    places: int,
    settings: Settings,
) -> bool:
    """Tell whether results of the fixed games exist with which two results of `game` give different finalists.

    `places` are open for the players of all these games; `resting` has a bye and keeps in the running.
    """
    value = {row.player: (row.half, row.spread, -place) for place, row in enumerate(standings)}
    cases: set[Best] = {_best((_moved(value[n], settings.bye_half, settings.bye_spread) for n in resting), places)}
    for one, other in fixed:
        results = list(_results(value[one], value[other], settings))
        cases = {_best((*case, *result), places) for case in cases for result in results}
        if len(cases) > MOST_CASES:
            return True
    mine = list(_results(value[game[0]], value[game[1]], settings))
    return any(len({_reach(case, one, other, places) for one, other in mine}) > 1 for case in cases)


def _best(values: Iterable[Value], places: int) -> Best:
    """Keep of the others what can matter: as many of the best as there are places."""
    return tuple(sorted(values, reverse=True)[: max(places, 0)])


def _reach(others: Best, one: Value, other: Value, places: int) -> tuple[bool, bool]:
    """Say which of two players are among the best; the rest of the places follows from that."""
    return (
        sum(value > one for value in (*others, other)) < places,
        sum(value > other for value in (*others, one)) < places,
    )


def _results(one: Value, other: Value, settings: Settings) -> Iterator[tuple[Value, Value]]:
    """Yield both players' values after each result of their game."""
    ends = (1, UNBOUNDED if settings.swing is None else settings.swing)
    for won, lost in product(ends, ends):
        yield _moved(one, 2, won), _moved(other, 0, -lost)
        yield _moved(one, 0, -lost), _moved(other, 2, won)
    if settings.draws:
        yield _moved(one, 1, 0), _moved(other, 1, 0)


def _moved(value: Value, half: int, spread: int) -> Value:
    return value[0] + half, value[1] + spread, value[2]
