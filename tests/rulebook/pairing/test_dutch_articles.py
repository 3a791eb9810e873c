"""FIDE Dutch by our own engine (C.04.3, applied from 1 February 2026): the articles as tables, and a recorded event."""

from dataclasses import replace
from decimal import Decimal
from itertools import islice

import pytest

from pairing import dutch
from pairing.dutch.colours import Strength, allocate, preference_of
from pairing.dutch.criteria import Round
from pairing.dutch.players import Float, Player, read_players
from pairing.dutch.sequence import exchange
from pairing.dutch.solver import Pairs
from pairing.rules import history
from pairing.rules.engine_records import Acceleration, Records
from tests.generated.dutch_by_the_book import exchanges, homogeneous
from tests.notation.paper import read_player_rows
from tiebreaks.facts.games import Colour, Kind, Scheme
from tiebreaks.refusal import Refusal

ABSOLUTE, STRONG, MILD, NONE = Strength.ABSOLUTE, Strength.STRONG, Strength.MILD, Strength.NONE


def player(tpn, colours, odd=None):
    return Player(tpn, tpn, Decimal(0), tpn % 2 == 1 if odd is None else odd, tuple(map(Colour, colours)))


@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        ("", "-", NONE),  # 1.7.4
        ("w", "b", STRONG),  # 1.7.2
        ("b", "w", STRONG),
        ("wb", "w", MILD),  # 1.7.3
        ("bw", "b", MILD),
        ("ww", "b", ABSOLUTE),  # 1.7.1
        ("bww", "b", ABSOLUTE),
        ("wwb", "b", STRONG),
        ("bbww", "b", ABSOLUTE),  # the difference is zero, but the last two are equal
        ("wbb", "w", ABSOLUTE),
        ("wwbww", "b", ABSOLUTE),
        ("wwbwwb", "b", ABSOLUTE),  # the difference alone
    ],
)
def test_colour_preferences(colours, colour, strength):
    assert preference_of(player(1, colours)) == (colour, strength)


@pytest.mark.parametrize(
    ("high", "low", "white"),
    [
        ((1, ""), (2, ""), 1),  # 5.2.5: the odd number has the initial-colour
        ((2, ""), (3, ""), 3),
        ((1, "w"), (2, "b"), 2),  # 5.2.1
        ((1, ""), (2, "b"), 2),
        ((1, "wb"), (2, "b"), 2),  # 5.2.2: strong before mild
        ((1, "b"), (2, "bb"), 2),  # absolute before strong
        ((1, "wbb"), (2, "bb"), 2),  # both absolute: the wider difference
        ((1, "bb"), (2, "bb"), 1),  # 5.2.4
        ((1, "wb"), (2, "wb"), 1),
        ((1, "bwb"), (2, "wbb"), 2),  # 5.2.2 again
        ((1, "wbwb"), (2, "bwwb"), 1),  # 5.2.3: two games ago both had White, three ago 1 had Black
        ((1, "bwwb"), (2, "wbwb"), 2),
        ((1, "wb"), (2, "bwwb"), 1),  # missed rounds do not count
    ],
)
def test_colours(high, low, white):
    assert allocate(player(*high), player(*low), Colour.WHITE)[0].tpn == white


def test_the_initial_colour_turns_only_pairs_without_a_preference():
    assert allocate(player(1, ""), player(2, ""), Colour.BLACK)[0].tpn == 2
    assert allocate(player(1, "wb"), player(2, "wb"), Colour.BLACK)[0].tpn == 1


def test_floats_and_what_keeps_from_the_bye():
    facts = read_player_rows(
        """
        Anna 2200: 4w1 2b1
        Bert 2100: 5b= 1w0
        Cleo 2000: 6w+ 4b0
        Dora 1900: 1b0 3w1
        Emil 1800: 2w= H
        Fred 1700: 3b- Z
        Gerd 1600: U   F
        """,
        rounds=5,
    )
    players = {each.number: each for each in read_players(facts, history.read_history(facts), dutch.USUAL)}
    down, up, none = Float.DOWN, Float.UP, Float.NONE
    assert {number: each.floats for number, each in players.items()} == {
        1: (down, none),
        2: (up, none),
        3: (down, down),  # without playing, more than for a loss (1.4.3)
        4: (up, none),
        5: (down, none),  # the half-point bye
        6: (none, none),
        7: (down, down),
    }
    assert {number for number, each in players.items() if each.no_bye} == {3, 7}
    assert [players[number].unplayed for number in range(1, 8)] == [0, 0, 1, 0, 1, 2, 2]


