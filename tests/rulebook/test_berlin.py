"""The Berlin score on paper: the seed's match, eight boards, and the colour patterns that it is meant for."""

from decimal import Decimal

import pytest

from tests.notation.paper_teams import column, places, team_rows
from tiebreaks.criteria.berlin import berlin_points, match_winner, with_drawn_matches_decided
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.values.expressions import write

SEED = """
    M1: 2w=10=
    M2: 1b=01=
"""


def match(event, number):
    return event.matches[number][0]


def test_the_match_of_the_seed_is_drawn_and_won():
    event = team_rows(SEED).team_event
    assert [match(event, n).game_points for n in (1, 2)] == [2, 2]
    assert [berlin_points(event.scheme, match(event, n)) for n in (1, 2)] == [Decimal("5.5"), Decimal("4.5")]
    assert match_winner(event, 1, 1) == match_winner(event, 2, 1) == 1


def test_winning_a_drawn_match_changes_match_points_only_where_the_event_says_so():
    event = team_rows(SEED).team_event
    assert [match(event, n).match_points for n in (1, 2)] == [1, 1]
    assert [match(with_drawn_matches_decided(event), n).match_points for n in (1, 2)] == [2, 0]
    assert [match(with_drawn_matches_decided(event), n).game_points for n in (1, 2)] == [2, 2]


@pytest.mark.parametrize(
    ("boards", "score", "all_boards"),
    [
        ("1111", "10", "10"),  # 4 + 3 + 2 + 1
        ("11111111", "36", "36"),  # 8 + 7 + … + 1
        ("1001", "5", "10"),  # all Whites win with the colours WBBW: 4 + 1 against 3 + 2
        ("10011001", "18", "36"),  # and on eight boards: 8 + 5 + 4 + 1 against 7 + 6 + 3 + 2
        ("1010", "6", "10"),  # with alternating colours White on board 1 would win
        ("====", "5", "10"),
    ],
)
def test_a_match_holds_all_its_board_numbers(boards, score, all_boards):
    other = boards.translate(str.maketrans("10", "01"))
    event = team_rows(f"A: 2w{boards}\nB: 1b{other}").team_event
    mine, theirs = (berlin_points(event.scheme, match(event, n)) for n in (1, 2))
    assert (mine, mine + theirs) == (Decimal(score), Decimal(all_boards))


PRODUCTS = [
    ("=10=", "0.5 × 4 + 1 × 3 + 0.5 × 1"),
    ("1111", "1 × 4 + 1 × 3 + 1 × 2 + 1 × 1"),
    ("0001", "1 × 1"),
    ("0000", ""),
]


@pytest.mark.parametrize(("boards", "expected"), PRODUCTS)
def test_the_score_of_a_match_is_explained_board_by_board(boards, expected):
    other = boards.translate(str.maketrans("10", "01"))
    table = rank(team_rows(f"A: 2w{boards}\nB: 1b{other}"), read_order("BERLIN", of_teams=True))
    (term,) = table.explain(1, 0).terms
    assert write(term.expression, str) == expected


# A and B draw in round 1, A beats C in round 2, B and C draw in round 3; one team is always without an opponent.
THREE_ROUNDS = """
    A: 2w=10= 3b1110 U
    B: 1b=01= U      3w=10=
    C: U      1w0001 2b=01=
"""


@pytest.mark.parametrize(
    ("team", "round_number", "winner"), [(1, 1, 1), (2, 1, 1), (1, 2, 1), (3, 2, 1), (2, 3, 2), (3, 3, 2)]
)
def test_each_match_has_its_winner(team, round_number, winner):
    assert match_winner(team_rows(THREE_ROUNDS).team_event, team, round_number) == winner


def test_won_matches_and_byes_keep_their_match_points():
    decided = with_drawn_matches_decided(team_rows(THREE_ROUNDS).team_event)
    points = {number: [match.match_points for match in matches] for number, matches in decided.matches.items()}
    assert points == {1: [2, 2, 1], 2: [0, 1, 2], 3: [1, 0, 0]}


def test_equal_berlin_scores_decide_nothing():
    event = team_rows("A: 2w1001\nB: 1b0110").team_event
    assert match_winner(event, 1, 1) is None
    assert with_drawn_matches_decided(event).matches[1][0].match_points == 1


def test_a_board_without_an_opponent_counts_for_the_player_who_came():
    event = team_rows("A: 2w0+=1\nB: 1b1-=0").team_event
    assert berlin_points(event.scheme, match(event, 1)) == 3 + 1 + 1


def test_as_a_criterion_it_is_added_up_over_all_matches():
    table = team_rows(
        """
        A: 2w=10= 3b1==0
        B: 1b=01= U
        C: U      1w0==1
        """
    )
    # A: 5½ + (4 + 1½ + 1) = 12; B: 4½ and a bye that wins on every board; C: a bye and 1½ + 1 + 1 = 3½.
    assert column(table, "BERLIN") == {1: Decimal(12), 2: Decimal("14.5"), 3: Decimal("13.5")}


def test_with_equal_game_points_it_orders_as_the_board_count():
    table = team_rows(
        """
        A: 2w=10= 3b1001
        B: 1b=01= 4w1=0=
        C: 4w01== 1w0110
        D: 3b10== 2b0=1=
        """
    )
    count, score = column(table, "BC"), column(table, "BERLIN")
    assert {n: score[n] + count[n] for n in score} == dict.fromkeys(score, (4 + 1) * 4)  # (boards + 1) × game points
    assert places(table, "GP,BC") == places(table, "GP,BERLIN")
