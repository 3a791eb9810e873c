"""Sonneborn-Berger: points against strong opponents count more (C.07 9.1)."""

from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table
from tiebreaks.unplayed import faced
from tiebreaks.working import Term


@criterion(
    "SB",
    name=gettext_noop("Sonneborn-Berger"),
    formula=gettext_noop("Add up the score of each opponent times the points made against him."),
    rule="C.07 9.1",
    modifiers="CP",
    scores=("MP", "GP"),
)
def sonneborn_berger(table: Table, number: int) -> list[Term]:
    return [
        Term(f.round, f.strength * f.points, f.opponent, f.strength, f.points, *f[4:]) for f in faced(table, number)
    ]
