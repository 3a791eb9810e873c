"""Criteria by the two scores of a team event: the scores themselves and their products (C.07, articles 11 and 13)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tiebreaks.criteria.buchholz import buchholz_scores
from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.own_results import points
from tiebreaks.criteria.registry import column_criterion, criterion
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import Column, exact
from tiebreaks.table.table import Table
from tiebreaks.table.unplayed import counted_opponents, with_last_round_drawn
from tiebreaks.table.working import Term
from tiebreaks.values.numbers import round_half_up

SECONDARY = sentence("secondary-score", gettext_noop("the secondary score (13.4.1)"))
STRENGTH = sentence(
    "schedule-strength", gettext_noop("the Buchholz score of the primary score, divided by the factor (13.4.2)")
)

team_criterion = partial(column_criterion, scope=("teams",))


def secondary_table(table: Table) -> Table:
    """Return the table of a team event in its secondary score."""
    return table.in_score("GP" if table.facts.score == "MP" else "MP")


@team_criterion(
    "MP",
    name=gettext_noop("Match points"),
    formula=gettext_noop("Add up the match points of all rounds."),
    rule="C.07 11.1.1",
)
def match_points(table: Table) -> Column:
    return points(table.in_score("MP"))


@team_criterion(
    "GP",
    name=gettext_noop("Game points"),
    formula=gettext_noop("Add up the game points of all rounds."),
    rule="C.07 11.1.2",
)
def game_points(table: Table) -> Column:
    return points(table.in_score("GP"))


@team_criterion(
    "MPvGP",
    name=gettext_noop("Match points or game points"),
    formula=gettext_noop("Add up the points of the secondary score: game points where match points come first."),
    rule="C.07 13.1",
)
def secondary_score(table: Table) -> Column:
    return points(secondary_table(table))


def products(table: Table, opponents_score: str, own_score: str) -> Column:
    """Return each opponent's points in one score times the team's points against it in another.

    Each score is "MP" or "GP". Both have the same rounds.
    """
    opponents, own = counted_opponents(table.in_score(opponents_score)), counted_opponents(table.in_score(own_score))
    return opponents.products(own.rounds)


@team_criterion(
    "EMMSB",
    name=gettext_noop("Extended Sonneborn-Berger (match points times match points)"),
    formula=gettext_noop("Add up each opponent’s match points times the match points made against it."),
    rule="C.07 13.2.1",
    modifiers="CP",
)
def match_points_times_match_points(table: Table) -> Column:
    return products(table, "MP", "MP")


@team_criterion(
    "EMGSB",
    name=gettext_noop("Extended Sonneborn-Berger (match points times game points)"),
    formula=gettext_noop("Add up each opponent’s match points times the game points made against it."),
    rule="C.07 13.2.2",
    modifiers="CP",
)
def match_points_times_game_points(table: Table) -> Column:
    return products(table, "MP", "GP")


@team_criterion(
    "EGMSB",
    name=gettext_noop("Extended Sonneborn-Berger (game points times match points)"),
    formula=gettext_noop("Add up each opponent’s game points times the match points made against it."),
    rule="C.07 13.2.3",
    modifiers="CP",
)
def game_points_times_match_points(table: Table) -> Column:
    return products(table, "GP", "MP")


@team_criterion(
    "EGGSB",
    name=gettext_noop("Extended Sonneborn-Berger (game points times game points)"),
    formula=gettext_noop("Add up each opponent’s game points times the game points made against it."),
    rule="C.07 13.2.4",
    modifiers="CP",
)
def game_points_times_game_points(table: Table) -> Column:
    return products(table, "GP", "GP")


@criterion(
    "SSSC",
    name=gettext_noop("Scores and schedule strength combination"),
    formula=gettext_noop("Add the secondary score and the Buchholz score of the primary score divided by a factor."),
    rule="C.07 13.4",
    modifiers="PKF",
    scope=("teams",),
    by_modifiers=True,
)
def scores_and_schedule_strength(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    scores = buchholz_scores(table.variant(with_last_round_drawn) if chosen.has_modifier("F") else table)
    buchholz = exact(scores.by_number[number], scores.scale)
    # The secondary score has at most two decimals, so rounding the quotient is the same as rounding the sum.
    factor = schedule_factor(table, chosen)
    strength = round_half_up(Fraction(buchholz) / factor, 2)
    own = secondary_table(table).score(number)
    divided = (buchholz, "÷", factor)
    return [
        Term(None, own, reason=SECONDARY),
        Term(None, strength, base=buchholz, reason=STRENGTH, expression=divided),
    ]


def schedule_factor(table: Table, chosen: ChosenCriterion) -> int:
    """Return the divisor of the Buchholz score: the number of the modifier K, or else the one of article 13.4.2.

    That is the highest possible primary score so far over the highest secondary score of a match, rounded down.
    """
    highest = int(table.rounds_so_far * table.scheme.win // secondary_table(table).scheme.win)
    return max(int(chosen.modifier_number("K") or 0) or highest, 1)
