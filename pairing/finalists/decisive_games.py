"""Decide whether a game can affect who reaches the final, given other games that are certain to be played.

A game is won by either player or drawn; a win changes the spreads by anything from 1 to the limit for one game. For
each result, all spreads vary over intervals of the same length, and if two of these overlap, one contains an end of the
other: so checking the ends is enough. The spreads of the two players vary independently here, which is more than can
happen; the only error is that a game may be kept unnecessarily.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from pairing.finalists.standing import FinalistSettings, Place
from pairing.rules.boards import Pair

type Value = tuple[int, int, int]  # half wins, spread, current order
type Best = tuple[Value, ...]
type Result = tuple[Value, Value]

UNBOUNDED = 10**9
FIRST_CASES = 200  # in a large field one of these nearly always shows that a game is decisive
MOST_CASES = 200_000  # with more cases, the game is kept


def is_decisive(
    game: Pair,
    fixed: Sequence[Pair],
    resting: Sequence[int],
    standings: Sequence[Place],
    places: int,
    settings: FinalistSettings,
) -> bool:
    """Return whether, for some results of the fixed games, two results of `game` give different finalists.

    The players of all these games, and those in `resting` who have a bye, compete for `places` places.
    """
    values = {row.player: (row.half, row.spread, -place) for place, row in enumerate(standings)}
    byes = _best((_add(values[number], settings.bye_half, settings.bye_spread) for number in resting), places)
    others = [list(_results(values[one], values[other], settings)) for one, other in fixed]
    own = list(_results(values[game[0]], values[game[1]], settings))

    def decides(case: Best) -> bool:
        return len({_are_among_best(case, one, other, places) for one, other in own}) > 1

    if any(map(decides, _choose_cases(byes, others, places))):
        return True
    cases = _list_cases(byes, others, places)
    return cases is None or any(map(decides, cases))


def _choose_cases(byes: Best, games: Iterable[Sequence[Result]], places: int) -> Collection[Best]:
    """Return some of the best values after the results of games, from high to low."""
    cases = {byes}
    for results in games:
        cases = {_best((*case, *result), places) for case in cases for result in results}
        cases = set(sorted(cases)[:: len(cases) // FIRST_CASES + 1])
    return cases


def _list_cases(byes: Best, games: Iterable[Sequence[Result]], places: int) -> Collection[Best] | None:
    """Return all best values after the results of games, None if there are too many."""
    cases = {byes}
    for results in games:
        cases = {_best((*case, *result), places) for case in cases for result in results}
        if len(cases) > MOST_CASES:
            return None
    return cases


def _best(values: Iterable[Value], places: int) -> Best:
    """Return the best values, at most as many as there are places: others can't matter."""
    return tuple(sorted(values, reverse=True)[: max(places, 0)])


def _are_among_best(others: Best, one: Value, other: Value, places: int) -> tuple[bool, bool]:
    """Return which of two players are among the best; who has the other places follows from that."""
    return (
        sum(value > one for value in (*others, other)) < places,
        sum(value > other for value in (*others, one)) < places,
    )


def _results(one: Value, other: Value, settings: FinalistSettings) -> Iterator[Result]:
    """Yield both players' values after each result of their game."""
    ends = (1, UNBOUNDED if settings.swing is None else settings.swing)
    for won, lost in product(ends, ends):
        yield _add(one, 2, won), _add(other, 0, -lost)
        yield _add(one, 0, -lost), _add(other, 2, won)
    if settings.draws:
        yield _add(one, 1, 0), _add(other, 1, 0)


def _add(value: Value, half: int, spread: int) -> Value:
    return value[0] + half, value[1] + spread, value[2]