def test_a_bye_worth_nothing_is_a_downfloat_too():
    """1.4.3 asks only other rounds without a game for more points than a loss gives."""
    facts = read_player_rows("Anna: U\nBert: 3w1\nCleo: 2b0\nDora: H", rounds=5, scheme=Scheme(pab=Decimal(0)))
    players = read_players(facts, history.read_history(facts), dutch.USUAL)
    assert {each.number: each.floats[0] for each in players}[1] == Float.DOWN


def test_accelerated_points_count_for_order_and_floats():
    facts = read_player_rows("Anna: 3w1\nBert: 4b0\nCleo: 1b0\nDora: 2w1", rounds=5)
    settings = dutch.Settings(Records("W", (Acceleration(Decimal(1), 1, 2, 1, 2),)))
    players = read_players(facts, history.read_history(facts), settings)
    assert [(each.number, each.score, each.floats[0]) for each in players] == [
        (1, 2, Float.DOWN),
        (2, 1, Float.DOWN),
        (4, 1, Float.UP),
        (3, 0, Float.UP),
    ]


@pytest.mark.parametrize(
    ("score", "played", "win", "is_top"),
    [(4, 8, 1, False), ("4.5", 8, 1, True), (12, 8, 3, False), (13, 8, 3, True)],
)
def test_topscorers(score, played, win, is_top):
    """1.8: more than half of what was possible so far, whatever a win is worth, and only in the final round."""
    this_round = Round([], (), Colour.WHITE, Decimal(played * win), True)
    one = player(1, "")._replace(score=Decimal(score))
    assert this_round.is_topscorer(one) == is_top
    assert not replace(this_round, is_last=False).is_topscorer(one)


@pytest.mark.parametrize(("rounds", "win", "tops"), [(3, 1, {1}), (3, 3, {1}), (4, 1, set())])
def test_topscorers_of_a_round_set_by_hand(rounds, win, tops):
    """1.8 where no engine pairs. Two wins are more than half of 2 and of 6, a win and a loss are not."""
    facts = read_player_rows(
        "Anna: 3w1 2b1\nBert: 4b1 1w0\nCleo: 1b0 4w0\nDora: 2w0 3b1",
        rounds=rounds,
        scheme=Scheme(win=Decimal(win)),
    )
    past = history.read_history(facts)
    assert {number for number in past.order if past.is_topscorer(number)} == tops


def test_only_topscorers_meet_with_the_same_absolute_preference():
    players = [player(1, "ww")._replace(score=Decimal("1.5")), player(2, "ww"), player(3, "ww")]
    final = Round(players, [frozenset()] * len(players), Colour.WHITE, 2, True, Scheme())
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert [final.is_legal(*pair) for pair in pairs] == [True, True, False]
    assert [replace(final, is_last=False).is_legal(*pair) for pair in pairs] == [False, False, False]


@pytest.mark.parametrize(
    ("first", "second"),
    [  # 4.3.2, with its own examples of eleven players
        ("6-5", "7 8-4 5"),  # rule 1
        ("6-4", "8-5"),  # rule 2
        ("6 8-3 4", "8 9-4 5"),
        ("6-5", "6-4"),
        ("7-5", "6-4"),  # rule 3
        ("7 8-2 5", "7 8-3 4"),
        ("7 8 10-1 4 5", "7 8 10-2 3 5"),
        ("6 9-4 5", "7 8-4 5"),  # rule 4
        ("6 7 10-3 4 5", "6 8 9-3 4 5"),
    ],
)
def test_exchanges_in_their_order(first, second):
    def subgroup(text):
        up, down = (set(map(int, side.split())) for side in text.split("-"))
        return tuple(sorted({1, 2, 3, 4, 5} - down | up))

    order = list(exchanges([1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]))
    assert order.index(subgroup(first)) < order.index(subgroup(second))


