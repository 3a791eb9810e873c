"""Rounds and addends of all players in flat columns: adding them up needs no object for a round, a player or a term.

Numbers in columns are integers. A column's `scale` says how many of them make one: with half points it is 2. Objects
for all terms, and a second path for changed results alone, were tried before (decision 45); `docs/columns.md` shows a
column step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from itertools import accumulate, chain, compress, count, islice
from math import lcm
from operator import itemgetter
from typing import NamedTuple, cast

from tiebreaks.facts.games import Game, Kind, Scheme
from tiebreaks.facts.scoring import AT_THE_BOARD
from tiebreaks.table.working import FromGames, Number, Term, Terms
from tiebreaks.values.numbers import Value

NONE_VOLUNTARY: Mapping[int, Sequence[int]] = {}
NONE_CUT: Mapping[int, str] = {}

OPPONENT, KIND, POINTS, LETTER = map(itemgetter, map(Game._fields.index, ("opponent", "kind", "points", "letter")))
KNOWN_NUMBERS = 1 << 16  # decimals kept for the next ranking; most values of a table are the same again


class Rounds(NamedTuple):
    """The rounds of all players that have a result, one below the other; absences are explicit.

    Those of `numbers[i]` are at `parts[i]` in each column. `points` are in 1/`scale`; `worths` are all that a
    round is worth to anybody.
    """

    numbers: Sequence[int]
    parts: Sequence[slice]
    scale: int
    games: Sequence[Game]
    opponents: Sequence[int | None]
    kinds: Sequence[Kind]
    points: Sequence[int]
    worths: Collection[int]

    def are_of(self, kinds: Collection[Kind]) -> list[bool]:
        """Tell for each round whether it has one of these kinds."""
        return [kind in kinds for kind in self.kinds]

    def select(self, wanted: Sequence[bool]) -> Rounds:
        """Return the rounds for which `wanted`, a column, is true."""
        return self._replace(
            parts=parts_of(add_up(wanted, self.parts)),
            games=list(compress(self.games, wanted)),
            opponents=list(compress(self.opponents, wanted)),
            kinds=list(compress(self.kinds, wanted)),
            points=list(compress(self.points, wanted)),
        )

    def column(
        self,
        values: Sequence[Number],
        scale: int = 1,
        bases: Sequence[int] | None = None,
        base_scale: int = 1,
        weighted: bool = False,
        reason: Callable[[int], str] = lambda _position: "",
        voluntary: Mapping[int, Sequence[int]] = NONE_VOLUNTARY,
        wanted: Sequence[bool] | None = None,
        cut: Mapping[int, str] = NONE_CUT,
    ) -> Column:
        """Return a column with an addend for each of these rounds; where it is `weighted`, by the points of the round.

        `reason` gives the code at a position in the column; `voluntary` are the positions of each player's rounds of
        16.5, `cut` has codes for addends that never count. With `wanted`, the addends are those of the rounds for
        which it is true.
        """
        games, points, own_scale = self.games, self.points, self.scale
        parts = self.parts if wanted is None else parts_of(add_up(wanted, self.parts))
        places = cache(lambda: range(len(games)) if wanted is None else list(compress(count(), wanted)))

        def term(position: int) -> Term:
            place = places()[position]
            game = games[place]
            return Term(
                game.round,
                exact(values[position], scale),
                game.opponent,
                None if bases is None else exact(bases[position], base_scale),
                Decimal(exact(points[place], own_scale)) if weighted else None,
                reason=reason(position),
                kind=game.kind,
            )

        return Column(self.numbers, parts, values, term, scale, bases, voluntary, cut)

    def column_of_opponents(self, values: Mapping[int, Number], scale: int = 1) -> Column:
        """Return as addends one of these values, by player, for each opponent over the board."""
        at_the_board = self.are_of(AT_THE_BOARD)
        opponents = cast("Iterable[int]", compress(self.opponents, at_the_board))
        return self.column([values[opponent] for opponent in opponents], scale, wanted=at_the_board)


class Column:
    """The addends of one criterion for all players, in 1/`scale`. Terms are made only when somebody asks for them.

    `bases` are what cuts compare, if not the addends themselves. `cut` has codes for addends that never count, and
    `results` those of the games, in half points, where they stand beside the addends.
    """

    __slots__ = (
        "_position",
        "_sums",
        "bases",
        "cut",
        "numbers",
        "parts",
        "results",
        "scale",
        "term",
        "values",
        "voluntary",
    )

    def __init__(
        self,
        numbers: Sequence[int],
        parts: Sequence[slice],
        values: Sequence[Number],
        term: Callable[[int], Term],
        scale: int = 1,
        bases: Sequence[Number] | None = None,
        voluntary: Mapping[int, Sequence[int]] = NONE_VOLUNTARY,
        cut: Mapping[int, str] = NONE_CUT,
        results: Sequence[int] = (),
    ) -> None:
        self.numbers, self.parts, self.values, self.term, self.scale = numbers, parts, values, term, scale
        self.results = results
        self.bases, self.voluntary, self.cut = values if bases is None else bases, voluntary, cut
        self._position: dict[int, int] = {}
        self._sums: list[Number] = []

    @classmethod
    def of(cls, terms: Mapping[int, Sequence[Term]]) -> Column:
        """Return the column of existing terms, by player. Cuts compare their values, and know no voluntary rounds."""
        rows = list(chain.from_iterable(terms.values()))
        return cls(
            list(terms),
            parts_of(map(len, terms.values())),
            [term.value for term in rows],
            rows.__getitem__,
            cut={position: term.cut for position, term in enumerate(rows) if term.cut},
        )

    def with_results(self, results: Sequence[int]) -> Column:
        """Return the same addends with the result of the game beside each, in half points."""

        def term(position: int) -> Term:
            return self.term(position)._replace(result=Decimal(exact(results[position], 2)))

        return Column(self.numbers, self.parts, self.values, term, results=results)

    def counts(self) -> list[int]:
        """Return how many addends each player has."""
        return [part.stop - part.start for part in self.parts]

    def sums(self) -> list[Number]:
        """Return all players' sums in 1/`scale`, without the addends that never count."""
        if not self._sums:
            cut, values = self.cut, self.values
            counted = [0 if position in cut else value for position, value in enumerate(values)] if cut else values
            self._sums = add_up(counted, self.parts)
        return self._sums

    def sums_without(self, low: int, high: int) -> list[Number | None]:
        """Return all players' sums in 1/`scale` without the `low` least and the `high` most significant addends.

        It is None where that takes a closer look: with voluntary rounds in products.
        """
        rows, are_products = list(cut_up(self.values, self.parts)), self.values is not self.bases
        firsts = {number: [self.values[position] for position in own] for number, own in self.voluntary.items()}
        if (low, high) == (1, 0) and not are_products:
            candidates = map(firsts.get, self.numbers, rows)
            return [whole - min(row) if row else whole for whole, row in zip(self.sums(), candidates, strict=True)]
        sums: list[Number | None]
        if are_products:
            pairs = map(zip, cut_up(self.bases, self.parts), rows)
            sums = [sum([value for _, value in row[low : max(low, len(row) - high)]]) for row in map(sorted, pairs)]
        else:
            sums = [sum(row[low : max(low, len(row) - high)]) for row in map(sorted, rows)]
        for place in [place for place, number in enumerate(self.numbers) if number in firsts] if firsts else ():
            first = firsts[self.numbers[place]]
            sums[place] = None if are_products else _sum_without(rows[place], first, low, high)
        return sums

    def terms_of(self, number: int) -> Terms:
        """Return a player's terms."""
        if not self._position:
            self._position.update((each, place) for place, each in enumerate(self.numbers))
        part = self.parts[self._position[number]]
        first, values = part.start, self.values[part]
        return Terms(
            lambda position: self.term(first + position),
            values,
            values if self.bases is self.values else self.bases[part],
            [position - first for position in self.voluntary.get(number, ())],
            {position - first: self.cut[position] for position in range(first, part.stop) if position in self.cut},
            self.results[part],
        )

    def values_by(self, from_games: FromGames) -> dict[int, Value]:
        """Return all players' values, by number, as they follow from the addends and results."""
        ratings = cut_up(cast("Sequence[int]", self.values), self.parts)
        return dict(zip(self.numbers, map(from_games.value, ratings, add_up(self.results, self.parts)), strict=True))


