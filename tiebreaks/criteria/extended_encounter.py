"""Extended direct encounter, alone or followed by board rules for the last two teams (C.07 13.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tiebreaks.criteria.registry import group_criterion
from tiebreaks.criteria.team_scores import secondary_table
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.board_points import BOARD_COUNT, TOP_BOARDS, WITHOUT_BOTTOM
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.table import Table
from tiebreaks.table.team_encounter import extended_encounter

extended_criterion = partial(group_criterion, rule="C.07 13.3", modifiers="P", scope=("teams",))


def settle_extended(table: Table, group: Sequence[int], *rules: str) -> Encounter:
    """Place a tied group by extended direct encounter and then the board `rules`."""
    return extended_encounter((table, secondary_table(table)), group, rules)


@extended_criterion(
    "EDE",
    name=gettext_noop("Extended direct encounter"),
    formula=gettext_noop(
        "Compare the matches among the tied teams by the primary score until it separates no more teams, then by "
        "the secondary score, and so on in turn."
    ),
)
def extended_direct_encounter(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group)


@extended_criterion(
    "EDEBT",
    name=gettext_noop("Extended direct encounter, board count, top board results"),
    formula=gettext_noop(
        "Extended direct encounter; then the match of two teams by board count, then by the boards from the top."
    ),
)
def with_board_count_and_top_boards(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group, BOARD_COUNT, TOP_BOARDS)


@extended_criterion(
    "EDEBB",
    name=gettext_noop("Extended direct encounter, board count, bottom board elimination"),
    formula=gettext_noop(
        "Extended direct encounter; then the match of two teams by board count, then without its last boards."
    ),
)
def with_board_count_and_bottom_boards(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group, BOARD_COUNT, WITHOUT_BOTTOM)


@extended_criterion(
    "EDET",
    name=gettext_noop("Extended direct encounter, top board results"),
    formula=gettext_noop("Extended direct encounter; then the match of two teams by its boards from the top."),
)
def with_top_boards(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group, TOP_BOARDS)


@extended_criterion(
    "EDEB",
    name=gettext_noop("Extended direct encounter, bottom board elimination"),
    formula=gettext_noop("Extended direct encounter; then the match of two teams without its last boards."),
)
def with_bottom_boards(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group, WITHOUT_BOTTOM)


@extended_criterion(
    "EDEC",
    name=gettext_noop("Extended direct encounter, board count"),
    formula=gettext_noop("Extended direct encounter; then the match of two teams by board count."),
)
def with_board_count(table: Table, group: Sequence[int]) -> Encounter:
    return settle_extended(table, group, BOARD_COUNT)
