"""Criteria of the opponents' ratings (C.07, article 10). Only games played over the board count."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from tiebreaks.numbers import Value, half_up, mean
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.scoring import COUNTS
from tiebreaks.table import Table
from tiebreaks.working import Term, only

if TYPE_CHECKING:
    from tiebreaks.notation import Chosen


def rating(table: Table, number: int, chosen: Chosen) -> int | None:
    """Return the rating at the start: FIDE's, else the national one, else the floor of the order or the event."""
    player = table.facts.players[number]
    floor = chosen.number("U")
    return player.rating or player.national_rating or (int(floor) if floor else table.facts.unrated_rating)


def everybody_is_rated(table: Table, chosen: Chosen) -> bool:
    """Tell whether the rating criteria may be used: one player without rating or floor and they are dropped (10.1)."""
    return table.once(("rated", chosen.number("U")), lambda: all(rating(table, n, chosen) for n in table.facts.players))


def opponents_ratings(table: Table, number: int, chosen: Chosen) -> list[Term]:
    """Return the ratings of the opponents met over the board; nothing at all where somebody is unrated."""
    if not everybody_is_rated(table, chosen):
        return []
    return [
        Term(g.round, rating(table, g.opponent, chosen) or 0, g.opponent)
        for g in table.games_of(number)
        if COUNTS[g.kind].over_the_board and g.opponent is not None
    ]


def rounded_average(terms: Sequence[Term]) -> Value:
    """Return the mean as a whole number, halves up, undefined where there is no term."""
    average = mean([term.value for term in terms])
    return None if average is None else half_up(average)


def sum_or_undefined(terms: Sequence[Term]) -> Value:
    """Return the sum, undefined where there is no term."""
    return sum((term.value for term in terms), Decimal(0)) if terms else None


@criterion(
    "ARO",
    name=gettext_noop("Average rating of opponents"),
    formula=gettext_noop("Take the average rating of the opponents met over the board, rounded to a whole number."),
    rule="C.07 10.1",
    modifiers="CMU",
    scope=("swiss",),
    total=rounded_average,
)
def average_rating_of_opponents(table: Table, number: int, chosen: Chosen) -> list[Term]:
    return opponents_ratings(table, number, chosen)


@criterion(
    "SRO",
    name=gettext_noop("Sum of opponents' ratings"),
    formula=gettext_noop("Add up the ratings of the opponents met over the board."),
    rule="",
    modifiers="CMU",
    scope=("swiss",),
    total=sum_or_undefined,
)
def sum_of_ratings_of_opponents(table: Table, number: int, chosen: Chosen) -> list[Term]:
    return opponents_ratings(table, number, chosen)


@criterion(
    "RTNG",
    name=gettext_noop("Rating"),
    formula=gettext_noop("Take the player's own rating at the start."),
    rule="C.07 10.6",
    modifiers="RU",
    total=only,
)
def own_rating(table: Table, number: int, chosen: Chosen) -> list[Term]:
    return [Term(None, rating(table, number, chosen) or 0)] if everybody_is_rated(table, chosen) else []


@criterion(
    "TPN",
    name=gettext_noop("Pairing number"),
    formula=gettext_noop("Take the player's pairing number; the lower one is ahead."),
    rule="C.07 7.8",
    modifiers="R",
    lower_is_better=True,
)
def pairing_number(table: Table, number: int) -> list[Term]:
    return [Term(None, number)]
