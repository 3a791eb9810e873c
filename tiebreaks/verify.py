"""Check what a tournament file says of points and ranks against what its results give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from tiebreaks.comparison import Comparison, compare
from tiebreaks.crosstable import Crosstable
from tiebreaks.notation import ChosenCriterion, read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import Standings, rank
from tiebreaks.trf import Declared, Tournament
from tiebreaks.trf_line import POINTS_WANTED, Line, read_whole_number
from tiebreaks.working import Working

POINTS, SCORES = read_order("PTS"), read_order("MP,GP", of_teams=True)
FIELDS = {"PTS": "points", "MP": "match points", "GP": "game points"}


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
    """The table that the results give, how many declared values were looked at, and which of them differ.

    `teams` is the report on the teams of a file that has some.
    """

    standings: Standings
    points: int
    ranks: int
    differences: tuple[Difference, ...]
    teams: Report | None = None


def verify_tournament(tournament: Tournament, order: tuple[ChosenCriterion, ...] | None = None) -> Report:
    """Check a file's declared points, and its ranks by an order; by the points alone without one.

    Players whom the order leaves tied may stand in any order within their places: no value says more. Who has no rank
    is not counted among those who have one. In a file of teams the order is that of the teams, so that only the points
    of its players are checked.
    Raise Refusal with line and field for a declared value that is no number.
    """
    facts, teams, declared = tournament.crosstable, tournament.teams, tournament.declared
    if teams is None:
        return _report(facts, POINTS, order, declared)
    of_players = _report(facts, POINTS, None, {n: said._replace(rank="") for n, said in declared.items()})
    return of_players._replace(teams=_report(teams, SCORES, order, tournament.declared_teams))


def _report(
    facts: Crosstable,
    scores: tuple[ChosenCriterion, ...],
    order: tuple[ChosenCriterion, ...] | None,
    declared: Mapping[int, Declared],
) -> Report:
    """Check what is declared of these scores, and the ranks by an order, else by the first score."""
    made = rank(facts, scores)
    standings = rank(facts, order or (scores if len(scores) == 1 else read_order(facts.score, of_teams=True)))
    points = [
        (number, column, _points(said, text))
        for number, said in declared.items()
        for column, text in enumerate((said.points, said.game_points)[: len(scores)])
        if text
    ]
    ranks = [(number, place) for number, said in declared.items() if said.rank and (place := _rank(said))]
    lines = {number: said.line for number, said in declared.items()}
    differences = (*_of_points(made, points, lines), *_of_ranks(standings, ranks, lines))
    return Report(standings, len(points), len(ranks), differences)


def _points(declared: Declared, text: str) -> Decimal:
    try:
        points = Decimal(text.replace(",", "."))
    except InvalidOperation:
        points = Decimal("NaN")
    if not points.is_finite():
        raise Refusal(POINTS_WANTED, line=declared.line, field="points", text=text)
    return points


def _rank(declared: Declared) -> int:
    return read_whole_number(Line(declared.line, ""), declared.rank, "rank", 0, 9999)


def _of_points(
    made: Standings, declared: list[tuple[int, int, Decimal]], lines: dict[int, int]
) -> Iterator[Difference]:
    for number, column, points in declared:
        working = made.explain(number, column)
        if working.value != points:
            assert isinstance(working.value, int | Decimal)
            yield Difference(lines[number], number, FIELDS[working.notation], points, working.value, working)


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
