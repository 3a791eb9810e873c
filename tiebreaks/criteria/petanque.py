"""Criteria of pétanque: Buchholz by wins, without FIDE's rules for unplayed rounds. A bye adds nothing."""

from decimal import Decimal

from tiebreaks.criteria.scrabble import credited_spread, penalties
from tiebreaks.crosstable import ZERO, Kind
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table
from tiebreaks.working import Term


@criterion(
    "BHZ",
    name=gettext_noop("Buchholz (wins of opponents)"),
    formula=gettext_noop("Add up the wins of all opponents; a bye adds nothing."),
    rule="",
    scope=("petanque",),
)
def buchholz_of_wins(table: Table, number: int) -> list[Term]:
    return [Term(r, table.score(opponent), opponent) for r, opponent in _opponents(table, number)]


@criterion(
    "FBHZ",
    name=gettext_noop("Fine Buchholz (Buchholz of opponents)"),
    formula=gettext_noop("Add up the Buchholz scores of all opponents; a bye adds nothing."),
    rule="",
    scope=("petanque",),
)
def fine_buchholz(table: Table, number: int) -> list[Term]:

    def of_opponent(opponent: int) -> int | Decimal:
        return table.compute_once(
            ("BHZ of", opponent), lambda: sum((t.value for t in buchholz_of_wins(table, opponent)), ZERO)
        )

    return [Term(r, of_opponent(opponent), opponent) for r, opponent in _opponents(table, number)]


@criterion(
    "DIFF",
    name=gettext_noop("Point difference"),
    formula=gettext_noop("Add up the player’s points minus the opponent’s over all rounds."),
    rule="",
    scope=("petanque",),
)
def difference(table: Table, number: int) -> list[Term]:
    rows = [Term(g.round, credited_spread(table, g), g.opponent, kind=g.kind) for g in table.games_of(number)]
    return rows + penalties(table, number)


def _opponents(table: Table, number: int) -> list[tuple[int, int]]:
    return [(g.round, g.opponent) for g in table.games_of(number) if g.kind == Kind.PLAYED and g.opponent is not None]
