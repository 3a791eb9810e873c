"""Criteria of pétanque: Buchholz by wins, without FIDE's rules for unplayed rounds. A bye or a forfeit adds nothing.

The codes differ from those of chess, so that nobody takes one Buchholz for the other.
"""

from tiebreaks.criteria.registry import column_criterion, criterion
from tiebreaks.criteria.scrabble import credited_spread, penalties
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term


@column_criterion(
    "BHZ",
    name=gettext_noop("Buchholz (wins of opponents)"),
    formula=gettext_noop("Add up the wins of the opponents played; a bye or a forfeit adds nothing."),
    rule="",
    scope=("petanque",),
)
def buchholz_of_wins(table: Table) -> Column:
    return table.rounds_and_open.column_of_opponents(table.scores, table.rounds.scale)


@column_criterion(
    "FBHZ",
    name=gettext_noop("Fine Buchholz (Buchholz of opponents)"),
    formula=gettext_noop("Add up the Buchholz scores of the opponents played; a bye or a forfeit adds nothing."),
    rule="",
    scope=("petanque",),
)
def fine_buchholz(table: Table) -> Column:
    column = buchholz_of_wins(table)
    scores = dict(zip(column.numbers, column.sums(), strict=True))
    return table.rounds_and_open.column_of_opponents(scores, column.scale)


@criterion(
    "DIFF",
    name=gettext_noop("Point difference"),
    formula=gettext_noop("Add up the player’s points minus the opponent’s over all rounds."),
    rule="",
    scope=("petanque",),
)
def difference(table: Table, number: int) -> list[Term]:
    rows = [Term(g.round, credited_spread(table.facts, g), g.opponent, kind=g.kind) for g in table.games_of(number)]
    return rows + penalties(table, number)
