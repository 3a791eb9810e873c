"""Tables computed by hand for what no other program checks, each small enough for a sheet of paper."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, places, read_cross_table, read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

PETANQUE = read_player_rows(
    """
    Ada: 2w13:5  3w13:11 4w7:13
    Ben: 1b5:13  U       5w13:2
    Cem: 4w13:9  1b11:13 U
    Dea: 3b9:13  5w13:0  1b13:7
    Eva: U       4b0:13  2b2:13
    """,
    edition="plain",
    discipline="petanque",
    bye_spread=6,
)
PETANQUE_VALUES = """
    PTS   2   2   2   2   1
    BHZ   6   3   4   5   4
    FBHZ  12  10  11  14  8
    DIFF  4   9   8   15  -18
"""

SCRABBLE = read_player_rows(
    """
    Ann: 2w450:300 3w400:410 4w600:200
    Bob: 1b300:450 4b350:350 3w+
    Cid: 4w380:381 1b410:400 2b-
    Dot: 3b381:380 2w350:350 1b200:600
    """,
    edition="plain",
    discipline="scrabble",
)
SCRABBLE_VALUES = """
    PTS     2     1.5   1    1.5
    SPREAD  540   -100  -41  -399
    SCORE   1450  650   790  931
"""

PETANQUE_FORFEIT = read_player_rows(
    "Ada: 2w+ U\nBen: 1b- 3w13:5\nCem: U 2b5:13",
    discipline="petanque",
    edition="plain",
    bye_spread=6,
    forfeit_spread=-13,
)

# An odd field of three in two rounds: everybody but Anna has a bye.
BYES = """
    Anna: 2w1 3b1
    Bert: 1b0 U
    Cleo: U   1w0
"""
REFINED = {
    "2026-03": {"BH": "2 3 3", "SBH": "6 5 5", "SBH/C1": "3 3 3"},
    "plain": {"BH": "2 2 2", "SBH": "4 2 2", "SBH/C1": "2 2 2"},
}


def lines(text):
    return [(line.split()[0], line.split()[1:]) for line in text.strip().splitlines()]


def numbered(values):
    return dict(enumerate(map(Decimal, values), start=1))


@pytest.mark.parametrize(("notation", "values"), lines(PETANQUE_VALUES))
def test_petanque(notation, values):
    assert column(PETANQUE, notation) == numbered(values)


def test_a_forfeit_in_petanque_is_13_to_0_and_a_bye_13_to_7():
    assert column(PETANQUE_FORFEIT, "DIFF") == {1: 19, 2: -5, 3: -2}


def test_petanque_ranks_by_the_strength_of_opponents():
    assert [name for _, name in places(PETANQUE, "PTS,BHZ,FBHZ,DIFF")] == ["Ada", "Dea", "Cem", "Ben", "Eva"]


@pytest.mark.parametrize(("notation", "values"), lines(SCRABBLE_VALUES))
def test_scrabble(notation, values):
    assert column(SCRABBLE, notation) == numbered(values)


def test_a_capped_spread_counts_no_more_than_the_cap():
    assert column(SCRABBLE._replace(spread_cap=300), "SPREAD") == numbered([440, -100, -41, -299])


def test_scrabble_ranks_by_wins_then_spread():
    assert places(SCRABBLE, "PTS,SPREAD") == [(1, "Ann"), (2, "Bob"), (3, "Dot"), (4, "Cid")]


def test_a_penalty_reduces_spread_and_score_of_one_side_only():
    """Ann made +150, −10, +400; 50 points are deducted in the first game. Bob's −150 of it stands."""
    first, *others = SCRABBLE.games[1]
    games = {**SCRABBLE.games, 1: (first._replace(penalty=50), *others)}
    punished = SCRABBLE._replace(games=games)
    assert column(punished, "SPREAD") == {1: 490, 2: -100, 3: -41, 4: -399}
    assert column(punished, "SCORE") == {1: 1400, 2: 650, 3: 790, 4: 931}
    assert column(punished._replace(spread_cap=100), "SPREAD")[1] == 100 - 10 + 100 - 50


def test_the_organiser_may_credit_another_spread():
    crosstable = read_player_rows("Ann: U65 2w401:400\nBob: Z 1b400:401", discipline="scrabble", edition="plain")
    assert column(crosstable, "SPREAD") == {1: 66, 2: -1}


