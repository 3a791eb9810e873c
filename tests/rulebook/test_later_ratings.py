"""Rating tie-breaks of an event that takes months: players have several ratings, by the round (C.07, article 10)."""

import pytest

from tests.notation.paper import column, read_player_rows
from tiebreaks.facts.rating_methods import rating_in_round, read_later, write_later
from tiebreaks.order.advice import advise_on_order
from tiebreaks.order.notation import read_order

# Cleo has 2100 from round 2 on and 2300 from round 3 on.
EVENT = read_player_rows("""
    Anna 2200: 2w1 3b= 4w1
    Bert 2100: 1b0 4w1 3w=
    Cleo 2000: 4b1 1w= 2b=
    Dirk 1900: 3w0 2b0 1b0
""")
PLAYERS = EVENT.players | {3: EVENT.players[3]._replace(later_ratings="2:2100,3:2300")}
LONG = EVENT._replace(players=PLAYERS, is_long=True)

# What rating tie-breaks take, a criterion, and the values of Anna, Bert, Cleo and Dirk.
VALUES = """
    first SRO   6000 6100 6200 6300
    each  SRO   6100 6400 6200 6300
    last  SRO   6300 6400 6200 6600
    first RTNG  2200 2100 2000 1900
    each  RTNG  2200 2100 2000 1900
    last  RTNG  2200 2100 2300 1900
    first ARO   2000 2033 2067 2100
    each  ARO   2033 2133 2067 2100
    last  ARO   2100 2133 2067 2200
    first TPR   2273 2033 2192 1300
    each  TPR   2306 2133 2192 1300
    last  TPR   2373 2133 2192 1400
"""
LINES = [line.split() for line in VALUES.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_rating_tie_breaks_take_the_first_rating_or_the_one_of_each_round_or_the_last(line):
    which, notation, *values = line
    found = column(LONG._replace(tiebreak_ratings=which), notation)
    assert [found[number] for number in range(1, 5)] == [int(value) for value in values]


def test_the_first_one_counts_where_nothing_else_is_chosen():
    assert column(LONG, "ARO") == column(EVENT, "ARO") != column(LONG._replace(tiebreak_ratings="each"), "ARO")


def test_a_criterion_of_ratings_is_advised_against_in_an_event_of_more_than_30_days():
    order = read_order("PTS,BH,ARO,TPR,LOTS")
    warned = [(each.params["criterion"], each.article) for each in advise_on_order(LONG, order)]
    assert warned == [("ARO", "C.07 10"), ("TPR", "C.07 10")]
    assert not advise_on_order(LONG._replace(is_long=False), order)


# The first rating, the later ones, and the rating of rounds 1 to 5.
ROUNDS = """
    2000 -             2000 2000 2000 2000 2000
    2000 2:2100        2000 2100 2100 2100 2100
    -    3:1500,5:1600 -    -    1500 1500 1600
"""


@pytest.mark.parametrize("line", [line.split() for line in ROUNDS.strip().splitlines()], ids=" ".join)
def test_a_later_rating_counts_from_its_round(line):
    first, later, *expected = [None if word == "-" else word for word in line]
    found = [rating_in_round(first and int(first), later or "", round_number) for round_number in range(1, 6)]
    assert found == [each and int(each) for each in expected]


@pytest.mark.parametrize("text", ["5", "5:", ":2100", "0:2100", "5:2100,", "5:2100,5:2200", "5:12345", "x:1"])
def test_other_texts_are_not_later_ratings(text):
    with pytest.raises(ValueError, match=f"^{text}$"):
        read_later(text)


def test_later_ratings_are_written_as_they_are_read():
    assert write_later(dict(read_later("8:2095,5:2110"))) == "5:2110,8:2095"


UNRATED = EVENT._replace(players=EVENT.players | {4: EVENT.players[4]._replace(rating=None)})

# The rating of unrated players in the event, the criterion, and the values of Anna, Bert, Cleo and Dirk, or none.
WAYS = """
    none SRO       -    -    -    -
    1000 SRO    5100 5200 5300 6300
    0    SRO    6100 6200 6300 6300
    0    RTNG   2200 2100 2000 2000
    0    SRO/U1200 5300 5400 5500 6300
"""


@pytest.mark.parametrize("line", [line.split() for line in WAYS.strip().splitlines()], ids=" ".join)
def test_unrated_players_drop_a_criterion_or_count_as_a_number_or_as_the_lowest_rating(line):
    rating, notation, *values = line
    found = column(UNRATED._replace(unrated_rating=None if rating == "none" else int(rating)), notation)
    assert [found[number] for number in range(1, 5)] == [None if value == "-" else int(value) for value in values]
