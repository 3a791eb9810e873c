"""Why one player ranks above another, on tables that can be checked on paper."""

from decimal import Decimal

import pytest

from tests.notation.paper import read_player_rows
from tests.rulebook.test_seed_examples import A_TO_G
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.examples import example_tables
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.comparison import COUNTED_BY_ROUND, compare
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank

OPEN = read_player_rows("""
    Anna 2200: 2w1 3b= 4w1
    Bert 2100: 1b0 4w1 3w=
    Cleo 2000: 4b1 1w= 2b=
    Dirk 1900: 3w0 2b0 1b0
""")


def compared(crosstable, order, a, b):
    return compare(rank(crosstable, read_order(order)), a, b)


def test_only_a_and_e_separate_c_from_d():
    """The example that the project began with: 2½ - 1¼ = 1¼."""
    comparison = compared(A_TO_G, "PTS,SB", 4, 3)
    assert (comparison.first, comparison.second, comparison.column) == (3, 4, 1)
    assert [(line.opponent, line.difference) for line in comparison.deciding] == [
        (1, Decimal("2.5")),
        (5, Decimal("-1.25")),
    ]
    assert comparison.difference == Decimal("1.25")
    assert [line.opponent for line in comparison.lines] == [1, 2, None, 5, 6, 7]
    assert comparison.lines[2].each_other and not comparison.lines[2].difference


FIRST_DIFFERENCES = [
    # crosstable, order, a, b: who is ahead, by which criterion, which were level
    (A_TO_G, "PTS,SB", 1, 7, 1, "PTS", ""),
    (A_TO_G, "PTS,SB", 7, 1, 1, "PTS", ""),
    (A_TO_G, "PTS,DE,SB", 4, 3, 3, "SB", "PTS DE"),
    (A_TO_G, "PTS,DE", 4, 3, 4, None, "PTS DE"),
    (A_TO_G, "PTS,DE", 3, 4, 3, None, "PTS DE"),
    (OPEN, "PTS,BH,TPN", 3, 2, 3, "PTS", ""),
    (OPEN, "BPG,BH,TPN", 4, 3, 4, "BH", "BPG"),
    (OPEN, "BPG,TPN", 4, 3, 3, "TPN", "BPG"),
]


@pytest.mark.parametrize(("crosstable", "order", "a", "b", "ahead", "by", "level"), FIRST_DIFFERENCES)
def test_the_first_criterion_that_differs_decides(crosstable, order, a, b, ahead, by, level):
    comparison = compared(crosstable, order, a, b)
    assert comparison.first == ahead
    assert (comparison.workings[0].notation if comparison.workings else None) == by
    assert [chosen.notation for chosen in comparison.level] == level.split()


def test_points_are_listed_by_round():
    comparison = compared(OPEN, "PTS", 1, 3)
    assert [(line.round, line.difference) for line in comparison.lines] == [(1, 0), (2, 0), (3, Decimal("0.5"))]
    assert comparison.adds_up


def test_cut_terms_count_nothing():
    comparison = compared(OPEN, "BH/C1", 1, 2)
    assert [(line.opponent, line.each_other, line.values) for line in comparison.lines] == [
        (None, True, (Decimal("2.5"), Decimal("1.5"))),
        (4, False, (0, 0)),
        (3, False, (2, 2)),
    ]
    assert [bool(term.cut) for line in comparison.lines for term in line.terms[0]] == [False, True, False]
    assert comparison.adds_up


def test_a_mini_table_decides():
    event = read_player_rows("""
        Anna: 2w1 3b=
        Bert: 1b0 4w1
        Cleo: 4b= 1w=
        Dirk: 3w= 2b0
    """)
    comparison = compared(event, "WON,DE", 2, 1)
    assert (comparison.first, comparison.second, comparison.workings[0].notation) == (1, 2, "DE")
    assert comparison.workings[0].encounter.results[1, 2] == 1
    assert comparison.lines == () and not comparison.adds_up


def test_averages_do_not_add_up_but_are_listed():
    event = OPEN._replace(games={n: games[:2] if n == 3 else games for n, games in OPEN.games.items()})
    comparison = compared(event, "ARO", 1, 3)
    assert comparison.lines and not comparison.adds_up
    assert comparison.difference == comparison.workings[0].value - comparison.workings[1].value


def test_an_undefined_value_has_no_difference():
    event = read_player_rows("""
        Anna 2000: 2w1
        Bert 2000: 1b0
        Cleo 2000: U
    """)
    comparison = compared(event, "ARO", 3, 1)
    assert (comparison.first, comparison.second, comparison.difference) == (1, 3, None)
    assert not comparison.adds_up


def test_nobody_is_compared_with_themselves():
    with pytest.raises(Refusal) as refused:
        compared(OPEN, "PTS", 2, 2)
    assert refused.value.code == "compared-with-himself"


def test_criteria_of_rounds_exist():
    assert set(CRITERIA) >= COUNTED_BY_ROUND


def test_a_criterion_that_does_not_apply_is_passed_over():
    """Board count speaks only of teams with the same game points (12.1): these two made 6½ and 7."""
    facts = example_tables()["teams"]
    table = rank(facts, read_order("MP,BC,GP", of_teams=True))
    assert table.row(1).values[1] != table.row(2).values[1]
    comparison = compare(table, 1, 2)
    assert (comparison.first, comparison.workings[0].notation) == (2, "GP")
    assert [chosen.notation for chosen in comparison.level] == ["MP", "BC"]


def test_boards_are_listed_side_by_side():
    facts = example_tables()["teams"]
    comparison = compare(rank(facts, read_order("EMGSB", of_teams=True)), 1, 4)
    assert comparison.adds_up
    assert sorted(line.opponent for line in comparison.lines if not line.each_other) == [2, 3]
