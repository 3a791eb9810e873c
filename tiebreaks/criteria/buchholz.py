"""The Buchholz family: how strong the opponents were (C.07, article 8)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from tiebreaks.crosstable import ZERO, Kind
from tiebreaks.numbers import Value, mean
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.scoring import KIND_COUNTS
from tiebreaks.table import Table
from tiebreaks.unplayed import NOTHING, CountedOpponent, counted_opponents, with_last_round_drawn
from tiebreaks.working import Term, Terms

if TYPE_CHECKING:
    from tiebreaks.notation import ChosenCriterion


def average(terms: Terms) -> Value:
    """Return the mean of the terms, None (undefined) without terms."""
    return mean(terms.values)


@criterion(
    "BH",
    name=gettext_noop("Buchholz"),
    formula=gettext_noop("Add up the scores of all opponents."),
    rule="C.07 8.1",
    modifiers="CMP",
    scope=("swiss",),
    scores=("MP", "GP"),
    reach=1,
)
def buchholz(table: Table, number: int) -> Terms:
    rows = counted_opponents(table, number)
    return Terms(
        lambda i: rows[i].term(rows[i].strength),
        [f.strength for f in rows],
        voluntary=[i for i, f in enumerate(rows) if f.voluntary],
    )


@criterion(
    "FB",
    name=gettext_noop("Fore Buchholz"),
    formula=gettext_noop("Add up the scores of all opponents as if every game of the last round were drawn."),
    rule="C.07 8.3",
    modifiers="CMP",
    scope=("swiss",),
    scores=("MP", "GP"),
    reach=1,
)
def fore_buchholz(table: Table, number: int) -> Terms:
    return buchholz(table.variant(with_last_round_drawn), number)


@criterion(
    "AOB",
    name=gettext_noop("Average of opponents' Buchholz"),
    formula=gettext_noop("Take the average of the Buchholz scores of the opponents played over the board."),
    rule="C.07 8.2",
    modifiers="F",
    scope=("swiss",),
    total=average,
    scores=("MP", "GP"),
    reach=2,
)
def average_of_opponents_buchholz(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    source = table.variant(with_last_round_drawn) if chosen.has_modifier("F") else table
    return [
        Term(g.round, buchholz_score(source, g.opponent), g.opponent)
        for g in table.games_of(number)
        if KIND_COUNTS[g.kind].over_the_board and g.opponent is not None
    ]


@criterion(
    "SBH",
    name=gettext_noop("Refined Buchholz"),
    formula=gettext_noop("Add up the Buchholz scores of all opponents."),
    rule="",
    modifiers="CM",
    scope=("swiss",),
    scores=("MP", "GP"),
    reach=2,
)
def refined_buchholz(table: Table, number: int) -> list[Term]:
    return [_refined(table, number, f) for f in counted_opponents(table, number)]


def _refined(table: Table, number: int, row: CountedOpponent) -> Term:
    """Return an opponent's uncut Buchholz; for an unplayed round the player's own, or 0 in the edition "plain"."""
    if row.opponent is not None and (row.kind == Kind.PLAYED or table.is_round_robin):
        return Term(row.round, buchholz_score(table, row.opponent), row.opponent)
    value = ZERO if row.reason == NOTHING else buchholz_score(table, number)
    return row.term(value)


def buchholz_score(table: Table, number: int) -> int | Decimal:
    """Return a player's uncut Buchholz score."""
    return table.compute_once(("buchholz", number), lambda: sum(buchholz(table, number).values, ZERO))