@pytest.mark.parametrize("edition", REFINED)
def test_refined_buchholz_with_byes(edition):
    """A bye counts the player's own Buchholz, as the dummy opponent would have it; real points count nothing."""
    crosstable = read_player_rows(BYES, edition=edition)
    for notation, values in REFINED[edition].items():
        assert column(crosstable, notation) == numbered(values.split())


def test_the_virtual_opponent_of_before_2023():
    """Anna's bye: 1 point before it, ½ for him, ½ for the round to come, makes 2; others' byes are draws."""
    crosstable = read_player_rows("Anna: 2w1 H 3b0\nBert: 1b0 3w1 U\nCleo: U 2b0 1w1", edition="pre-2023")
    assert column(crosstable, "BH") == {1: 5, 2: 4, 3: 4}


def test_games_played_counts_forfeit_wins():
    crosstable = read_player_rows("Anna: 2w+ 3b0 H\nBert: 1b- U 3w1\nCleo: Z 1w1 2b0")
    assert column(crosstable, "NGP") == {1: 2, 2: 1, 3: 2}


ONE_DRAW_EACH = read_player_rows("""
    Anna: 2w= 3b1
    Bert: 1b= 4w1
    Cleo: 4b= 1w0
    Dirk: 3w= 2b0
""")
ALL_DRAWN = read_player_rows("""
    Anna: 2w= 3b=
    Bert: 1b= 3w=
    Cleo: 2b= 1w=
""")


def test_black_is_ahead_after_a_draw():
    assert places(ONE_DRAW_EACH, "PTS,DEB") == [(1, "Bert"), (2, "Anna"), (3, "Cleo"), (4, "Dirk")]
    assert places(ONE_DRAW_EACH, "PTS,DE") == [(1, "Anna"), (1, "Bert"), (3, "Cleo"), (3, "Dirk")]


def test_black_is_ahead_only_among_two():
    assert {rank for rank, _ in places(ALL_DRAWN, "PTS,DEB")} == {1}
    assert column(ALL_DRAWN, "DEB") == {1: 0, 2: 0, 3: 0}


def test_black_is_ahead_among_two_whom_an_earlier_criterion_left():
    players = ALL_DRAWN.players | {3: ALL_DRAWN.players[3]._replace(playoff=1)}
    assert places(ALL_DRAWN._replace(players=players), "PTS,PLAYOFF,DEB") == [(1, "Cleo"), (2, "Bert"), (3, "Anna")]


def test_with_one_black_each_nobody_is_ahead():
    twice = read_player_rows("Anna: 2w= 2b=\nBert: 1b= 1w=", system="round-robin")
    assert places(twice, "PTS,DEB") == [(1, "Anna"), (1, "Bert")]


def test_a_win_decides_before_the_colour():
    assert places(read_player_rows("Anna: 2w1 H\nBert: 1b0 U\n"), "DEB")[0] == (1, "Anna")


# Each line of a group: who, and the games among its members; all stand equal before.
ENCOUNTERS = {
    "all met, first and last fall out, two drew": (
        "One: 4b= 3w= 2w=\nTwo: 3b= 4w0 1b=\nFour: 2w= 1b= 4w=\nSix: 1w= 2b1 3b=",
        [(1, "Six"), (2, "One"), (2, "Four"), (4, "Two")],
    ),
    "the first is certain, the others have not met": (
        "One: 2w1 3b1\nTwo: 1b0 Z\nThree: Z 1w0",
        [(1, "One"), (2, "Two"), (2, "Three")],
    ),
    "the last is certain and yet not separated": (
        "One: 3w1 Z\nTwo: Z 3b1\nThree: 1b0 2w0",
        [(1, "One"), (1, "Two"), (1, "Three")],
    ),
    "without the first all the rest have met and start again": (
        "One: 2w1 3b1 Z\nTwo: 1b0 4w1 3w=\nThree: 4b1 1w0 2b=\nFour: 3w0 2b0 Z",
        [(1, "One"), (2, "Two"), (2, "Three"), (4, "Four")],
    ),
    "two leaders one after the other": (
        "One: 2w1 3b1 4w1\nTwo: 1b0 4w1 3w1\nThree: Z 1w0 2b0\nFour: Z 2b0 1b0",
        [(1, "One"), (2, "Two"), (3, "Three"), (3, "Four")],
    ),
    "two leaders at once, the second one by the draw with the first": (
        "One: 3b0 4w0 Z\nTwo: 4b= 3w0 Z\nThree: 1w1 2b1 4w=\nFour: 2w= 1b1 3b=",
        [(1, "Three"), (2, "Four"), (3, "One"), (3, "Two")],
    ),
    "a forfeit is no meeting in a Swiss": (
        "One: 2w+\nTwo: 1b-",
        [(1, "One"), (1, "Two")],
    ),
}


