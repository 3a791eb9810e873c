"""Performance ratings (C.07 10.2 to 10.5): the rating for which the player's results would be expected."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from tiebreaks.criteria.ratings import opponents_ratings, why_unrated
from tiebreaks.crosstable import ZERO
from tiebreaks.expressions import add
from tiebreaks.numbers import Value, round_half_up
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.registry import criterion
from tiebreaks.scoring import KIND_COUNTS, result_points
from tiebreaks.table import Table
from tiebreaks.working import ROUNDED_MEAN, Step, Term, Terms

if TYPE_CHECKING:
    from tiebreaks.notation import ChosenCriterion

# FIDE's rating regulations, table of article 8.1.1: the rating difference for a score of 50 %, 51 %, ... 100 %.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
# Article 8.1.2: the largest rating difference that still means an expected score of 50 %, 51 %, ... 99 %; then 100 %.
LIMITS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
HIGHEST = 5000

type Formula = Callable[[Terms], tuple[Step, ...]]

POINTS = sentence("step-points", gettext_noop("points made"))
SHARE = sentence("step-share", gettext_noop("share of the points, rounded to two decimals"))
DIFFERENCE = sentence("step-difference", gettext_noop("rating difference for this share (8.1.1)"))
PERFORMANCE = sentence("step-performance", gettext_noop("average plus difference"))
LOWEST = sentence("step-lowest", gettext_noop("lowest rating among the opponents"))
BELOW = sentence("step-below", gettext_noop("800 less, because no point was made"))
EXPECTED_BELOW = sentence("step-expected-below", gettext_noop("expected points with one rating point less"))
EXPECTED = sentence("step-expected", gettext_noop("expected points with the rating"))
PERFECT = sentence("step-perfect", gettext_noop("lowest rating that is enough"))


def difference_for(share: Decimal) -> int:
    """Return the rating difference for a share of the points, from 0 to 1 with two decimals (8.1.1)."""
    steps = int(share * 100) - 50
    return DIFFERENCES[steps] if steps >= 0 else -DIFFERENCES[-steps]


def expected_hundredths(difference: int) -> int:
    """Return the expected score of one game in hundredths, without the 400-point limit."""
    above_half = bisect_left(LIMITS, abs(difference))
    return 50 + above_half if difference >= 0 else 50 - above_half


def _games(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    """Return the opponents' ratings with the results: 1, ½ or 0, whatever points the event awards (10.2)."""
    points = {
        g.round: result_points(g, table.scheme) for g in table.games_of(number) if KIND_COUNTS[g.kind].over_the_board
    }
    return [
        Term(t.round, t.value, t.opponent, result=points[t.round])
        for t in opponents_ratings(table, chosen).terms_of(number)
        if t.round is not None
    ]


def _points_made(terms: Sequence[Term]) -> Decimal:
    return sum((term.result or ZERO for term in terms), ZERO)


def performance_rating(terms: Terms) -> tuple[Step, ...]:
    """Take the opponents' average rating plus the difference for the share of points; nothing without games."""
    if not terms:
        return ()
    *steps, average = ROUNDED_MEAN.steps(sum(terms.values), len(terms))
    points = _points_made(terms)
    share = round_half_up(points / len(terms), 2)
    difference, mean = difference_for(share), int(average.value or 0)
    return (
        *steps,
        average,
        Step(POINTS, points),
        Step(SHARE, share, (points, "÷", len(terms))),
        Step(DIFFERENCE, difference),
        Step(PERFORMANCE, mean + difference, add(mean, difference)),
    )


def perfect_performance_rating(terms: Terms) -> tuple[Step, ...]:
    """Take the lowest rating whose expected score is at least the points made; nothing without games."""
    if not terms:
        return ()
    ratings, points = [int(rating) for rating in terms.values], _points_made(terms)
    if points == 0:
        lowest, below = min(ratings), -DIFFERENCES[-1]
        return Step(POINTS, points), Step(LOWEST, lowest), Step(BELOW, lowest + below, add(lowest, below))

    def expected(own: int) -> Decimal:
        return Decimal(sum(expected_hundredths(own - rating) for rating in ratings)) / 100

    enough = bisect_left(range(-HIGHEST, HIGHEST), points, key=expected) - HIGHEST
    too_little = Step(EXPECTED_BELOW, expected(enough - 1))
    return Step(POINTS, points), too_little, Step(EXPECTED, expected(enough)), Step(PERFECT, enough)


@criterion(
    "TPR",
    name=gettext_noop("Tournament performance rating"),
    formula=gettext_noop("Take the average rating of the opponents and add the difference for the share of points."),
    rule="C.07 10.2",
    modifiers="U",
    scope=("swiss",),
    from_terms=performance_rating,
    why_undefined=why_unrated,
)
def tournament_performance_rating(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    return _games(table, number, chosen)


@criterion(
    "PTP",
    name=gettext_noop("Perfect tournament performance"),
    formula=gettext_noop("Take the lowest rating whose expected score is at least the points made."),
    rule="C.07 10.3",
    modifiers="U",
    scope=("swiss",),
    from_terms=perfect_performance_rating,
    why_undefined=why_unrated,
)
def perfect_tournament_performance(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    return _games(table, number, chosen)


def _performance(table: Table, number: int, chosen: ChosenCriterion, formula: Formula) -> Value:
    steps = formula(Terms.of(_games(table, number, chosen)))
    return steps[-1].value if steps else None


def _of_opponents(table: Table, number: int, chosen: ChosenCriterion, formula: Formula) -> list[Term]:
    """Return the performances of the opponents played over the board, without undefined ones."""
    terms = []
    for term in opponents_ratings(table, chosen).terms_of(number):
        opponent = term.opponent
        assert opponent is not None
        key = (formula.__name__, opponent, chosen.modifier_number("U"))
        of_opponent = table.compute_once(key, partial(_performance, table, opponent, chosen, formula))
        if of_opponent is not None:
            terms.append(Term(term.round, int(of_opponent), opponent))
    return terms


@criterion(
    "APRO",
    name=gettext_noop("Average performance of opponents"),
    formula=gettext_noop("Take the average performance rating of the opponents, rounded to a whole number."),
    rule="C.07 10.4",
    modifiers="U",
    scope=("swiss",),
    from_sum=ROUNDED_MEAN,
    why_undefined=why_unrated,
)
def average_performance_of_opponents(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    return _of_opponents(table, number, chosen, performance_rating)


@criterion(
    "APPO",
    name=gettext_noop("Average perfect performance of opponents"),
    formula=gettext_noop("Take the average perfect performance of the opponents, rounded to a whole number."),
    rule="C.07 10.5",
    modifiers="U",
    scope=("swiss",),
    from_sum=ROUNDED_MEAN,
    why_undefined=why_unrated,
)
def average_perfect_performance_of_opponents(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    return _of_opponents(table, number, chosen, perfect_performance_rating)
