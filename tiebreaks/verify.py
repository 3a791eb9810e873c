"""Check what a tournament file says of points and ranks against what its results give."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from tiebreaks.comparison import Comparison, compare
from tiebreaks.notation import Chosen, read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import Standings, rank
from tiebreaks.trf import POINTS_WANTED, Declared, Line, Tournament, whole
from tiebreaks.working import Working

POINTS = read_order("PTS")


class Difference(NamedTuple):
    """A declared value that the results contradict.

    `working` explains points. `comparison` explains a rank: it sets the player beside the one whom the rank belongs to.
    """

    line: int
    number: int
    field: str
    declared: Decimal | int
    computed: Decimal | int
    working: Working | None = None
    comparison: Comparison | None = None


class Report(NamedTuple):
    """The table that the results give, how many declared values were looked at, and which of them differ."""

    standings: Standings
    points: int
    ranks: int
    differences: tuple[Difference, ...]


def verify(tournament: Tournament, order: tuple[Chosen, ...] | None = None) -> Report:
    """Check a file's declared points, and its ranks by an order; by the points alone without one.

    Players whom the order leaves tied may stand in any order within their places: no value says more. Who has no rank
    is not counted among those who have one. In a file of teams the order is that of the teams, so that only the points
    of its players are checked.
    Raise Refusal with line and field for a declared value that is no number.
    """
    facts, ranked_by_team = tournament.crosstable, tournament.teams is not None
    made = rank(facts, POINTS)
    standings = made if order is None or ranked_by_team else rank(facts, order)
    points = [(n, _points(d)) for n, d in tournament.declared.items() if d.points]
    ranks = [] if ranked_by_team else [(n, _rank(d)) for n, d in tournament.declared.items() if d.rank]
    ranks = [(number, place) for number, place in ranks if place]
    lines = {number: declared.line for number, declared in tournament.declared.items()}
    differences = (*_of_points(made, points, lines), *_of_ranks(standings, ranks, lines))
    return Report(standings, len(points), len(ranks), differences)


def _points(declared: Declared) -> Decimal:
    try:
        points = Decimal(declared.points.replace(",", "."))
    except InvalidOperation:
        points = Decimal("NaN")
    if not points.is_finite():
        raise Refusal(POINTS_WANTED, line=declared.line, field="points", text=declared.points)
    return points


def _rank(declared: Declared) -> int:
    return whole(Line(declared.line, ""), declared.rank, "rank", 0, 9999)


def _of_points(made: Standings, declared: list[tuple[int, Decimal]], lines: dict[int, int]) -> Iterator[Difference]:
    for number, points in declared:
        working = made.explain(number, 0)
        if working.value != points:
            assert isinstance(working.value, int | Decimal)
            yield Difference(lines[number], number, "points", points, working.value, working)


def _of_ranks(standings: Standings, declared: list[tuple[int, int]], lines: dict[int, int]) -> Iterator[Difference]:
    """Yield the ranks that are wrong among those who have one: files leave out who withdrew."""
    with_rank = dict(declared)
    rows = [row for row in standings.rows if row.number in with_rank]
    ranks = [row.rank for row in rows]
    for row in sorted(rows, key=lambda row: lines[row.number]):
        number, place = row.number, with_rank[row.number]
        first = ranks.index(row.rank) + 1
        if not first <= place < first + ranks.count(row.rank):
            there = rows[min(place, len(rows)) - 1].number
            yield Difference(
                lines[number], number, "rank", place, first,
                comparison=compare(standings, number, there) if there != number else None,
            )  # fmt: skip