@pytest.mark.parametrize("case", ENCOUNTERS)
def test_direct_encounter(case):
    text, expected = ENCOUNTERS[case]
    assert places(read_player_rows(text), "DE") == expected


def test_forfeits_decide_a_direct_encounter_taken_as_played_or_in_a_round_robin():
    swiss = read_player_rows("One: 2b-\nTwo: 1w+")
    assert places(swiss, "DE/P") == [(1, "Two"), (2, "One")]
    assert places(swiss._replace(system="round-robin"), "DE") == [(1, "Two"), (2, "One")]


def test_two_meetings_count_as_their_average():
    """One made 1½ of 2 against Two, Two beat Three once and Three beat One once: ¾, 1¼, 1 of one game each."""
    triangle = read_player_rows("One: 2w1 2b= 3w0\nTwo: 1b0 1w= 3b1\nThree: Z 2w0 1b1")
    assert places(triangle, "DE") == [(1, "Two"), (2, "Three"), (3, "One")]
    encounter = rank(triangle, read_order("DE")).explain(1, 0).encounter
    assert [encounter.total(number) for number in (1, 2, 3)] == [0.75, 1.25, 1]


def test_a_game_worth_five_points_puts_its_winner_beyond_reach_of_those_not_met():
    """One made 5 points, Two lost to One and Three and Four drew: with a win more, Three and Four have 1½."""
    field = read_player_rows("One: 2w1\nTwo: 1b0\nThree: 4w=\nFour: 3b=")
    assert places(field, "DE") == [(1, "One"), (1, "Two"), (1, "Three"), (1, "Four")]
    (won,) = field.games[1]
    field.games[1] = (won._replace(points=Decimal(5)),)
    assert places(field, "DE") == [(1, "One"), (2, "Two"), (2, "Three"), (2, "Four")]


def test_the_games_of_a_large_group_are_shown_though_they_decide_nothing():
    field = read_player_rows("One: 2w1\nTwo: 1b0\nThree: 4w=\nFour: 3b=")
    encounter = rank(field, read_order("DE")).explain(1, 0).encounter
    assert encounter.results == {(1, 2): 1, (2, 1): 0, (3, 4): 0.5, (4, 3): 0.5}
    assert (encounter.complete, set(encounter.places.values())) == (False, {0})


def test_the_pairing_number_is_the_one_given_when_the_field_was_numbered_again():
    field = read_player_rows("One: 2w=\nTwo: 1b=")
    players = {1: field.players[1]._replace(given_number=2), 2: field.players[2]._replace(given_number=1)}
    assert column(field._replace(players=players), "TPN") == {1: 2, 2: 1}
    assert places(field._replace(players=players), "PTS,TPN") == [(1, "Two"), (2, "One")]


def test_lots_depend_only_on_the_seed():
    field = read_cross_table(
        "\n".join(f"P{n} " + " ".join("-" if n == m else "½" for m in range(1, 10)) for n in range(1, 10))
    )
    draw = column(field._replace(lots_seed=7), "LOTS")
    assert sorted(draw.values()) == list(range(1, 10))
    assert draw == column(field._replace(lots_seed=7), "LOTS")
    assert draw != column(field._replace(lots_seed=8), "LOTS")
    assert [rank for rank, _ in places(field._replace(lots_seed=7), "PTS,LOTS")] == list(range(1, 10))


def test_lots_between_two_do_not_depend_on_who_else_takes_part():
    field = read_cross_table("A - ½ ½\nB ½ - ½\nC ½ ½ -")
    for seed in range(20):
        three = column(field._replace(lots_seed=seed), "LOTS")
        two = column(read_cross_table("A - ½\nB ½ -", lots_seed=seed), "LOTS")
        assert (three[1] < three[2]) == (two[1] < two[2])
