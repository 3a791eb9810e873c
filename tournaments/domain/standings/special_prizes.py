"""Who is best in what no tie-break orders: the performance, and the score against the rating.

Prizes go by the ratings of the event, FIDE's or others; the tables are FIDE's.
"""

from collections.abc import Sequence
from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tournaments.domain.players.rating_change import RESULTS, compute_change, compute_performance, rating_in


def take_event_ratings(facts: Crosstable) -> Crosstable:
    """Return the facts with the rating that counts in the event as that of each player."""
    return facts._replace(players=facts.with_event_ratings())


def compute_performances(facts: Crosstable, numbers: Sequence[int], least: int) -> dict[int, Decimal]:
    """Return the performance of those who have played `least` games against rated opponents."""
    facts, made = take_event_ratings(facts), {}
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
    facts = take_event_ratings(facts)
    changes = {number: compute_change(facts, number, None) for number in numbers}
    return {number: change.points - change.expected for number, change in changes.items() if change}


def order_by_value(numbers: Sequence[int], values: dict[int, Decimal]) -> list[tuple[int, int]]:
    """Return those who have a value, each with their place, the highest first; equals share it in their order."""
    ordered = sorted((number for number in numbers if number in values), key=lambda number: -values[number])
    ranks = {values[number]: place for place, number in reversed(list(enumerate(ordered, 1)))}
    return [(number, ranks[values[number]]) for number in ordered]
