"""Sonneborn-Berger: points against strong opponents count more (C.07 9.1).

Unplayed rounds count as in the Buchholz family; `docs/columns.md` follows this criterion through a small event.
"""

from tiebreaks.criteria.registry import column_criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column
from tiebreaks.table.table import Table
from tiebreaks.table.unplayed import counted_opponents


@column_criterion(
    "SB",
    name=gettext_noop("Sonneborn-Berger"),
    formula=gettext_noop("Add up each opponent’s score times the points made against them."),
    rule="C.07 9.1",
    modifiers="CP",
    scores=("MP", "GP"),
)
def sonneborn_berger(table: Table) -> Column:
    return counted_opponents(table).products()
