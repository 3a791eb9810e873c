"""Performance ratings (C.07 10.2 to 10.5): the rating for which the player's results would be expected."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.ratings import opponents_ratings, why_unrated
from tiebreaks.criteria.registry import column_criterion
from tiebreaks.facts.scoring import AT_THE_BOARD, result_points
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import LETTER, Column, exact
from tiebreaks.table.table import Table
from tiebreaks.table.working import ROUNDED_MEAN, FromGames, WorkingStep
from tiebreaks.values.expressions import add
from tiebreaks.values.numbers import round_ratio_half_up

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
CERTAIN = LIMITS[-1] + 1  # the least rating difference with an expected score of 100 %

POINTS = sentence("step-points", gettext_noop("points made"))
SHARE = sentence("step-share", gettext_noop("share of the points, rounded to two decimals"))
DIFFERENCE = sentence("step-difference", gettext_noop("rating difference for this share (8.1.1)"))
PERFORMANCE = sentence("step-performance", gettext_noop("average plus difference"))
LOWEST = sentence("step-lowest", gettext_noop("lowest rating among the opponents"))
BELOW = sentence("step-below", gettext_noop("800 less, because no point was made"))
EXPECTED_BELOW = sentence("step-expected-below", gettext_noop("expected points with one rating point less"))
EXPECTED = sentence("step-expected", gettext_noop("expected points with the rating"))
PERFECT = sentence("step-perfect", gettext_noop("lowest rating that is enough"))


def difference_for(share: int) -> int:
    """Return the rating difference for a share of the points in hundredths, from 0 to 100 (8.1.1)."""
    steps = share - 50
    return DIFFERENCES[steps] if steps >= 0 else -DIFFERENCES[-steps]


def expected_hundredths(difference: int) -> int:
    """Return the expected score of one game in hundredths, without the 400-point limit."""
    above_half = bisect_left(LIMITS, abs(difference))
    return 50 + above_half if difference >= 0 else 50 - above_half


EXPECTED_SCORES = bytes(map(expected_hundredths, range(-CERTAIN, CERTAIN + 1)))
ALWAYS_WON = bytes([100])


def _games(table: Table, chosen: ChosenCriterion) -> Column:
    """Return the opponents' ratings with the results: 1, ½ or 0, whatever points the event awards (10.2).

    An open game has no result, so its opponent does not count: ratings and points are those of the same games.
    """
    ratings = opponents_ratings(table, chosen, table.rounds)
    return ratings.with_results(table.compute_once("results", lambda: _results(table)))


def _results(table: Table) -> list[int]:
    """Return the result of each game played over the board, in half points.

    Games with the same letter and points have the same result: it is computed once for them all.
    """
    rounds, played = table.rounds, table.are_played
    games = list(compress(rounds.games, played))
    ends = list(zip(map(LETTER, games), compress(rounds.points, played), strict=True))
    example_of = dict(zip(ends, games, strict=True))
    halves = {end: int(2 * result_points(game, table.scheme)) for end, game in example_of.items()}
    return [halves[end] for end in ends]


def _performance(ratings: Sequence[int], halves: int) -> tuple[int, ...]:
    """Return the share of the points in hundredths, the average rating, the difference for the share, and their sum."""
    share = round_ratio_half_up(50 * halves, len(ratings))
    mean, difference = round_ratio_half_up(sum(ratings), len(ratings)), difference_for(share)
    return share, mean, difference, mean + difference


def _show_performance(
    ratings: Sequence[int], halves: int, share: int, mean: int, difference: int, performance: int
) -> tuple[WorkingStep, ...]:
    points = exact(halves, 2)
    return (
        *ROUNDED_MEAN.steps(sum(ratings), len(ratings)),
        WorkingStep(POINTS, points),
        WorkingStep(SHARE, exact(share, 100), (points, "÷", len(ratings))),
        WorkingStep(DIFFERENCE, difference),
        WorkingStep(PERFORMANCE, performance, add(mean, difference)),
    )


def _perfect_performance(ratings: Sequence[int], halves: int) -> tuple[int, ...]:
    """Return the hundredths expected with one rating point less, those expected with the rating, and the rating.

    Without a point the rating is 800 below the lowest of the opponents, and nothing is expected.
    """
    return _find_lowest(ratings, 50 * halves) if halves else (0, 0, min(ratings) - DIFFERENCES[-1])


def _show_perfect_performance(
    ratings: Sequence[int], halves: int, below: int, expected: int, rating: int
) -> tuple[WorkingStep, ...]:
    points = WorkingStep(POINTS, exact(halves, 2))
    if not halves:
        lowest = min(ratings)
        return points, WorkingStep(LOWEST, lowest), WorkingStep(BELOW, rating, add(lowest, -DIFFERENCES[-1]))
    return (
        points,
        WorkingStep(EXPECTED_BELOW, exact(below, 100)),
        WorkingStep(EXPECTED, exact(expected, 100)),
        WorkingStep(PERFECT, rating),
    )


def _find_lowest(ratings: Sequence[int], wanted: int) -> tuple[int, int, int]:
    """Find the lowest rating with which at least the wanted hundredths of a point are expected.

    Return the hundredths expected with one rating point less, those with that rating, and the rating.
    """
    lowest, highest = min(ratings), max(ratings)
    spread = highest - lowest
    scores = bytes(spread) + EXPECTED_SCORES + ALWAYS_WON * spread  # of all differences that can be met here
    starts = [CERTAIN + spread - rating for rating in ratings]
    too_low, enough = lowest - CERTAIN, highest + CERTAIN
    expected_below, expected = 0, 100 * len(ratings)
    while enough - too_low > 1:
        own = (too_low + enough) // 2
        hundredths = sum([scores[own + start] for start in starts])
        if hundredths < wanted:
            too_low, expected_below = own, hundredths
        else:
            enough, expected = own, hundredths
    return expected_below, expected, enough


PERFORMANCE_RATING = FromGames(_performance, _show_performance)
PERFECT_PERFORMANCE_RATING = FromGames(_perfect_performance, _show_perfect_performance)


@column_criterion(
    "TPR",
    name=gettext_noop("Tournament performance rating"),
    formula=gettext_noop("Take the average rating of the opponents and add the difference for the share of points."),
    rule="C.07 10.2",
    modifiers="U",
    scope=("swiss",),
    from_games=PERFORMANCE_RATING,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def tournament_performance_rating(table: Table, chosen: ChosenCriterion) -> Column:
    return _games(table, chosen)


@column_criterion(
    "PTP",
    name=gettext_noop("Perfect tournament performance"),
    formula=gettext_noop("Take the lowest rating whose expected score is at least the points made."),
    rule="C.07 10.3",
    modifiers="U",
    scope=("swiss",),
    from_games=PERFECT_PERFORMANCE_RATING,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def perfect_tournament_performance(table: Table, chosen: ChosenCriterion) -> Column:
    return _games(table, chosen)


def _of_opponents(table: Table, chosen: ChosenCriterion, from_games: FromGames) -> Column:
    """Return the performances of the opponents played over the board, without undefined ones."""
    performances, rounds = _games(table, chosen).values_by(from_games), table.rounds_and_open
    found = [None if opponent is None else performances[opponent] for opponent in rounds.opponents]
    at_the_board = rounds.are_of(AT_THE_BOARD)
    wanted = [there and value is not None for there, value in zip(at_the_board, found, strict=True)]
    return rounds.column([int(value) for value in compress(found, wanted) if value is not None], wanted=wanted)


@column_criterion(
    "APRO",
    name=gettext_noop("Average performance of opponents"),
    formula=gettext_noop("Take the average performance rating of the opponents, rounded to a whole number."),
    rule="C.07 10.4",
    modifiers="U",
    scope=("swiss",),
    from_sum=ROUNDED_MEAN,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def average_performance_of_opponents(table: Table, chosen: ChosenCriterion) -> Column:
    return _of_opponents(table, chosen, PERFORMANCE_RATING)


@column_criterion(
    "APPO",
    name=gettext_noop("Average perfect performance of opponents"),
    formula=gettext_noop("Take the average perfect performance of the opponents, rounded to a whole number."),
    rule="C.07 10.5",
    modifiers="U",
    scope=("swiss",),
    from_sum=ROUNDED_MEAN,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def average_perfect_performance_of_opponents(table: Table, chosen: ChosenCriterion) -> Column:
    return _of_opponents(table, chosen, PERFECT_PERFORMANCE_RATING)
