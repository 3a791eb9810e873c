"""What a prize is worth, who wins it, and how equal players divide it."""

from decimal import Decimal
from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps
from django.db import connection
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.site.factories import make_event
from tests.sizes import examples
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.number_format import money
from tournaments.domain.standings.prize_amounts import is_only_amount, read_amount
from tournaments.domain.standings.prizes import Award, Offer, award_prizes, find_rises, is_certain, share_prizes
from tournaments.formats.archive import read_amounts
from tournaments.wording.prizes import name_prize

# A line, its amount and currency, and a question mark where somebody should look.
LINES = """
500 €                      500 €
€500                       500 €
500€                       500 €
500 EUR                    500 EUR
500 euros                  500 euros
500,- €                    500 €
25.5 €                     25.5 €
1.500 €                    1500 €
1 500 €                    1500 €
1.000,50 €                 1000.50 €
1,000.50 USD               1000.50 USD
$1,500.00                  1500 $
US$ 200                    200 US$
1'000 CHF                  1000 CHF
1’000 CHF                  1000 CHF
CHF 1'000.-                1000 CHF
Fr. 500.–                  500 Fr.
Rs. 1,50,000               150000 Rs.
Rs. 75,000                 75000 Rs.
₹1,50,000.50               150000.50 ₹
1234567 Ft                 1234567 Ft
3. miejsce 100 zł          100 zł
1st prize: 500 €           500 €
1. Preis: 500 €            500 €
2ème prix 300 €            300 €
1er prix : 1 500 €         1500 € ?
1. 500 €                   500 €
1) 200€                    200 €
1 – 200 €                  200 €
Trophy and 150,50 EUR      150.50 EUR
5 € and a book             5 €
300                        300
1st 300                    300
1.500                      1500
1st prize: 300             300 ?
Trophy + 100               100 ?
U18: 50 €                  50 € ?
2 x 50 €                   50 € ?
Place 1 € 500              500 € ?
Trophy 2026 and 300 €      300 € ?
$1k                        1 $ ?
€1.5k                      1.5 € ?
100-200 €                  200 € ?
100 EUR (2nd: 50)          100 EUR ?
500 e                      - ?
Trophy 2026                - ?
Place 3                    - ?
12345678 points            - ?
50 %                       - ?
99999999999 €              - ?
1. Preis                   -
1er prix                   -
1st prize                  -
Trophy of the champion     -
Book                       -
"""


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_an_amount_is_read_out_of_a_line(line):
    text, expected = line[:27].strip(), line[27:].split()
    amount, currency, is_certain = read_amount(text)
    assert [str(amount) if amount is None else amount, currency] == [
        "None" if expected[0] == "-" else Decimal(expected[0]),
        "".join(expected[1:]).strip("?"),
    ]
    assert is_certain == (expected[-1] != "?")


@examples(300)
@given(
    cents=st.integers(1, 10**12 - 1),
    currency=st.sampled_from(["€", "EUR", "CHF", "$", "US$", "£", "₹", "Rs.", "Rs", "Ft", "zł", "kr", ""]),
    language=st.sampled_from(["en", "de", "fr"]),
)
def test_what_is_written_is_read_again(cents, currency, language):
    amount = Decimal(cents) / 100
    with translation.override(language):
        written = money(amount, currency)
    assert is_only_amount(written)
    assert read_amount(written)[:2] == (amount, currency)


@pytest.mark.parametrize(
    ("language", "text", "amount", "written"),
    [
        ("en", "1.500,50 €", "1500.50", "1,500.50 €"),
        ("de", "€1,500.5", "1500.50", "1.500,50 €"),
        ("fr", "1500 EUR", "1500", "1 500 EUR"),
        ("de", "Rs. 1,50,000", "150000", "Rs. 150.000"),
        ("en", "1st prize: 500 €", "500", "1st prize: 500 €"),
        ("en", "Crystal 2026", "300", "Crystal 2026 · 300"),
        ("en", "Book", None, "Book"),
    ],
)
def test_a_prize_is_written_in_the_language_of_the_page(language, text, amount, written):
    _, currency, _ = read_amount(text)
    with translation.override(language):
        name = name_prize(Offer("", 1, text, Decimal(amount) if amount else None, currency))
    assert " ".join(name.split()) == written


# Anna 1st, Bea 2nd, Carl 3rd, Dora and Emil share 4th; Bea and Dora are women, Carl, Dora and Emil juniors.
ANNA, BEA, CARL, DORA, EMIL = range(1, 6)
RANKS = [(ANNA, 1), (BEA, 2), (CARL, 3), (DORA, 4), (EMIL, 4)]
MEMBERS = {"": {ANNA, BEA, CARL, DORA, EMIL}, "w": {BEA, DORA}, "u18": {CARL, DORA, EMIL}}
FIELDS = {key: [(number, place) for number, place in RANKS if number in own] for key, own in MEMBERS.items()}
OFFERS = [
    Offer("", 1, "300", Decimal(300)),
    Offer("", 2, "100", Decimal(100)),
    Offer("w", 1, "150", Decimal(150)),
    Offer("w", 2, "50", Decimal(50)),
    Offer("u18", 1, "60", Decimal(60)),
    Offer("u18", 2, "a book", None),
]


