"""Team criteria computed by hand, and the tables on which gacrux departs from the text of C.07."""

from decimal import Decimal

import pytest

from tests.generated.generator import START_DATES
from tests.generated.second_opinion import ask
from tests.notation.paper_teams import column, places, team_rows
from tests.notation.trf_text_teams import trf_text_teams
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank

FOUR = team_rows(
    """
    A: 2w11== 3b==00 4w====
    B: 1b00== 4w1111 3b===1
    C: 4b1==0 1w==11 2w===0
    D: 3w0==1 2b0000 1b====
    """,
    edition="2026-03",
)
# Game points: A 3 + 1 + 2 = 6, B 1 + 4 + 2½ = 7½, C 2 + 3 + 1½ = 6½, D 2 + 0 + 2 = 4.
VALUES = """
    MP     3    4     3     2
    GP     6    7.5   6.5   4
    MPvGP  6    7.5   6.5   4
    BH:MP  9    8     9     10
    BH:GP  18   16.5  17.5  20
    EMMSB  10   10    8     6
    EMGSB  19   18.5  19    12
    EGMSB  19   21    16    12.5
    EGGSB  37   38.25 37.25 25
    SB:MP  10   10    8     6
    SB:GP  37   38.25 37.25 25
    PS:MP  7    6     7     4
    WIN    1    2     1     0
    BC     13   20.5  15    11.5
    BERLIN 17   17    17.5  8.5
"""


@pytest.mark.parametrize("line", [line.split() for line in VALUES.strip().splitlines()], ids=lambda line: line[0])
def test_the_values_of_four_teams(line):
    notation, *values = line
    assert list(column(FOUR, notation).values()) == list(map(Decimal, values))


def test_scores_and_schedule_strength_divide_by_the_highest_scores():
    # Three rounds of 2 match points over a match of 4 game points: 6 / 4, towards zero 1. With 14 / 4 it would be 3.
    assert column(FOUR, "SSSC") == {1: 15, 2: Decimal("15.5"), 3: Decimal("15.5"), 4: 14}
    assert column(FOUR, "SSSC/K4")[1] == Decimal("8.25")  # 6 + 9 / 4


def test_the_first_score_of_the_order_is_the_primary_one():
    by_points = rank(FOUR, read_order("GP,MPvGP,BH", of_teams=True))
    assert by_points.row(1).values == (6, 3, 18)


@pytest.mark.parametrize(
    ("text", "written"),
    [("bh:gp-c1", "BH:GP/C1"), ("MPVGP", "MPvGP"), ("OTHER_OSB", "OSB"), ("MPTS", "MP"), ("emgsb/c1/p", "EMGSB/C1/P")],
)
def test_notation(text, written):
    assert read_criterion(text).notation == written


@pytest.mark.parametrize("text", ["ARO:MP", "WIN:GP", "BH:XP", "EMGSB:MP", "EDE:GP"])
def test_notation_refuses_scores_that_mean_nothing(text):
    with pytest.raises(Refusal):
        read_criterion(text)


@pytest.mark.parametrize("order", ["PTS,MPvGP", "BH:MP", "PTS,EDE"])
def test_players_have_no_match_points(order):
    with pytest.raises(Refusal) as refused:
        read_order(order)
    assert refused.value.code == "for-teams"


PAIR = team_rows(
    """
    A: 2w1=0= 3b==== 4w1100
    B: 1b0=1= 4w0011 3w====
    C: 4b==== 1w==== 2b====
    D: 3w==== 2b1100 1b0011
    """
)


def test_four_teams_level_in_every_match_are_ordered_by_their_boards():
    # Points on the boards 1 to 4: A 2½ 2 ½ 1, B ½ 1 2½ 2, C 1½ 1½ 1½ 1½, D 1½ 1½ 1½ 1½.
    assert places(PAIR, "MP,TBR") == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]
    assert column(PAIR, "BC") == {1: 12, 2: 18, 3: 15, 4: 15}
    assert places(PAIR, "MP,BC") == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]
    # Without the last board: A 5, B 4, C and D 4½; then nothing separates C and D.
    assert places(PAIR, "MP,BBE") == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]


