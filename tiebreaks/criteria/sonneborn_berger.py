"""Sonneborn-Berger: points against strong opponents count more (C.07 9.1)."""

from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table
from tiebreaks.unplayed import counted_opponents
from tiebreaks.working import Terms


@criterion(
    "SB",
    name=gettext_noop("Sonneborn-Berger"),
    formula=gettext_noop("Add up each opponent's score times the points made against them."),
    rule="C.07 9.1",
    modifiers="CP",
    scores=("MP", "GP"),
    reach=1,
)
def sonneborn_berger(table: Table, number: int) -> Terms:
    rows = counted_opponents(table, number)
    values = [f.strength * f.points for f in rows]
    return Terms(
        lambda i: rows[i].term(values[i], rows[i].strength, rows[i].points),
        values,
        [f.strength for f in rows],
        [i for i, f in enumerate(rows) if f.voluntary],
    )