def test_one_prize_each_is_the_highest_and_the_next_moves_up():
    given = award_prizes(OFFERS, FIELDS, one_each=True)
    # Bea's 150 is more than the second place's 100, which Carl gets; the juniors' first is then Dora, level with Emil.
    assert [award.winner for award in given] == [ANNA, CARL, BEA, None, DORA, EMIL]
    assert given[4].level == (EMIL,)
    assert given[5].level == (DORA,)


def test_otherwise_prizes_add_up():
    given = award_prizes(OFFERS, FIELDS, one_each=False)
    assert [award.winner for award in given] == [ANNA, BEA, BEA, DORA, CARL, DORA]
    assert given[5].level == (EMIL,)


def test_a_prize_that_nobody_can_win_stays():
    assert award_prizes([Offer("", 3, "x", None)], {"": [(1, 1)]}, one_each=False) == [
        Award(Offer("", 3, "x", None), None, ())
    ]


TWO = [Offer("", 1, "300 €", Decimal(300)), Offer("", 2, "Trophy and 100 €", Decimal(100))]
SHARED = {"place": [], "equal": [(1, "200.00"), (2, "200.00")], "hort": [(1, "250.00"), (2, "150.00")]}


@pytest.mark.parametrize("rule", SHARED)
def test_prizes_are_divided_by_the_rule(rule):
    awards = award_prizes(TWO, {"": [(1, 1), (2, 2), (3, 3)]}, one_each=True)
    shares = share_prizes(awards, [(1, Decimal(6)), (2, Decimal(6)), (3, Decimal(5))], PrizeSharing(rule))
    assert shares == [(number, Decimal(amount), "") for number, amount in SHARED[rule]]


@pytest.mark.parametrize(("rule", "first"), [("equal", "33.34"), ("hort", "66.67")])
def test_whoever_has_equal_points_shares_and_no_cent_is_lost(rule, first):
    awards = award_prizes([Offer("", 1, "100", Decimal(100))], {"": [(1, 1), (2, 2), (3, 3), (4, 4)]}, one_each=False)
    field = [(1, Decimal(5)), (2, Decimal(5)), (3, Decimal(5)), (4, Decimal(4))]
    shares = {number: amount for number, amount, _ in share_prizes(awards, field, PrizeSharing(rule))}
    assert (sum(shares.values()), shares[1], shares.keys()) == (100, Decimal(first), {1, 2, 3})


@pytest.mark.parametrize("text", ["A book", "Trophy"])
def test_prizes_that_are_not_money_are_not_divided(text):
    awards = award_prizes([Offer("", 1, text, read_amount(text).amount)], {"": [(1, 1), (2, 2)]}, one_each=False)
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
    winners = {award.winner for award in award_prizes(offers, FIELDS, one_each)}
    if is_certain(offers, *span, one_each):
        assert set(range(span[0], span[1] + 1)) <= winners


# Prizes of the whole table, then of the women, and who gets them where each gets one: the numbers of the players above.
ORDERS = {
    "1st prize: 500 €, 2nd prize: 300 €, 3rd prize: 100 €": [ANNA, BEA, CARL],
    "Trophy of the champion, 100 €, 50 €": [ANNA, BEA, CARL],
    "1'000 CHF, 500 CHF, 250 CHF": [ANNA, BEA, CARL],
    "Rs. 1,50,000; Rs. 75,000; Rs. 25,000": [ANNA, BEA, CARL],
    "50 €, 100 €, 500 €": [ANNA, BEA, CARL],
    "Trophy, 100 € | 80 €": [ANNA, BEA, DORA],
    "Trophy, 70 € | 80 €": [ANNA, CARL, BEA],
    "100 €, 70 € | Medal, 120 €": [ANNA, CARL, BEA, DORA],
    "Book, Book | Book": [ANNA, BEA, DORA],
}


@pytest.mark.parametrize("prizes", ORDERS)
def test_inside_a_list_the_order_is_that_of_the_places(prizes):
    offers = [
        Offer(key, place, text.strip(), *read_amount(text.strip())[:2])
        for key, own in zip(["", "w"], prizes.split("|"), strict=False)
        for place, text in enumerate(own.split(";" if ";" in own else ", "), 1)
    ]
    assert [award.winner for award in award_prizes(offers, FIELDS, one_each=True)] == ORDERS[prizes]


AMOUNTS = st.one_of(st.none(), st.sampled_from([50, 100, 100, 150, 300]).map(Decimal))
LISTS = st.fixed_dictionaries({key: st.lists(AMOUNTS, max_size=5) for key in ["", "w", "u18", ":performance"]})