def test_the_last_two_teams_are_separated_by_the_boards_of_their_match():
    table = team_rows("A: 2w1=0= 3b1111\nB: 1b0=1= 4w1111\nC: 4w==== 1w0000\nD: 3b==== 2b0000")
    assert places(table, "MP,EDE")[:2] == [(1, "A"), (1, "B")]
    # In their match A made 1 ½ 0 ½ and B 0 ½ 1 ½: board count 4 against 6, board 1 decides, and so do boards 1 to 3.
    for order in ("MP,EDEBT", "MP,EDEBB", "MP,EDET", "MP,EDEC"):
        assert places(table, order)[:2] == [(1, "A"), (2, "B")], order
    # Without board 4 both have 1½, without boards 3 and 4 A has 1½ and B ½.
    assert places(table, "MP,EDEB")[:2] == [(1, "A"), (2, "B")]
    encounter = rank(table, read_order("MP,EDEBT", of_teams=True)).explain(1, 1).encounter
    assert [step.compared for step in encounter.steps] == [
        "match-points-among",
        "game-points-among",
        "board-count",
    ]


def test_the_board_count_does_not_apply_if_game_points_differ():
    table = team_rows("A: 2w==== 3b1111\nB: 1b==== 4w1110\nC: 4w==== 1w0000\nD: 3b==== 2b0001")
    assert column(table, "BC") == {1: 15, 2: 11, 3: 5, 4: 9}
    assert places(table, "MP,BC")[:2] == [(1, "A"), (1, "B")]


def opinions(table, order, names):
    """Return our values and those of gacrux in the last column, each by number of team."""
    facts = table._replace(starts_on=START_DATES["2026-03"], edition="2026-03")
    standings = rank(facts, read_order(",".join(order.split()), of_teams=True))
    theirs = ask(facts, names.split(), trf_text_teams(facts, "WBWB"))
    return [(standings.row(n).values[-1], theirs.values[n][-1]) for n in sorted(facts.players)]


def test_a_score_of_the_extended_direct_encounter_stays_in_force_until_it_separates_nobody():
    # All have 4 match points against each other. Game points: C 8½, then A, B and D with 8, E 7½. They stay in force:
    # of the three, B made 5½, D 3½ and A 3. With match points again, only B would be ahead: A and D drew 2 : 2.
    table = team_rows(
        """
        A: Z      5w=1=1 4w==== 3w==== 2w=0=0
        B: 5w0=== 3w=0=0 Z      4b1=== 1b=1=1
        C: 4w0=== 2b=1=1 5b==== 1b==== Z
        D: 3b1=== Z      1b==== 2w0=== 5w====
        E: 2b1=== 1b=0=0 3w==== Z      4b====
        """
    )
    assert opinions(table, "MP EDE", "MPTS EDE") == [(4, 4), (2, 2), (1, 1), (3, 3), (5, 5)]


def test_fore_buchholz_draws_a_forfeited_last_match_in_game_points_too():
    # A forfeits the last match after an absence. Drawn, it ends the absence: A made 2 + 0 + 2 game points, C 2 + 1 + 2,
    # D 2 + 2 + 2. gacrux sees that in match points, where it agrees, and counts the absence as a draw in game points.
    table = team_rows(
        """
        A: 2w1100 Z      3w----
        B: 1b0011 3w11== 4b====
        C: 4w==== 2b00== 1b++++
        D: 3b==== U      2w====
        """
    )
    assert opinions(table, "PTS FB:MP", "PTS FB:MP")[1] == (7, 7)
    assert opinions(table, "PTS FB:GP", "PTS FB:GP")[1] == (15, 17)


def test_an_empty_board_of_the_team_that_came_is_not_won():
    # B did not come, A has nobody on board 4: 3 game points, 1 + 2 + 3. gacrux gives A a fourth win for the count.
    table = team_rows("A: 2w+++-\nB: 1b----\nC: 4w====\nD: 3b====")
    assert column(table, "GP")[1] == 3
    assert opinions(table, "PTS BC", "PTS BC")[0] == (6, 10)
