"""Who is best in what no tie-break orders: the performance, and the score against the rating."""

from collections.abc import Sequence
from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tournaments.domain.players.rating_change import RESULTS, compute_performance, list_rated_games, rating_in


def compute_performances(facts: Crosstable, numbers: Sequence[int], least: int) -> dict[int, Decimal]:
    """Return the performance of those who have played `least` games against rated opponents."""
    made = {}
    for number in numbers:
        games = [
            (RESULTS[game.letter], rating)
            for game in facts.games[number]
            if game.kind == Kind.PLAYED and game.letter in RESULTS and game.opponent is not None
            if (rating := rating_in(facts, game.opponent, game.round))
        ]
        performance = compute_performance(games) if len(games) >= least else None
        if performance:
            made[number] = Decimal(performance.value)
    return made


def compute_surpluses(facts: Crosstable, numbers: Sequence[int]) -> dict[int, Decimal]:
    """Return how much more than their ratings let expect rated players have scored in their rated games."""
    games = {number: list_rated_games(facts, number) for number in numbers}
    return {
        number: sum((game.points - game.expected for game in own), Decimal(0)) for number, own in games.items() if own
    }


def order_by_value(numbers: Sequence[int], values: dict[int, Decimal]) -> list[tuple[int, int]]:
    """Return those who have a value, each with their place, the highest first; equals share it in their order."""
    ordered = sorted((number for number in numbers if number in values), key=lambda number: -values[number])
    ranks = {values[number]: place for place, number in reversed(list(enumerate(ordered, 1)))}
    return [(number, ranks[values[number]]) for number in ordered]
