"""The rating change of a player by FIDE's rating regulations (B.02, 8.3), as far as the facts of one event allow.

Each rated game counts its result minus the expected score of table 8.1.2; the sum is multiplied by K (`rating_k`).
Differences above 400 points count as 400; from 1 October 2025 that is for players rated below 2650 alone (8.3.1). The
performance is the average rating of the same opponents plus the difference of table 8.1.1 for the share of points made
against them.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from tiebreaks.criteria.performance import difference_for, expected_hundredths
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.facts.rating_methods import rating_in_round
from tiebreaks.values.numbers import round_half_up
from tournaments.domain.players.rating_k import RatingK, choose_k

LIMIT = 400
UNLIMITED_FROM, SINCE = 2650, "2025-10-01"
RESULTS = {"1": Decimal(1), "=": Decimal("0.5"), "0": Decimal(0)}  # games that are not rated have other letters


class RatingChange(NamedTuple):
    """The rated `games`, the `points` made in them and those `expected`; `change` is rounded to a tenth."""

    k: RatingK
    games: int
    points: Decimal
    expected: Decimal
    change: Decimal
    performance: int


class Performance(NamedTuple):
    """The average of the opponents' ratings, and what the share of the points adds to it."""

    average: int
    difference: int
    games: int
    points: Decimal

    @property
    def value(self) -> int:
        return self.average + self.difference


def compute_performance(games: Sequence[tuple[Decimal, int]]) -> Performance | None:
    """Return the performance in games given as points and the opponent's rating; None without a game."""
    if not games:
        return None
    points = sum((made for made, _ in games), Decimal(0))
    average = int(round_half_up(Fraction(sum(other for _, other in games), len(games))))
    return Performance(average, difference_for(int(100 * round_half_up(points / len(games), 2))), len(games), points)


class RatedGame(NamedTuple):
    """A game that is rated: the points made in it, the opponent's rating, and what the ratings let expect."""

    round: int
    points: Decimal
    rating: int
    expected: Decimal


def compute_expected(own: int, other: int, starts_on: str) -> Decimal:
    """Return the points that a player is expected to make in a game, in an event that starts on a day.

    Days are written as files do, 2026-05-01 or 2026/05/01; on an unknown one today's rule counts.
    """
    difference = own - other
    if own < UNLIMITED_FROM or "" < starts_on.replace("/", "-") < SINCE:
        difference = max(-LIMIT, min(LIMIT, difference))
    return Decimal(expected_hundredths(difference)) / 100


def list_rated_games(facts: Crosstable, number: int) -> list[RatedGame]:
    """Return a player's rated games in their order; none of a round in which the player has no rating."""
    counted = [
        (game.round, RESULTS[game.letter], rating_in(facts, number, game.round), rating_in(facts, opponent, game.round))
        for game in facts.games[number]
        if game.kind == Kind.PLAYED and game.letter in RESULTS and (opponent := game.opponent) is not None
    ]
    return [
        RatedGame(round_number, points, other, compute_expected(own, other, facts.starts_on))
        for round_number, points, own, other in counted
        if own and other
    ]


def rating_in(facts: Crosstable, number: int, round_number: int) -> int | None:
    """Return the rating of a player in a round; events of several months know later ones."""
    player = facts.players[number]
    return rating_in_round(player.rating, player.later_ratings, round_number)


class PerformanceSoFar(NamedTuple):
    """How a player stands after a rated game: the points so far, those expected so far, the performance so far."""

    round: int
    points: Decimal
    expected: Decimal
    performance: int


def follow_performance(facts: Crosstable, number: int) -> list[PerformanceSoFar]:
    """Return how a player stood after each rated game; nothing for who begins unrated: the chart has one rating."""
    own, rated = facts.players[number].rating, list_rated_games(facts, number)
    if own is None:
        return []
    steps = []
    for count, game in enumerate(rated, 1):
        made = compute_performance([(each.points, each.rating) for each in rated[:count]])
        assert made is not None  # there is a game
        expected = sum((each.expected for each in rated[:count]), Decimal(0))
        steps.append(PerformanceSoFar(game.round, made.points, expected, made.value))
    return steps


def compute_change(facts: Crosstable, number: int, k: int | None) -> RatingChange | None:
    """Return a player's rating change, None without a rated game. `k` is the event's."""
    rated = list_rated_games(facts, number)
    made = compute_performance([(game.points, game.rating) for game in rated])
    if made is None:
        return None
    expected = sum((game.expected for game in rated), Decimal(0))
    factor = choose_k(facts, number, made.games, k)
    change = round_half_up(factor.value * (made.points - expected), 1)
    return RatingChange(factor, made.games, made.points, expected, change, made.value)