def parts_of(lengths: Iterable[int]) -> list[slice]:
    """Return each player's part of a column, given the number of lines of each."""
    starts = [0, *accumulate(lengths)]
    return list(map(slice, starts, islice(starts, 1, None)))


def cut_up[N: Number](values: Sequence[N], parts: Sequence[slice]) -> Iterable[Sequence[N]]:
    """Return each player's part of a column."""
    return map(values.__getitem__, parts)


def add_up[N: Number](values: Sequence[N], parts: Sequence[slice]) -> list[N]:
    """Return each player's sum of a column."""
    return cast("list[N]", list(map(sum, cut_up(values, parts))))


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


def make_rounds(by_player: Mapping[int, Sequence[Game]], schemes: Iterable[Scheme]) -> Rounds:
    """Return the flat columns of each player's games; `schemes` say what results are worth."""
    numbers = list(by_player)
    games = list(chain.from_iterable(by_player.values()))
    parts = parts_of(map(len, by_player.values()))
    opponents, kinds, points = list(map(OPPONENT, games)), list(map(KIND, games)), list(map(POINTS, games))
    scale = scale_of([*chain.from_iterable(schemes), *(known := set(points))])
    whole = {each: int(each * scale) for each in known}
    return Rounds(numbers, parts, scale, games, opponents, kinds, [whole[each] for each in points], whole.values())


def scale_of(points: Iterable[Decimal]) -> int:
    """Return the smallest number that makes all these points whole."""
    return lcm(*(each.as_integer_ratio()[1] for each in points))


def divide(values: Iterable[Value], scale: int) -> list[Value]:
    """Return numbers in 1/`scale` in plain units; those of scale 1 may be of any kind."""
    numbers = list(values)
    if scale == 1:
        return numbers
    known = {number: _exact(number, scale) for number in set(numbers)}
    return list(map(known.__getitem__, numbers))
