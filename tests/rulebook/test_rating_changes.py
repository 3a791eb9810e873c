"""Rating changes by FIDE's rating regulations (B.02): the limit of 400 points (8.3.1), and K (8.3.3)."""

from decimal import Decimal

import pytest

from tests.notation.paper import read_player_rows
from tournaments.domain.players.rating_change import compute_change, compute_expected
from tournaments.domain.players.rating_k import KSource
from tournaments.domain.standings.special_prizes import compute_surpluses

NOW, BEFORE = "2026-05-01", "2025-09-30"


@pytest.mark.parametrize(
    ("own", "other", "starts_on", "expected"),
    [
        (2649, 2000, NOW, ".92"),  # a lead of more than 400 counts as 400
        (2650, 2000, NOW, ".99"),  # from 2650 on it counts in full
        (2800, 2300, NOW, ".96"),
        (2800, 2000, NOW, "1.00"),
        (2000, 2800, NOW, ".08"),  # for the other player the limit holds
        (2650, 2000, BEFORE, ".92"),  # the rule began on 1 October 2025
        (2650, 2000, "2025-10-01", ".99"),
        (2650, 2000, "2025/09/30", ".92"),
        (2650, 2000, "", ".99"),
        (2100, 1900, NOW, ".76"),
    ],
)
def test_a_large_difference_is_limited_below_2650(own, other, starts_on, expected):
    assert compute_expected(own, other, starts_on) == Decimal(expected)


@pytest.mark.parametrize(("starts_on", "expected", "change"), [(NOW, "2.67", "-1.7"), (BEFORE, "2.55", "-0.5")])
def test_the_change_of_a_top_player(starts_on, expected, change):
    """Expected of 2800: .96 against 2300, 1.00 against 2000, .71 against 2640. Made: 2½."""
    event = read_player_rows("Top 2800: 2w1 3b1 4w=\nA 2300: 1b0 Z Z\nB 2000: Z 1w0 Z\nC 2640: Z Z 1b=")
    made = compute_change(event._replace(starts_on=starts_on), 1, 10)
    assert (made.expected, made.change) == (Decimal(expected), Decimal(change))


@pytest.mark.parametrize(
    ("own_k", "of_event", "rating", "born", "k", "source"),
    [
        (10, 40, 1800, "2015", 10, KSource.OWN),
        (None, 40, 2500, "", 40, KSource.EVENT),
        (None, None, 2399, "", 20, KSource.ASSUMED),
        (None, None, 2400, "", 10, KSource.STRONG),
        (None, None, 2400, "2015/01/31", 10, KSource.STRONG),
        (None, None, 2299, "2008/01/01", 40, KSource.YOUNG),  # until the end of the year of the 18th birthday
        (None, None, 2299, "2007/12/31", 20, KSource.ASSUMED),
        (None, None, 2299, "14.03.2012", 40, KSource.YOUNG),  # as some files write a day
        (None, None, 2300, "2015", 20, KSource.ASSUMED),
    ],
)
def test_k_is_the_players_own_else_the_events_else_assumed(own_k, of_event, rating, born, k, source):
    event = read_player_rows(f"Anna {rating}: 2w1\nBert {rating}: 1b0")._replace(starts_on=NOW)
    players = {**event.players, 1: event.players[1]._replace(rating_k=own_k, birth_date=born)}
    change = compute_change(event._replace(players=players), 1, of_event)
    assert (change.k.value, change.k.source, change.change) == (k, source, Decimal(k) / 2)


@pytest.mark.parametrize(
    ("games", "k", "counted"), [(17, 40, 40), (18, 40, 38), (20, 40, 35), (36, 20, 19), (40, 10, 10)]
)
def test_k_times_the_games_is_at_most_700(games, k, counted):
    rounds = range(2, games + 2)
    rows = [f"Anna 1800: {' '.join(f'{n}w1' for n in rounds)}"]
    rows += [f"P{n} 1800: {'Z ' * (n - 2)}1b0{' Z' * (games + 1 - n)}" for n in rounds]
    change = compute_change(read_player_rows("\n".join(rows)), 1, k)
    assert (change.games, change.k.value, change.k.full) == (games, counted, k)
    assert change.change == Decimal(counted * games) / 2


def test_who_is_rated_later_has_a_change_of_the_games_since():
    """The draw of round 1 does not count; the win of round 2 over an equal does, in prizes as on the card."""
    event = read_player_rows("Anna: 2w= 2b1\nBert 1800: 1b= 1w0")
    players = {**event.players, 1: event.players[1]._replace(later_ratings="2:1800")}
    change = compute_change(event._replace(players=players), 1, 20)
    assert (change.games, change.points, change.change) == (1, Decimal(1), Decimal(10))
    assert compute_surpluses(event._replace(players=players), [1, 2]) == {1: Decimal("0.50"), 2: Decimal("-0.50")}
