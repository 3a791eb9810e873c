"""Rounds and addends of all players in flat columns: adding them up needs no object for a round, a player or a term.

Numbers in columns are integers. A column's `scale` says how many of them make one: with half points it is 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, chain, compress, pairwise
from math import lcm
from operator import attrgetter
from typing import NamedTuple, cast

from tiebreaks.crosstable import Game, Kind, Scheme
from tiebreaks.numbers import Value
from tiebreaks.working import Number, Term, Terms

NONE_VOLUNTARY: Mapping[int, Sequence[int]] = {}
NONE_CUT: Mapping[int, str] = {}
NO_REASONS: Mapping[int, str] = {}


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
        return self.select([kind in kinds for kind in self.kinds])

    def select(self, wanted: Iterable[bool]) -> Rounds:
        """Return the rounds for which `wanted`, a column, is true."""
        flags = list(wanted)
        before = [0, *accumulate(flags)]
        return self._replace(
            starts=[before[start] for start in self.starts],
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

    __slots__ = ("_position", "bases", "cut", "numbers", "scale", "starts", "term", "values", "voluntary")

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
        return [end - first for first, end in pairwise(self.starts)]

    def sums(self) -> list[Number]:
        """Return everybody's sum in 1/`scale`, without the addends that never count."""
        values = self.values
        if self.cut:
            values = [0 if position in self.cut else value for position, value in enumerate(values)]
        return add_up(values, self.starts)

    def sums_without(self, low: int, high: int) -> list[Number | None]:
        """Return everybody's sum in 1/`scale` without the `low` least and the `high` most significant addends.

        It is None where that takes a closer look: with voluntary rounds in products.
        """
        values, voluntary = self.values, self.voluntary
        sums: list[Number | None] = []
        for number, first, end in zip(self.numbers, self.starts, self.starts[1:], strict=False):
            last = max(low, end - first - high)
            if values is not self.bases and number in voluntary:
                sums.append(None)
            elif values is not self.bases:
                pairs = sorted(zip(self.bases[first:end], values[first:end], strict=True))
                sums.append(sum([value for _, value in pairs[low:last]]))
            elif number in voluntary:  # each of these contributes at least as much as the least significant one (16.5)
                firsts = sorted([values[position] for position in voluntary[number]])[:low]
                rest = sorted(values[first:end])
                for value in firsts:
                    rest.remove(value)
                sums.append(sum(rest[low - len(firsts) : last - len(firsts)]))
            else:
                sums.append(sum(sorted(values[first:end])[low:last]))
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


def add_up[N: Number](values: Sequence[N], starts: Sequence[int]) -> list[N]:
    """Return everybody's sum of a column."""
    return [cast("N", sum(values[first:end])) for first, end in pairwise(starts)]


def exact(value: Number, scale: int) -> Number:
    """Return a number of a column in plain units."""
    return value if scale == 1 else Decimal(value) / scale


def make_rounds(by_player: Mapping[int, Sequence[Game]], scheme: Scheme) -> Rounds:
    """Return the flat columns of each player's games."""
    numbers = list(by_player)
    games = list(chain.from_iterable(by_player.values()))
    starts = [0, *accumulate(map(len, by_player.values()))]
    opponents, kinds, points = (list(map(attrgetter(name), games)) for name in ("opponent", "kind", "points"))
    # A few objects stand for all points, and knowing them by their identity is faster than hashing Decimals.
    identities = list(map(id, points))
    known = dict(zip(identities, points, strict=True))
    scale = scale_of([*scheme, *known.values()])
    whole = {identity: int(each * scale) for identity, each in known.items()}
    return Rounds(numbers, starts, scale, games, opponents, kinds, list(map(whole.__getitem__, identities)))


def scale_of(points: Iterable[Decimal]) -> int:
    """Return the smallest number that makes all these points whole."""
    return lcm(*(each.as_integer_ratio()[1] for each in points))


def divide(values: Iterable[Value], scale: int) -> list[Value]:
    """Return numbers in 1/`scale` in plain units; those of scale 1 may be of any kind."""
    values = list(values)
    if scale == 1:
        return values
    known: dict[Value, Value] = {value: Decimal(cast("int", value)) / scale for value in set(values) - {None}}
    return [known.get(value) for value in values]
