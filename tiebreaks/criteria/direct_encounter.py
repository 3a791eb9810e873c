"""Direct encounter, and its old variant in which Black ranks higher after a draw (C.07, article 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tiebreaks.criteria.registry import group_criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.encounter import settle_by_encounter, settle_with_black_ahead
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.table import Table


@group_criterion(
    "DE",
    name=gettext_noop("Direct encounter"),
    formula=gettext_noop("Compare the games among the tied players; start again after each separation."),
    rule="C.07 6",
    modifiers="P",
    scores=("MP", "GP"),
)
def direct_encounter(table: Table, group: Sequence[int]) -> Encounter:
    return settle_by_encounter(table, group)


@group_criterion(
    "DEB",
    name=gettext_noop("Direct encounter, Black ahead after a draw"),
    formula=gettext_noop("Compare the games between two tied players; after a draw, the one who had Black is ahead."),
    rule="",
    scope=("swiss", "round-robin", "chess"),
)
def direct_encounter_black_ahead(table: Table, group: Sequence[int]) -> Encounter:
    return settle_with_black_ahead(table, group)
