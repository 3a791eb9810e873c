"""Categories and prizes: tables from the rules first, then the pages."""

from decimal import Decimal
from types import SimpleNamespace

import pytest

from tiebreaks.crosstable import Player
from tournaments import categories
from tournaments.models import Category, Rule
from tournaments.prizes import Award, Offer, awards, value_of


@pytest.mark.parametrize(
    ("rule", "bounds", "player", "belongs"),
    [
        (Rule.WOMEN, {}, {"sex": "w"}, True),
        (Rule.WOMEN, {}, {"sex": "F"}, True),
        (Rule.WOMEN, {}, {"sex": "m"}, False),
        (Rule.WOMEN, {}, {}, False),
        # U18 in 2026: not 18 before 1 January 2026, so born in 2008 or later.
        (Rule.YOUTH, {"age": 18}, {"birth_date": "2008/01/01"}, True),
        (Rule.YOUTH, {"age": 18}, {"birth_date": "2008"}, True),
        (Rule.YOUTH, {"age": 18}, {"birth_date": "31.12.2007"}, False),
        (Rule.YOUTH, {"age": 18}, {"birth_date": ""}, False),
        (Rule.YOUTH, {"age": 18}, {"birth_date": "unknown"}, False),
        # S65 in 2026: 65 by 31 December 2026, so born in 1961 or earlier.
        (Rule.SENIORS, {"age": 65}, {"birth_date": "1961/12/31"}, True),
        (Rule.SENIORS, {"age": 65}, {"birth_date": "1962/01/01"}, False),
        (Rule.SENIORS, {"age": 65}, {}, False),
        (Rule.RATING, {"highest": 1599}, {"rating": 1599}, True),
        (Rule.RATING, {"highest": 1599}, {"rating": 1600}, False),
        (Rule.RATING, {"lowest": 1600, "highest": 1799}, {"rating": 1600}, True),
        (Rule.RATING, {"lowest": 1600}, {"national_rating": 1700}, True),
        (Rule.RATING, {"highest": 1599}, {}, False),
        (Rule.CLUB, {"text": "SK Ulm"}, {"club": "sk ulm"}, True),
        (Rule.CLUB, {"text": "SK Ulm"}, {"club": "SK Trier"}, False),
        (Rule.FEDERATION, {"text": "GER"}, {"federation": "GER"}, True),
        (Rule.LIST, {"numbers": [7, 9]}, {"number": 9}, True),
        (Rule.LIST, {"numbers": [7, 9]}, {"number": 8}, False),
    ],
)
def test_who_belongs_to_a_category(rule, bounds, player, belongs):
    category = Category(rule=rule, **bounds)
    someone = Player(**{"number": 1, **player})
    assert bool(categories.members(category, [someone], 2026)) is belongs


def test_every_rule_is_decided_somewhere():
    assert set(categories.RULES) == set(Rule)


@pytest.mark.parametrize("rule", [Rule.YOUTH, Rule.SENIORS])
def test_without_a_date_of_the_event_nobody_has_an_age(rule):
    someone = Player(1, birth_date="1950")
    assert categories.members(Category(rule=rule, age=18), [someone], None) == frozenset()


def test_places_inside_a_category_stay_shared():
    rows = [SimpleNamespace(number=number, rank=rank) for number, rank in ((4, 1), (2, 2), (7, 2), (1, 4), (9, 5))]
    assert categories.inside(rows, frozenset({2, 7, 9})) == {2: 1, 7: 1, 9: 3}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("300 €", 300),
        ("Trophy and 150,50 EUR", Decimal("150.50")),
        ("1.500 €", 1500),
        ("1 500 €", 1500),
        ("$1,500.00", 1500),
        ("Book", None),
        ("", None),
        ("12345678 points", None),
    ],
)
def test_a_prize_is_worth_the_number_in_its_text(text, value):
    assert value_of(text) == value


# Anna 1st, Bea 2nd, Carl 3rd, Dora and Emil share 4th; Bea and Dora are women, Carl, Dora and Emil juniors.
ANNA, BEA, CARL, DORA, EMIL = range(1, 6)
RANKS = [(ANNA, 1), (BEA, 2), (CARL, 3), (DORA, 4), (EMIL, 4)]
MEMBERS = {"w": {BEA, DORA}, "u18": {CARL, DORA, EMIL}}
OFFERS = [
    Offer("", 1, "300", Decimal(300)),
    Offer("", 2, "100", Decimal(100)),
    Offer("w", 1, "150", Decimal(150)),
    Offer("w", 2, "50", Decimal(50)),
    Offer("u18", 1, "60", Decimal(60)),
    Offer("u18", 2, "a book", None),
]


def test_one_prize_each_is_the_highest_and_the_next_moves_up():
    given = awards(OFFERS, RANKS, MEMBERS, one_each=True)
    # Bea's 150 is more than the second place's 100, which Carl gets; the juniors' first is then Dora, level with Emil.
    assert [award.winner for award in given] == [ANNA, CARL, BEA, None, DORA, EMIL]
    assert given[4].level == (EMIL,)
    assert given[5].level == (DORA,)


def test_otherwise_prizes_add_up():
    given = awards(OFFERS, RANKS, MEMBERS, one_each=False)
    assert [award.winner for award in given] == [ANNA, BEA, BEA, DORA, CARL, DORA]
    assert given[5].level == (EMIL,)


def test_a_prize_that_nobody_can_win_stays():
    assert awards([Offer("", 3, "x", None)], [(1, 1)], {}, one_each=False) == [Award(Offer("", 3, "x", None), None, ())]
