"""Extended direct encounter of teams: by one score, then by the other, then by the boards (C.07 13.3).

A score stays in force until it separates nobody any more; only then the other one takes its turn (decision 36).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.board_points import Numbers, compared_numbers, matches_of, points_by_board, split_by_rule
from tiebreaks.table.encounter import (
    mutual_games,
    mutual_results,
    places_of_blocks,
    results_among,
    settle_by_encounter,
    split_once,
)
from tiebreaks.table.mini_table import Encounter, EncounterStep, MutualResults, sum_points
from tiebreaks.table.table import Table

AMONG_THEM = {
    "MP": sentence("match-points-among", gettext_noop("match points against each other")),
    "GP": sentence("game-points-among", gettext_noop("game points against each other")),
}


class TeamComparison(NamedTuple):
    """One comparison of tied teams: the score then in force (0 primary, 1 secondary), and the resulting blocks."""

    score: int
    step: EncounterStep
    blocks: list[list[int]]


def extended_encounter(tables: Sequence[Table], group: Sequence[int], rules: Sequence[str] = ()) -> Encounter:
    """Place a tied group by the matches among its members.

    `tables` are those of the primary and of the secondary score. A score stays in force until it separates nobody any
    more; then the other one takes its turn. Two teams that remain tied in both are compared by the board `rules` in
    their match.
    """
    results = [mutual_results(table, group) for table in tables]
    steps: list[EncounterStep] = []
    blocks = _split_repeatedly(partial(_comparisons, tables, results, rules), sorted(group), steps)
    return settle_by_encounter(tables[0], group)._replace(places=places_of_blocks(blocks), steps=tuple(steps))


def _split_repeatedly(
    comparisons: Callable[[list[int], int], Iterator[TeamComparison]],
    tied: list[int],
    steps: list[EncounterStep],
    in_force: int = 0,
) -> list[list[int]]:
    """Return the blocks of equals among tied teams, best first, and append each comparison to `steps`."""
    if len(tied) == 1:
        return [tied]
    for score, step, blocks in comparisons(tied, in_force):
        steps.append(step)
        if len(blocks) > 1:
            return [part for block in blocks for part in _split_repeatedly(comparisons, block, steps, score)]
    return [tied]


def _comparisons(
    tables: Sequence[Table], results: Sequence[MutualResults], rules: Sequence[str], tied: list[int], in_force: int
) -> Iterator[TeamComparison]:
    """Yield the possible comparisons of tied teams in order, first by the score that is in force."""
    for score in (in_force, 1 - in_force):
        mutual = results_among(tied, results[score])
        totals: dict[int, Numbers] = {n: (sum_points(points.values()),) for n, points in mutual.items()}
        step = EncounterStep(AMONG_THEM[tables[score].facts.score], totals)
        yield TeamComparison(score, step, split_once(tables[score], mutual))
    if len(tied) == 2 and results[0][tied[0]].get(tied[1]) is not None:
        first, second = tied
        boards = {first: _mutual_boards(tables[0], first, second), second: _mutual_boards(tables[0], second, first)}
        for rule in rules:
            numbers = {number: compared_numbers(rule, points) for number, points in boards.items()}
            yield TeamComparison(in_force, EncounterStep(rule, numbers), split_by_rule(rule, numbers))


def _mutual_boards(table: Table, number: int, opponent: int) -> tuple[Fraction, ...]:
    """Return a team's points on each board against an opponent, averaged if they met more than once (6.1.2)."""
    rounds = {game.round for game in mutual_games(table, number, {opponent})}
    scheme = event_of(table.facts).scheme
    rows = [points_by_board(scheme, match) for match in matches_of(table, number) if match.round in rounds]
    return tuple(Fraction(sum(points)) / len(rows) for points in zip(*rows, strict=True))