@pytest.mark.parametrize(
    ("first", "second", "down", "up"),
    [  # two possible pairings: the first is generated earlier, by the rule of 4.3.2
        ("1-5 2-6 3-7 4-8", "1-2 3-5 4-6 7-8", (), ()),  # 1
        ("1-3 5-6 2-7 4-8", "1-4 7-8 2-5 3-6", (3,), (5,)),  # 2
        ("1-4 6-7 2-8 3-5", "1-3 5-8 2-6 4-7", (4,), (6,)),  # 3
        (  # 4
            "1-6 2-7 3-8 4-11 5-12 9-10 13-15 14-16",
            "1-6 2-7 3-8 4-9 5-14 10-12 11-13 15-16",
            *((6, 7, 8), (9, 13, 14)),
        ),
    ],
)
def test_the_first_exchange_is_chosen(first, second, down, up):
    both = [tuple(map(int, pair.split("-"))) for pair in f"{first} {second}".split()]
    size = len(both)
    everybody = list(range(1, size + 1))
    pairs = Pairs(everybody, dict.fromkeys(both, 0))
    for others in (both[: size // 2], both[size // 2 :]):
        mates = dict([*others, *((j, i) for i, j in others)])
        upper, _, _, found = exchange(everybody, pairs, mates)
        assert set(upper) == set(everybody[: size // 2]) - set(down) | set(up)
        assert {(i, j) for i, j in found.items() if i < j} == set(both[: size // 2])


def test_transpositions_in_their_order():
    """4.2.2, with its own example: 720 transpositions of a bracket of eleven players."""
    orders = [[lower for _, lower in pairs] for pairs in islice(homogeneous(list(range(1, 12)), 5), 721)]
    assert orders[:4] == [[6, 7, 8, 9, 10], [6, 7, 8, 9, 11], [6, 7, 8, 10, 9], [6, 7, 8, 10, 11]]
    assert orders[719] == [11, 10, 9, 8, 7] and sorted(orders[720]) != [6, 7, 8, 9, 10]


RECORDED = read_player_rows(
    """
    P1  2580: 13w1 18b- 12b0 H H 10w= 5b=
    P2  2560: 14b+ 22w= 16b0 12w+ 20w0 21b= 12b-
    P3  2540: 15w1 19b0 17w1 23b0 12w0 11b- 10b1
    P4  2520: 16b0 10w0 14b= 7w= 6b1 5w= 18b0
    P5  2500: 17w= 23b= 20w= 8b= 13w0 4b= 1w=
    P6  2480: 18b0 H 9w= 21b0 4w0 7b= 15b1
    P7  2460: 19w0 11b0 13b- 4b= H 6w= H
    P8  2440: 20b= 12w= 15b= 5w= 10b1 Z 19w=
    P9  2420: Z 14w= 6b= 11w1 Z Z Z
    P10 2400: 21w0 4b1 23w0 17b1 8w0 1b= 3w0
    P11 2380: 22b0 7w1 Z 9b0 15b1 3w+ 21w=
    P12 2360: 23w= 8b= 1w1 2b- 3b1 20b= 2w+
    P13 2340: 1b0 Z 7w+ 14w1 5b1 22w1 16b1
    P14 2320: 2w- 9b= 4w= 13b0 17w0 15w= U
    P15 2300: 3b0 U 8w= 20b0 11w0 14b= 6w0
    P16 2280: 4w1 21b= 2w1 19w1 22b1 23b1 13w0
    P17 2260: 5b= 20w= 3b0 10w0 14b1 18w1 22b=
    P18 2240: 6w1 1w+ 19b0 22w= Z 17b0 4w1
    P19 2220: 7b1 3w1 18w1 16b0 23w0 Z 8b=
    P20 2200: 8w= 17b= 5b= 15w1 2b1 12w= 23w1
    P21 2180: 10b1 16w= 22b0 6w1 Z 2w= 11b=
    P22 2160: 11w1 2b= 21w1 18b= 16w0 13b0 17w=
    P23 2140: 12b= 5w= 10b1 3w1 19b1 16w0 20b0
    """,
    rounds=7,
)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_recorded_event(number):
    """Twenty-three players with byes, absences and forfeits; gacrux and bbpPairings pair every round like this."""
    of_round = {n: next((g for g in own if g.round == number), None) for n, own in RECORDED.games.items()}
    absent = [n for n, game in of_round.items() if game and game.opponent is None and game.kind != Kind.PAB]
    pairing = dutch.pair_round(RECORDED.up_to(number - 1), absent, dutch.Settings(Records("W")))
    assert set(pairing.pairs) == {
        (n, game.opponent) for n, game in of_round.items() if game.opponent and game.colour == Colour.WHITE
    }
    byes = [n for n, game in of_round.items() if game.kind == Kind.PAB]
    assert byes == ([pairing.bye.player] if pairing.bye else [])


def test_lower_criteria_never_outweigh_higher_ones():
    pairs = Pairs(range(4), {(0, 1): 0, (2, 3): 0, (0, 2): 0, (1, 3): 0})
    assert pairs.refined({(0, 1): 1}, {(0, 2): 900}).best()[0] == 2
    assert pairs.refined({(0, 2): 900}, {(0, 1): 1}).best()[0] == 1


def test_a_field_with_too_many_digits_is_refused():
    pairs = Pairs(range(2), {(0, 1): 0})
    with pytest.raises(Refusal, match="too large for our own engine"):
        pairs.refined({(0, 1): 1 << 121}).best()