@st.composite
def tables(draw):
    """Draw prizes, and who may win them: places with ties, and some of all in each category."""
    size = draw(st.integers(0, 8))
    starts = [index == 0 or draw(st.booleans()) for index in range(size)]
    places = [max(at for at in range(index + 1) if starts[at]) + 1 for index in range(size)]
    table = list(zip(draw(st.permutations(range(1, size + 1))), places, strict=True))
    fields = {key: [each for each in table if not key or draw(st.booleans())] for key in ["", "w", "u18"]}
    fields[":performance"] = list(zip(draw(st.permutations([number for number, _ in table])), places, strict=True))
    lists = draw(LISTS)
    return [Offer(key, place, "", amount) for key in lists for place, amount in enumerate(lists[key], 1)], fields


@examples(400)
@given(table=tables(), one_each=st.booleans())
def test_no_list_is_ever_paid_out_in_an_order_other_than_that_of_the_places(table, one_each):
    offers, fields = table
    awards = award_prizes(offers, fields, one_each)
    assert [award.offer for award in awards] == offers
    worth: dict[int | None, Decimal] = {}
    bound = []
    for key, field in fields.items():
        order = [number for number, _ in field]
        own = [award for award in awards if award.offer.key == key]
        for award, later in pairwise(own):
            assert later.winner is None or order.index(award.winner) < order.index(later.winner)
        for index, award in enumerate(own):
            worth[award.winner] = max(each.offer.amount or Decimal(0) for each in own[index:])
            ahead = order[: order.index(award.winner)] if award.winner else order
            bound += [(number, worth[award.winner]) for number in ahead]
    # Where each gets one prize, whoever is ahead in a list has won something that is worth no less.
    assert not one_each or all(worth[number] >= least for number, least in bound)


@examples(200)
@given(
    amounts=st.lists(st.integers(1, 900), min_size=1, max_size=6),
    points=st.lists(st.integers(0, 3), min_size=1, max_size=6),
    rule=st.sampled_from(PrizeSharing),
)
def test_whoever_is_ahead_gets_no_less_money_however_it_is_divided(amounts, points, rule):
    offers = [Offer("", place, "", Decimal(amount)) for place, amount in enumerate(sorted(amounts, reverse=True), 1)]
    field = [(number, Decimal(own)) for number, own in enumerate(sorted(points, reverse=True), 1)]
    awards = award_prizes(offers, {"": [(number, number) for number, _ in field]}, one_each=True)
    paid = {award.winner: award.offer.amount for award in awards if award.winner}
    whole = sum(paid.values())
    paid |= {number: amount for number, amount, _ in share_prizes(awards, field, rule)}
    assert sum(paid.values()) == whole
    assert all(paid.get(one, 0) >= paid.get(other, 0) for (one, _), (other, _) in pairwise(field))


def test_a_prize_by_hand_comes_on_top_and_leaves_the_others_alone():
    offers = [Offer(":hand", 1, "Best game", Decimal(900), given_to=ANNA), Offer("", 1, "100", Decimal(100))]
    offers.append(Offer(":hand", 2, "Fair play", None))
    given = award_prizes(offers, FIELDS, one_each=True)
    assert [award.winner for award in given] == [ANNA, ANNA, None]


def test_each_currency_is_divided_by_itself():
    offers = [Offer("", 1, "", Decimal(300), "€"), Offer("", 2, "", Decimal(100), "CHF")]
    awards = award_prizes(offers, {"": [(1, 1), (2, 2)]}, one_each=True)
    shares = share_prizes(awards, [(1, Decimal(5)), (2, Decimal(5))], PrizeSharing.EQUAL)
    assert shares == [(1, 150, "€"), (2, 150, "€"), (1, 50, "CHF"), (2, 50, "CHF")]


def test_places_with_more_than_those_ahead_are_named():
    offers = [Offer("", place, "", amount and Decimal(amount)) for place, amount in enumerate([100, None, 300, 50], 1)]
    assert [(one.place, two.place) for one, two in find_rises(offers)] == [(1, 3)]


# What older releases stored as the value of a line, and whether somebody should look at what is read now.
OLD = {
    "300 €": (Decimal(300), Decimal(300), "€", True),
    "1'000 CHF": (Decimal(1), Decimal(1000), "CHF", False),
    "1st prize: 500 €": (Decimal(1), Decimal(500), "€", False),
    "Trophy 2026 and 300 €": (Decimal(2026), Decimal(300), "€", False),
    "A book": (None, None, "", True),
}


@pytest.mark.django_db
@pytest.mark.parametrize("text", OLD)
def test_texts_of_older_releases_are_read_once_more(text):
    before, amount, currency, is_confirmed = OLD[text]
    prize = make_event().prizes.create(place=1, text=text, amount=before)
    import_module("tournaments.migrations.0040_prize_amounts").read_amounts(apps, connection.schema_editor())
    prize.refresh_from_db()
    assert (prize.amount, prize.currency, prize.is_confirmed) == (amount, currency, is_confirmed)
    stored = {"text": text, "value": None if before is None else f"{before}.00"}
    (row,) = read_amounts({"prizes": [stored]})["prizes"]
    assert row == {
        "text": text,
        "amount": None if amount is None else f"{amount}.00",
        "currency": currency,
        "is_confirmed": is_confirmed,
    }
    assert read_amounts({"prizes": [dict(row)]}) == {"prizes": [row]}
