"""Criteria of the opponents' ratings (C.07, article 10). Only games played over the board count."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from tiebreaks.numbers import Value, round_ratio_half_up
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.scoring import KIND_COUNTS
from tiebreaks.table import Table
from tiebreaks.working import Term, Terms, single_value

if TYPE_CHECKING:
    from tiebreaks.notation import ChosenCriterion


def starting_ratings(table: Table, chosen: ChosenCriterion) -> dict[int, int]:
    """Return everybody's rating at the start: FIDE's, else the national one, else the floor of the order or the event.

    Nothing at all where somebody has none of these: the rating criteria are dropped then (10.1).
    """
    floor = chosen.modifier_number("U")
    return table.compute_once(
        ("ratings", floor), lambda: _ratings(table, table.facts.unrated_rating if floor is None else floor)
    )


def _ratings(table: Table, floor: int | Decimal | None) -> dict[int, int]:
    found = {n: p.rating or p.national_rating or int(floor or 0) for n, p in table.facts.players.items()}
    return found if all(found.values()) else {}


def opponents_ratings(table: Table, number: int, chosen: ChosenCriterion) -> Terms:
    """Return the ratings of the opponents met over the board; nothing at all where somebody is unrated."""
    known = starting_ratings(table, chosen)
    games = [(g.round, g.opponent) for g in table.games_of(number) if known and KIND_COUNTS[g.kind].over_the_board]
    values = [known[opponent] for _, opponent in games if opponent is not None]
    return Terms(lambda i: Term(games[i][0], values[i], games[i][1]), values)


def rounded_average(terms: Terms) -> Value:
    """Return the mean as a whole number, halves up, undefined where there is no term."""
    return round_ratio_half_up(int(sum(terms.values)), len(terms)) if terms else None


def sum_or_undefined(terms: Terms) -> Value:
    """Return the sum, undefined where there is no term."""
    return sum(terms.values) if terms else None


@criterion(
    "ARO",
    name=gettext_noop("Average rating of opponents"),
    formula=gettext_noop("Take the average rating of the opponents met over the board, rounded to a whole number."),
    rule="C.07 10.1",
    modifiers="CMU",
    scope=("swiss",),
    total=rounded_average,
    reach=0,
)
def average_rating_of_opponents(table: Table, number: int, chosen: ChosenCriterion) -> Terms:
    return opponents_ratings(table, number, chosen)


@criterion(
    "SRO",
    name=gettext_noop("Sum of opponents' ratings"),
    formula=gettext_noop("Add up the ratings of the opponents met over the board."),
    rule="",
    modifiers="CMU",
    scope=("swiss",),
    total=sum_or_undefined,
    reach=0,
)
def sum_of_ratings_of_opponents(table: Table, number: int, chosen: ChosenCriterion) -> Terms:
    return opponents_ratings(table, number, chosen)


@criterion(
    "RTNG",
    name=gettext_noop("Rating"),
    formula=gettext_noop("Take the player's own rating at the start."),
    rule="C.07 10.6",
    modifiers="RU",
    total=single_value,
    reach=0,
)
def own_rating(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    known = starting_ratings(table, chosen)
    return [Term(None, known[number])] if known else []


@criterion(
    "TPN",
    name=gettext_noop("Pairing number"),
    formula=gettext_noop("Take the player's pairing number; the lower one is ahead."),
    rule="C.07 7.8",
    modifiers="R",
    lower_is_better=True,
    reach=0,
)
def pairing_number(table: Table, number: int) -> list[Term]:
    return [Term(None, number)]
