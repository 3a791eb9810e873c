"""The change of a player's DWZ by the rating rules of the German Chess Federation, as far as one event's facts allow.

Until 7 June 2026 the DWZ changed by 800 × (W − We) ÷ (E + n), since then by K × (W − We). Both depend on the index too,
the number of rated events. No player has it here: it is assumed to be so high that it changes neither.
"""

from decimal import Decimal
from fractions import Fraction
from math import erf, exp
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Kind
from tiebreaks.values.numbers import round_half_up
from tournaments.domain.players.birth import birth_year
from tournaments.domain.players.rating_change import RESULTS

LAST_BY_E = "2026-06-07"  # the last day of events that the older rules are for
YOUTH, JUNIORS = 20, 25  # the highest age, counted by years
LEAST_E, MOST_E, MOST_BRAKED_E = 5, 30, 150
YOUNG_K, ADULT_K, STRONG_K = 32, 28, 25  # of an index above 10
STRONG_FROM, YOUNG_STRONG_FROM = 2000, 2200
BRAKED_BELOW, LOWEST = 1600, 1100
MOST_K = 80


class DwzChange(NamedTuple):
    """The DWZ `before` and `after` an event, from `points` and those `expected` in `games`; by K or by E (`factor`)."""

    before: int
    after: int
    games: int
    points: Decimal
    expected: Decimal
    factor: Decimal
    is_by_k: bool
    is_age_known: bool


def compute_dwz_change(facts: Crosstable, number: int, last_day: str) -> DwzChange | None:
    """Return a player's change in an event that ends on a day, 2026-05-01, or on an unknown one, "".

    None without a DWZ or a rated game. An opponent without a DWZ counts with FIDE's rating.
    """
    player = facts.players[number]
    games = [
        (RESULTS[game.letter], other)
        for game in facts.games[number]
        if game.kind == Kind.PLAYED and game.letter in RESULTS and game.opponent
        if (other := _rating(facts.players[game.opponent]))
    ]
    own, born = player.national_rating, birth_year(player.birth_date)
    if not own or not games:
        return None
    points = sum((made for made, _ in games), Decimal(0))
    expected = sum((expect(own, other) for _, other in games), Decimal(0))
    age = int(last_day[:4]) - born if born and last_day else None
    is_by_k = not "" < last_day <= LAST_BY_E
    factor = find_k(own, age, points - expected) if is_by_k else find_e(own, age, points - expected)
    share = Fraction(factor) if is_by_k else 800 / (Fraction(factor) + len(games))
    after = int(round_half_up(own + share * Fraction(points - expected)))
    if is_by_k:
        after = max(after, LOWEST)
    return DwzChange(own, after, len(games), points, expected, factor, is_by_k, is_age_known=age is not None)


def _rating(player: Player) -> int | None:
    return player.national_rating or player.rating


def expect(own: int, other: int) -> Decimal:
    """Return the expected points of a game: the normal distribution, to three decimals."""
    return Decimal(str(round((1 + erf((own - other) / 400)) / 2, 3)))


def find_e(own: int, age: int | None, gain: Decimal) -> Decimal:
    """Return E of the rules until June 2026: it is small, and the change large, for the young and the weak.

    Who is at most 20 and made more than expected rises faster; who is below 1300 and did not, falls more slowly.
    """
    of_age = 5 if age is not None and age <= YOUTH else 10 if age is not None and age <= JUNIORS else 15
    value = (own / 1000) ** 4 + of_age
    if of_age == 5 and gain > 0:
        value *= min(max(own / 2000, 0.5), 1)
    is_braked = own < 1300 and gain <= 0
    if is_braked:
        value += exp((1300 - own) / 150) - 1
    whole = max(int(round_half_up(Decimal(value))), LEAST_E)
    return Decimal(min(whole, MOST_BRAKED_E if is_braked else MOST_E))


def find_k(own: int, age: int | None, gain: Decimal) -> Decimal:
    """Return K of the rules since June 2026, to one decimal: below 1600 it is larger for a rise than for a fall."""
    is_young = age is not None and age <= JUNIORS
    basis = YOUNG_K if is_young and own < YOUNG_STRONG_FROM else STRONG_K if own >= STRONG_FROM else ADULT_K
    if gain < 0 and own < BRAKED_BELOW:
        return round_half_up(Fraction(basis * (own + 800), BRAKED_BELOW + 800), 1)
    if gain < 0:
        return Decimal(basis)
    is_youth = age is not None and age <= YOUTH
    bonus = Fraction(max(2000 - own, 0), 30) if is_youth else Fraction(4 if own < BRAKED_BELOW else 0)
    return min(round_half_up(basis + bonus, 1), Decimal(MOST_K))
