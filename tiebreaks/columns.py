"""Rounds and addends of all players in flat columns: adding them up needs no object for a round, a player or a term.

Numbers in columns are integers. A column's `scale` says how many of them make one: with half points it is 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, chain, compress, islice, repeat
from math import lcm
from operator import itemgetter, sub
from typing import NamedTuple, cast

from tiebreaks.crosstable import Game, Kind, Scheme
from tiebreaks.numbers import Value
from tiebreaks.working import Number, Term, Terms

NONE_VOLUNTARY: Mapping[int, Sequence[int]] = {}
NONE_CUT: Mapping[int, str] = {}
NO_REASONS: Mapping[int, str] = {}

OPPONENT, KIND, POINTS = (itemgetter(Game._fields.index(name)) for name in ("opponent", "kind", "points"))
KNOWN_NUMBERS = 1 << 16  # decimals kept for the next ranking; most values of a table are the same again


class Rounds(NamedTuple):
    """The rounds of all players that have a result, one below the other; absences are explicit.

    Those of `numbers[i]` are at `starts[i]` up to `starts[i + 1]` in each column. `points` are in 1/`scale`.
    """

    numbers: Sequence[int]
    starts: Sequence[int]
    scale: int
    games: Sequence[Game]
    opponents: Sequence[int | None]
    kinds: Sequence[Kind]
    points: Sequence[int]

    def of_kinds(self, kinds: tuple[Kind, ...]) -> Rounds:
        """Return the rounds of some kinds."""
        return self.select(map(kinds.__contains__, self.kinds))

    def select(self, wanted: Iterable[bool]) -> Rounds:
        """Return the rounds for which `wanted`, a column, is true."""
        flags = list(wanted)
        return self._replace(
            starts=[0, *accumulate(add_up(flags, self.starts))],
            games=list(compress(self.games, flags)),
            opponents=list(compress(self.opponents, flags)),
            kinds=list(compress(self.kinds, flags)),
            points=list(compress(self.points, flags)),
        )

    def column(
        self,
        values: Sequence[int],
        scale: int = 1,
        bases: Sequence[int] | None = None,
        base_scale: int = 1,
        weighted: bool = False,
        reasons: Mapping[int, str] = NO_REASONS,
        voluntary: Mapping[int, Sequence[int]] = NONE_VOLUNTARY,
    ) -> Column:
        """Return a column with an addend for each of these rounds; where it is `weighted`, by the points of the round.

        `reasons` are codes by position in the column, `voluntary` the positions of each player's rounds of 16.5.
        """
        games, points, own_scale = self.games, self.points, self.scale
        is_voluntary = {position for positions in voluntary.values() for position in positions}

        def term(position: int) -> Term:
            game = games[position]
            return Term(
                game.round,
                exact(values[position], scale),
                game.opponent,
                None if bases is None else exact(bases[position], base_scale),
                Decimal(exact(points[position], own_scale)) if weighted else None,
                position in is_voluntary,
                reasons.get(position, ""),
                game.kind,
            )

        return Column(self.numbers, self.starts, values, term, scale, bases, voluntary)


class Column:
    """The addends of one criterion for all players, in 1/`scale`. Terms are made only when somebody asks for them.

    `bases` are what cuts compare, if not the addends themselves. `cut` has codes for addends that never count.
    """

    __slots__ = ("_position", "_sums", "bases", "cut", "numbers", "scale", "starts", "term", "values", "voluntary")

    def __init__(
        self,
        numbers: Sequence[int],
        starts: Sequence[int],
        values: Sequence[Number],
        term: Callable[[int], Term],
        scale: int = 1,
        bases: Sequence[Number] | None = None,
        voluntary: Mapping[int, Sequence[int]] = NONE_VOLUNTARY,
        cut: Mapping[int, str] = NONE_CUT,
    ) -> None:
        self.numbers, self.starts, self.values, self.term, self.scale = numbers, starts, values, term, scale
        self.bases, self.voluntary, self.cut = values if bases is None else bases, voluntary, cut
        self._position: dict[int, int] = {}
        self._sums: list[Number] = []

    @classmethod
    def of(cls, terms: Mapping[int, Sequence[Term]]) -> Column:
        """Return the column of existing terms, by player. Cuts compare their values, and know no voluntary rounds."""
        rows = list(chain.from_iterable(terms.values()))
        return cls(
            list(terms),
            [0, *accumulate(map(len, terms.values()))],
            [term.value for term in rows],
            rows.__getitem__,
            cut={position: term.cut for position, term in enumerate(rows) if term.cut},
        )

    def counts(self) -> list[int]:
        """Return how many addends each player has."""
        return list(map(sub, islice(self.starts, 1, None), self.starts))

    def sums(self) -> list[Number]:
        """Return everybody's sum in 1/`scale`, without the addends that never count."""
        if not self._sums:
            cut, values = self.cut, self.values
            counted = [0 if position in cut else value for position, value in enumerate(values)] if cut else values
            self._sums = add_up(counted, self.starts)
        return self._sums

    def sums_without(self, low: int, high: int) -> list[Number | None]:
        """Return everybody's sum in 1/`scale` without the `low` least and the `high` most significant addends.

        It is None where that takes a closer look: with voluntary rounds in products.
        """
        rows, voluntary = list(cut_up(self.values, self.starts)), self.voluntary
        sums: list[Number | None]
        if self.values is not self.bases:
            pairs = map(zip, cut_up(self.bases, self.starts), rows)
            sums = [sum([value for _, value in row[low : max(low, len(row) - high)]]) for row in map(sorted, pairs)]
        elif (low, high) == (1, 0):
            sums = [whole - min(row, default=0) for whole, row in zip(self.sums(), rows, strict=True)]
        else:
            sums = [sum(row[low : max(low, len(row) - high)]) for row in map(sorted, rows)]
        for place in [place for place, number in enumerate(self.numbers) if number in voluntary] if voluntary else ():
            firsts = [self.values[position] for position in voluntary[self.numbers[place]]]
            sums[place] = None if self.values is not self.bases else _sum_without(rows[place], firsts, low, high)
        return sums

    def terms_of(self, number: int) -> Terms:
        """Return a player's terms."""
        if not self._position:
            self._position.update((each, place) for place, each in enumerate(self.numbers))
        place = self._position[number]
        first, end = self.starts[place], self.starts[place + 1]
        values = self.values[first:end]
        return Terms(
            lambda position: self.term(first + position),
            values,
            values if self.bases is self.values else self.bases[first:end],
            [position - first for position in self.voluntary.get(number, ())],
            {position - first: self.cut[position] for position in range(first, end) if position in self.cut},
        )


