"""How we read the regulations where they are silent (docs/decisions/0011), each point fixed by a small table."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, places, read_player_rows
from tiebreaks.facts.games import HALF, Scheme
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank


def test_a_full_point_bye_counts_like_a_pairing_allocated_one():
    event = read_player_rows("Anna: F 2w0\nBert: U 1b1")
    assert column(event, "WIN") == {1: 1, 2: 2}
    assert column(event, "REP") == {1: 2, 2: 2}
    assert column(event, "WON") == {1: 0, 2: 1}
    dummy, _ = rank(event, read_order("BH")).explain(1, 0).terms
    assert not dummy.voluntary


def test_a_bye_worth_a_draw_is_no_win():
    event = read_player_rows("Anna: U 2w1\nBert: Z 1b0", scheme=Scheme(pab=HALF))
    assert column(event, "PTS") == {1: Decimal("1.5"), 2: 0}
    assert column(event, "WIN") == {1: 1, 2: 0}
    assert column(event, "STD") == {1: Decimal("1.5"), 2: 0}


def test_the_share_of_points_is_rounded_to_hundredths_before_the_table_is_read():
    """2 of 3 points are .67 and not .66⅔: 125 points above the average."""
    event = read_player_rows("Anna 2100: 2w1 3b1 4w0\nBert 2000: 1b0 Z Z\nCleo 2000: Z 1w0 Z\nDirk 2000: Z Z 1b1")
    assert column(event, "TPR")[1] == 2125


@pytest.mark.parametrize(
    ("low", "high", "results", "rating"),
    [
        (900, 2700, "10", 1636),  # 736 above 900 the win is certain, and nothing is expected against 2700
        (900, 2700, "1=", 2697),  # 3 below an opponent still means an expected half point
        (900, 2700, "=0", 897),
        (900, 2700, "00", 100),
        (1, 9999, "1=", 9996),
        (1, 9999, "11", 10735),
    ],
)
def test_a_perfect_performance_is_found_however_far_apart_the_opponents_are(low, high, results, rating):
    won, other = results
    mirrored = {"1": "0", "=": "=", "0": "1"}
    rows = f"Anna 2000: 2w{won} 3b{other}\nBert {low}: 1b{mirrored[won]} Z\nCleo {high}: Z 1w{mirrored[other]}"
    event = read_player_rows(rows)
    assert column(event, "PTP")[1] == rating


def test_a_forfeited_second_meeting_counts_in_a_round_robin_only():
    text = "Anna: 2w1 2b-\nBert: 1b0 1w+"
    assert places(read_player_rows(text), "PTS,DE") == [(1, "Anna"), (2, "Bert")]
    assert places(read_player_rows(text, system="round-robin"), "PTS,DE") == [(1, "Anna"), (1, "Bert")]


def test_koya_in_a_swiss_event_asks_for_half_of_the_rounds():
    event = read_player_rows("Anna: 2w1 3b1\nBert: 1b0 4w1\nCleo: 4w1 1w0\nDirk: 3b0 2b0")
    assert column(event, "KS") == {1: 2, 2: 0, 3: 0, 4: 0}


def test_koya_in_a_swiss_event_counts_games_and_no_forfeits():
    """Of three rounds 1½ points are half: Bert has 2, one by forfeit. A round robin counts the forfeit as a game."""
    text = "Anna: 2w+ 3w1 2b=\nBert: 1b- 4b1 1w=\nCleo: 4w1 1b0 4b0\nDirk: 3b0 2w0 3w1"
    assert column(read_player_rows(text), "KS") == {1: HALF, 2: HALF, 3: 0, 4: 0}
    assert column(read_player_rows(text, system="round-robin"), "KS") == {1: Decimal("1.5"), 2: HALF, 3: 0, 4: 0}


def test_the_limit_of_koya_in_a_swiss_event_goes_by_the_rounds_and_not_by_anybodys_games():
    """Nobody has had more than two opponents in three rounds, of which half are 1½ points."""
    event = read_player_rows("Anna: 2w1 Z 3w=\nBert: 1b0 3b1 Z\nCleo: Z 2w0 1b=")
    assert column(event, "KS") == {1: 0, 2: 0, 3: HALF}


def test_pétanque_counts_no_opponent_who_did_not_come():
    event = read_player_rows("Ada: 2w+ 3w13:5\nBen: 1b- U\nCem: U 1b5:13", discipline="petanque", edition="plain")
    assert column(event, "BHZ") == {1: 1, 2: 0, 3: 2}
    assert column(event, "FBHZ") == {1: 2, 2: 0, 3: 1}


@pytest.mark.parametrize(
    ("last", "left", "points"),
    [
        (("H", "U", "Z"), (), ["1.5", "2", "1"]),  # nothing more can happen in the round
        (("H", "U", ""), (), ["1", "1", "1"]),  # Cleo may still be paired
        (("H", "U", ""), (3,), ["1.5", "2", "1"]),  # she has withdrawn
        (("H Z", "U Z", "Z Z"), (), ["1.5", "2", "1"]),
        (("", "", ""), (1, 2, 3), ["1", "1", "1"]),
    ],
)
def test_a_round_in_which_nobody_plays_counts_as_soon_as_everybody_has_a_bye_in_it(last, left, points):
    anna, bert, cleo = last
    event = read_player_rows(f"Anna: 3w0 2w1 {anna}\nBert: U 1b0 {bert}\nCleo: 1b1 Z {cleo}")
    players = {n: each._replace(withdrawn_from=3 if n in left else None) for n, each in event.players.items()}
    event = event._replace(players=players)
    assert column(event, "PTS") == dict(enumerate(map(Decimal, points), start=1))


def test_progressive_scores_leave_out_the_first_round_even_if_a_later_one_counts_less():
    event = read_player_rows("Anna: 2w1 3b0\nBert: 1b0 U\nCleo: U 1w1", scheme=Scheme(loss=Decimal(-1)))
    assert column(event, "PS") == {1: 1, 2: -1, 3: 3}
    assert column(event, "PS/C1") == {1: 0, 2: 0, 3: 2}


def test_two_cuts_of_sonneborn_berger_leave_out_the_two_weakest_opponents():
    """Anna beat Bert (2 points), drew Cleo (1½) and beat Dirk (0): the products are 2, ¾ and 0."""
    event = read_player_rows(
        "Anna: 4w1 3b= 2w1\nBert: 3w1 4b1 1b0\nCleo: 2b0 1w= 4w1\nDirk: 1b0 2w0 3b0", system="round-robin"
    )
    assert column(event, "SB")[1] == Decimal("2.75")
    assert column(event, "SB/C1")[1] == Decimal("2.75")
    assert column(event, "SB/C2")[1] == 2


THREE_TWO_ONE = Scheme(win=Decimal(3), draw=Decimal(2), loss=Decimal(1), pab=Decimal(3))


def test_a_no_show_makes_no_point_where_a_loss_over_the_board_makes_one():
    text = "Anna: 2w1 2b+\nBert: 1b0 1w-"
    assert column(read_player_rows(text, scheme=THREE_TWO_ONE), "PTS") == {1: 6, 2: 1}
    assert column(read_player_rows(text, scheme=THREE_TWO_ONE._replace(forfeit=Decimal(1))), "PTS") == {1: 6, 2: 2}
