"""Check the points and ranks that a tournament file states against its results."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.scoring import draw_unknown
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.comparison import Comparison, compare
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.table.working import Working
from tiebreaks.trf.declared import Declared
from tiebreaks.trf.line import POINTS_WANTED, Line, read_whole_number
from tiebreaks.trf.reader import Tournament

POINTS, SCORES = read_order("PTS"), read_order("MP,GP", of_teams=True)
SUMMARY = re.compile(r"80[12] +(\d{1,4}) +\S+ +(\d{1,3}(?:\.\d)?) +(\d{1,4}(?:\.\d)?)(?: |$)", re.ASCII)
ROUND_CELL = re.compile(r"(?:\d+ [wb]|[FHZP][PA]B) +(\d{1,3}\.\d)", re.ASCII)
FIELDS = {"PTS": "points", "MP": "match points", "GP": "game points"}


class Difference(NamedTuple):
    """A declared value that the results contradict.

    `working` explains points. `comparison` explains a rank: it compares the player with the one who has that rank.
    `record` is the summary of a team (801, 802) that declares the value, `round` the round of which it does.
    """

    line: int
    number: int
    field: str
    declared: Decimal | int
    computed: Decimal | int
    working: Working | None = None
    comparison: Comparison | None = None
    record: str = ""
    round: int | None = None


class VerificationReport(NamedTuple):
    """The standings by the results, the numbers of declared points and ranks checked, and those that differ.

    `teams` is the report on the teams, None if the file has none; it counts the values of records 801 and 802 too.
    """

    standings: Standings
    points: int
    ranks: int
    differences: tuple[Difference, ...]
    teams: VerificationReport | None = None
    summaries: int = 0


def verify_tournament(tournament: Tournament, order: tuple[ChosenCriterion, ...] | None = None) -> VerificationReport:
    """Check a file's declared points, and its ranks by an order, or by points if there is none.

    Players tied in the whole order may have any of their places. Players without a declared rank do not count among
    those with one. In a file with teams the order is that of the teams, and only the points of players are checked.
    Raise Refusal with line and field for a declared value that is not a number.
    """
    facts, teams, declared = draw_unknown(tournament.crosstable), tournament.teams, tournament.declared
    if teams is None:
        return _report(facts, POINTS, order, declared)
    without_ranks = {number: line._replace(rank="") for number, line in declared.items()}
    of_teams = _report(teams, SCORES, order, tournament.declared_teams)
    values = list(_check_summaries(tournament, rank(teams, SCORES)))
    wrong = filter(_is_wrong, values)
    of_teams = of_teams._replace(differences=(*of_teams.differences, *wrong), summaries=len(values))
    return _report(facts, POINTS, None, without_ranks)._replace(teams=of_teams)


def find_wrong_summaries(tournament: Tournament) -> list[Difference]:
    """Return the values of records 801 and 802 that the results contradict; a file without teams has none."""
    teams = tournament.teams
    return list(filter(_is_wrong, _check_summaries(tournament, rank(teams, SCORES)))) if teams else []


def _is_wrong(value: Difference) -> bool:
    return value.declared != value.computed


def _check_summaries(tournament: Tournament, computed: Standings) -> Iterator[Difference]:
    """Yield every value of records 801 and 802: both scores of a team, and in 802 its game points in each round."""
    event = event_of(computed.facts)
    for line, text in tournament.other:
        found = SUMMARY.match(text)
        if found is None or int(found[1]) not in event.teams:
            continue
        team = int(found[1])
        for chosen, declared, value in zip(computed.order, found.groups()[1:], computed.row(team).values, strict=True):
            assert isinstance(value, int | Decimal)
            yield Difference(line, team, FIELDS[chosen.notation], Decimal(declared), value, record=text[:3])
        cells, matches = ROUND_CELL.findall(text[found.end() :]), event.matches[team]
        if text.startswith("802") and len(cells) == len(matches):
            for cell, match in zip(cells, matches, strict=True):
                made = match.game_points
                yield Difference(line, team, "game points", Decimal(cell), made, record="802", round=match.round)


def _report(
    facts: Crosstable,
    scores: tuple[ChosenCriterion, ...],
    order: tuple[ChosenCriterion, ...] | None,
    declared: Mapping[int, Declared],
) -> VerificationReport:
    """Check the declared points in these scores, and the ranks by an order or else by the primary score."""
    computed = rank(facts, scores)
    standings = rank(facts, order or (scores if len(scores) == 1 else read_order(facts.score, of_teams=True)))
    points = [
        (number, column, _read_points(line, text))
        for number, line in declared.items()
        for column, text in enumerate((line.points, line.game_points)[: len(scores)])
        if text
    ]
    ranks = declared_ranks(declared)
    lines = {number: line.line for number, line in declared.items()}
    differences = (*_wrong_points(computed, points, lines), *_wrong_ranks(standings, ranks, lines))
    return VerificationReport(standings, len(points), len(ranks), differences)


def declared_ranks(declared: Mapping[int, Declared]) -> list[tuple[int, int]]:
    """Return (number, rank) of all who have a rank. Raise Refusal for one that is not a number."""
    return [(number, place) for number, line in declared.items() if line.rank and (place := _read_rank(line))]


def _read_points(declared: Declared, text: str) -> Decimal:
    try:
        points = Decimal(text.replace(",", "."))
    except InvalidOperation:
        points = Decimal("NaN")
    if not points.is_finite():
        raise Refusal(POINTS_WANTED, line=declared.line, field="points", text=text)
    return points


def _read_rank(declared: Declared) -> int:
    return read_whole_number(Line(declared.line, ""), declared.rank, "rank", 0, 9999)


def _wrong_points(
    computed: Standings, declared: list[tuple[int, int, Decimal]], lines: dict[int, int]
) -> Iterator[Difference]:
    for number, column, points in declared:
        working = computed.explain(number, column)
        if working.value not in (points, None):  # who withdrew early has no points
            assert isinstance(working.value, int | Decimal)
            yield Difference(lines[number], number, FIELDS[working.notation], points, working.value, working)


def _wrong_ranks(standings: Standings, declared: list[tuple[int, int]], lines: dict[int, int]) -> Iterator[Difference]:
    """Yield the wrong ranks among players who have one: files leave out those who withdrew."""
    with_rank = dict(declared)
    rows = [row for row in standings.rows if row.number in with_rank]
    ranks = [row.rank for row in rows]
    for row in sorted(rows, key=lambda row: lines[row.number]):
        number, place = row.number, with_rank[row.number]
        first, last = bisect_left(ranks, row.rank) + 1, bisect_right(ranks, row.rank)
        if not first <= place <= last:
            rightful = rows[min(place, len(rows)) - 1].number
            yield Difference(
                lines[number], number, "rank", place, first,
                comparison=compare(standings, number, rightful) if rightful != number else None,
            )  # fmt: skip
