"""What a prize is worth, who wins it, and how equal players divide it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sizes import examples
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.standings.prizes import Award, Offer, award_prizes, is_certain, prize_value, share_prizes


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
    assert prize_value(text) == value


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
    given = award_prizes(OFFERS, RANKS, MEMBERS, one_each=True)
    # Bea's 150 is more than the second place's 100, which Carl gets; the juniors' first is then Dora, level with Emil.
    assert [award.winner for award in given] == [ANNA, CARL, BEA, None, DORA, EMIL]
    assert given[4].level == (EMIL,)
    assert given[5].level == (DORA,)


def test_otherwise_prizes_add_up():
    given = award_prizes(OFFERS, RANKS, MEMBERS, one_each=False)
    assert [award.winner for award in given] == [ANNA, BEA, BEA, DORA, CARL, DORA]
    assert given[5].level == (EMIL,)


def test_a_prize_that_nobody_can_win_stays():
    assert award_prizes([Offer("", 3, "x", None)], [(1, 1)], {}, one_each=False) == [
        Award(Offer("", 3, "x", None), None, ())
    ]


TWO = [Offer("", 1, "300 €", Decimal(300)), Offer("", 2, "Trophy and 100 €", Decimal(100))]
SHARED = {"place": [], "equal": [(1, "200.00"), (2, "200.00")], "hort": [(1, "250.00"), (2, "150.00")]}


@pytest.mark.parametrize("rule", SHARED)
def test_prizes_are_divided_by_the_rule(rule):
    awards = award_prizes(TWO, [(1, 1), (2, 2), (3, 3)], {}, one_each=True)
    shares = share_prizes(awards, [(1, Decimal(6)), (2, Decimal(6)), (3, Decimal(5))], PrizeSharing(rule))
    assert shares == [(number, Decimal(amount)) for number, amount in SHARED[rule]]


@pytest.mark.parametrize(("rule", "first"), [("equal", "33.34"), ("hort", "66.67")])
def test_whoever_has_equal_points_shares_and_no_cent_is_lost(rule, first):
    awards = award_prizes([Offer("", 1, "100", Decimal(100))], [(1, 1), (2, 2), (3, 3), (4, 4)], {}, one_each=False)
    field = [(1, Decimal(5)), (2, Decimal(5)), (3, Decimal(5)), (4, Decimal(4))]
    shares = dict(share_prizes(awards, field, PrizeSharing(rule)))
    assert (sum(shares.values()), shares[1], shares.keys()) == (100, Decimal(first), {1, 2, 3})


@pytest.mark.parametrize("text", ["A book", "Trophy"])
def test_what_is_no_money_is_not_divided(text):
    awards = award_prizes([Offer("", 1, text, prize_value(text))], [(1, 1), (2, 2)], {}, one_each=False)
    assert share_prizes(awards, [(1, Decimal(5)), (2, Decimal(5))], PrizeSharing.EQUAL) == []


@examples(200)
@given(
    offered=st.lists(
        st.tuples(st.sampled_from(["", "", "w", "u18"]), st.integers(1, 5), st.integers(0, 3)), max_size=6
    ),
    span=st.tuples(st.integers(1, 5), st.integers(1, 5)).map(sorted),
    one_each=st.booleans(),
)
def test_a_prize_called_certain_is_won_from_each_of_the_places(offered, span, one_each):
    offers = [Offer(category, place, "", Decimal(worth)) for category, place, worth in offered]
    winners = {award.winner for award in award_prizes(offers, RANKS, MEMBERS, one_each)}
    if is_certain(offers, *span, one_each):
        assert set(range(span[0], span[1] + 1)) <= winners