def cut_up[N: Number](values: Sequence[N], starts: Sequence[int]) -> Iterable[Sequence[N]]:
    """Return everybody's part of a column."""
    return map(values.__getitem__, map(slice, starts, islice(starts, 1, None)))


def add_up[N: Number](values: Sequence[N], starts: Sequence[int]) -> list[N]:
    """Return everybody's sum of a column."""
    return cast("list[N]", list(map(sum, cut_up(values, starts))))


def _sum_without(row: Sequence[Number], firsts: Sequence[Number], low: int, high: int) -> Number:
    """Return a sum without extremes, of which `firsts` are cut first: none of them is below the lowest one (16.5)."""
    cut, rest = sorted(firsts)[:low], sorted(row)
    for value in cut:
        rest.remove(value)
    return sum(rest[low - len(cut) : max(low, len(row) - high) - len(cut)])


def exact(value: Number, scale: int) -> Number:
    """Return a number of a column in plain units."""
    return value if scale == 1 else cast("Decimal", _exact(value, scale))


@lru_cache(KNOWN_NUMBERS)
def _exact(value: Value, scale: int) -> Decimal | None:
    return None if value is None else Decimal(cast("Number", value)) / scale


def make_rounds(by_player: Mapping[int, Sequence[Game]], scheme: Scheme) -> Rounds:
    """Return the flat columns of each player's games."""
    numbers = list(by_player)
    games = list(chain.from_iterable(by_player.values()))
    starts = [0, *accumulate(map(len, by_player.values()))]
    opponents, kinds, points = list(map(OPPONENT, games)), list(map(KIND, games)), list(map(POINTS, games))
    scale = scale_of([*scheme, *(known := set(points))])
    whole = {each: int(each * scale) for each in known}
    return Rounds(numbers, starts, scale, games, opponents, kinds, list(map(whole.__getitem__, points)))


def scale_of(points: Iterable[Decimal]) -> int:
    """Return the smallest number that makes all these points whole."""
    return lcm(*(each.as_integer_ratio()[1] for each in points))


def divide(values: Iterable[Value], scale: int) -> list[Value]:
    """Return numbers in 1/`scale` in plain units; those of scale 1 may be of any kind."""
    return list(values) if scale == 1 else list(map(_exact, values, repeat(scale)))
