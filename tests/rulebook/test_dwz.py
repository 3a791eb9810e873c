"""The change of the DWZ by the rating rules of the German Chess Federation, first by examples that were published."""

from decimal import Decimal

import pytest

from tests.notation.paper import read_player_rows
from tournaments.domain.players.dwz import compute_dwz_change, expect, find_e, find_k

UNTIL, SINCE = "2026-06-07", "2026-06-08"
YOUNG = "2012"


def event(text, *national, born=""):
    facts = read_player_rows(text)
    players = facts.players | {
        number: facts.players[number]._replace(national_rating=rating, birth_date=born)
        for number, rating in enumerate(national, 1)
    }
    return facts._replace(players=players)


# SK Troisdorf (sk-troisdorf.de, “DWZ”): two young players of 1000 and 1200 after one game.
ONE_GAME = [("2w1", "1b0", 1101, 1132), ("2w=", "1b=", 1035, 1177), ("2w0", "1b1", 985, 1232)]


@pytest.mark.parametrize(("one", "other", "first", "second"), ONE_GAME)
def test_a_published_game_of_young_players(one, other, first, second):
    facts = event(f"A: {one}\nB: {other}", 1000, 1200, born=YOUNG)
    assert [compute_dwz_change(facts, number, UNTIL).after for number in (1, 2)] == [first, second]


def test_expected_points():
    """The table of the rating rules: .76 at 200 points ahead, .50 at none, and no limit."""
    assert [expect(own, 1500) for own in (1500, 1700, 1300, 2300)] == [
        Decimal(text) for text in ("0.5", "0.76", "0.24", "0.998")
    ]


# own DWZ, age, points above the expected ones: E, and K of an index above 10.
FACTORS = [
    (1000, 14, "1", "5", "65.3"),  # E: 6 × ½ = 3, at least 5. K: 32 + 1000 ÷ 30
    (1000, 14, "-1", "12", "24"),  # E: 6 + e² − 1 = 12.4. K: 32 × 1800 ÷ 2400
    (1800, 20, "1", "14", "38.7"),  # (10.5 + 5) × 0.9; 32 + 200 ÷ 30
    (1800, 20, "-1", "15", "32"),
    (1800, 21, "1", "20", "32"),
    (1800, 25, "-1", "20", "32"),
    (1800, 26, "1", "25", "28"),
    (1800, None, "-1", "25", "28"),
    (1500, None, "1", "20", "32"),  # 28 + 4
    (1500, 23, "1", "15", "36"),
    (1500, None, "-1", "20", "26.8"),  # 28 × 2300 ÷ 2400
    (1500, None, "0", "20", "32"),
    (1600, None, "-1", "22", "28"),
    (1200, 40, "-1", "18", "23.3"),  # the brake is for every age: 17.1 + 0.9
    (1999, 40, "1", "30", "28"),  # 31.0, at most 30
    (2000, 40, "1", "30", "25"),
    (2000, 25, "1", "26", "32"),
    (2200, 25, "1", "30", "25"),
    (500, 40, "-1", "150", "15.2"),  # 15 + e^5.3 − 1 = 221
    (500, 10, "1", "5", "80"),  # 32 + 50
]


@pytest.mark.parametrize(("own", "age", "gain", "e", "k"), FACTORS)
def test_how_fast_a_dwz_changes(own, age, gain, e, k):
    assert find_e(own, age, Decimal(gain)) == Decimal(e)
    assert find_k(own, age, Decimal(gain)) == Decimal(k)


def test_the_change_over_an_event_by_either_rule():
    """Expected of 1800: .64 against 1700, .36 against 1900, .5 against FIDE's 1800, who has no DWZ. Made: 2½."""
    facts = event(
        "A: 2w1 3b1 4w= 5w1\nB: 1b0 Z Z Z\nC: Z 1w0 Z Z\nD 1800: Z Z 1b= Z\nE: Z Z Z 1b0", 1800, 1700, 1900, None
    )
    old, new = (compute_dwz_change(facts, 1, day) for day in (UNTIL, SINCE))
    assert (old.games, old.points, old.expected) == (3, Decimal("2.5"), Decimal("1.500"))
    assert expect(1800, 1700) == Decimal("0.638")
    assert (old.factor, old.after) == (25, 1829)  # 800 ÷ 28
    assert (new.factor, new.after, new.is_by_k) == (28, 1828, True)
    assert compute_dwz_change(facts, 1, "").is_by_k, "on an unknown day today's rule counts"
    assert compute_dwz_change(facts, 4, SINCE) is None, "no DWZ"
    assert compute_dwz_change(facts, 5, SINCE) is None, "no opponent with a rating is rated either way"


def test_only_games_that_are_rated_count():
    facts = event("A: 2w+ 3wW U\nB: 1b- Z Z\nC: Z 1bL Z", 1800, 1700, 1900)
    assert compute_dwz_change(facts, 1, SINCE) is None


def test_nobody_has_a_dwz_below_1100_since_june():
    facts = event("A: 2w0\nB: 1b1", 1105, 1100)
    assert compute_dwz_change(facts, 1, SINCE).after == 1100
    assert compute_dwz_change(event("A: 2w0\nB: 1b1", 1050, 1100), 1, SINCE).after == 1100
    assert compute_dwz_change(event("A: 2w0\nB: 1b1", 1050, 1100), 1, UNTIL).after < 1050


@pytest.mark.parametrize(
    ("born", "is_known", "factor"), [("", False, 28), ("2006-01-02", True, 32), ("1990", True, 28)]
)
def test_the_age_is_that_of_the_year_in_which_the_event_ends(born, is_known, factor):
    change = compute_dwz_change(event("A: 2w0\nB: 1b1", 1800, 1800, born=born), 1, SINCE)
    assert (change.is_age_known, change.factor) == (is_known, factor)
