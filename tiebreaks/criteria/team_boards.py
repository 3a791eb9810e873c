"""Criteria by the boards of team matches, meant for knock-out events (C.07, article 12)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from tiebreaks.criteria.registry import criterion, group_criterion
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.board_points import (
    TOP_BOARDS,
    WITHOUT_BOTTOM,
    compared_numbers,
    matches_of,
    points_by_board,
    split_by_rule,
)
from tiebreaks.table.encounter import places_of_blocks
from tiebreaks.table.mini_table import Encounter, EncounterStep
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term


def points_on_boards(table: Table, number: int) -> tuple[Decimal, ...]:
    """Return the points that a team made on each board in all its matches, from board 1 on."""
    scheme = event_of(table.facts).scheme
    rows = [points_by_board(scheme, match) for match in matches_of(table, number)]
    return tuple(sum(points, Decimal(0)) for points in zip(*rows, strict=True)) or (Decimal(0),) * scheme.boards


def have_same_game_points(table: Table, group: Sequence[int]) -> bool:
    """Return whether all teams of a group have the same game points, as board count requires (12.1)."""
    return len({table.in_score("GP").score(number) for number in group}) == 1


@criterion(
    "BC",
    name=gettext_noop("Board count"),
    formula=gettext_noop("Add up board number times game points on that board; lower is better."),
    rule="C.07 12.1",
    scope=("teams",),
    lower_is_better=True,
    applies=have_same_game_points,
)
def board_count(table: Table, number: int) -> list[Term]:
    return [
        Term(None, board * points, base=points, weight=Decimal(board))
        for board, points in enumerate(points_on_boards(table, number), start=1)
    ]


def settle_by_boards(table: Table, group: Sequence[int], rule: str) -> Encounter:
    """Place a tied group by the points on the boards of all matches."""
    numbers = {number: compared_numbers(rule, points_on_boards(table, number)) for number in group}
    blocks = split_by_rule(rule, numbers)
    return Encounter(tuple(group), places_of_blocks(blocks), dict, True, (EncounterStep(rule, numbers),))


@group_criterion(
    "TBR",
    name=gettext_noop("Top board results"),
    formula=gettext_noop("Compare the game points on board 1, then those on board 2 and so on."),
    rule="C.07 12.2",
    scope=("teams",),
)
def top_board_results(table: Table, group: Sequence[int]) -> Encounter:
    return settle_by_boards(table, group, TOP_BOARDS)


@group_criterion(
    "BBE",
    name=gettext_noop("Bottom board elimination"),
    formula=gettext_noop("Compare the game points without the last board, then without the last two and so on."),
    rule="C.07 12.3",
    scope=("teams",),
)
def bottom_board_elimination(table: Table, group: Sequence[int]) -> Encounter:
    return settle_by_boards(table, group, WITHOUT_BOTTOM)
