"""What each criterion of an order separates: counted in tables that can be followed by hand."""

import pytest

from tiebreaks.examples import example_tables
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.separation import count_pairs, find_separations
from tiebreaks.standings import rank, rank_again

ROUND_ROBIN = "round-robin"  # C (3) and D (4) have 4 points and drew; by Sonneborn-Berger C has 9, D 7¾


def separations(order, **changes):
    facts = example_tables()[ROUND_ROBIN]._replace(**changes)
    return [
        (each.chosen.notation, each.before, [split.parts for split in each.splits], each.after)
        for each in find_separations(rank(facts, read_order(order)))
    ]


def test_each_criterion_splits_the_groups_that_are_left():
    first, direct, berger, wins = separations("PTS,DE,SB,WIN")
    assert (first[0], first[3]) == ("PTS", [[3, 4]])
    assert direct == ("DE", [[3, 4]], [], [[3, 4]])
    assert berger == ("SB", [[3, 4]], [[[3], [4]]], [])
    assert wins == ("WIN", [], [], [])


def test_the_lower_value_is_ahead_where_the_criterion_says_so():
    assert separations("PTS,TPN")[1][2] == [[[3], [4]]]
    assert separations("PTS,TPN/R")[1][2] == [[[4], [3]]]


def test_who_is_expelled_is_in_no_group():
    players = example_tables()[ROUND_ROBIN].players
    gone = {**players, 3: players[3]._replace(expelled_from=8, withdrawn_from=8)}
    assert separations("PTS,SB", players=gone) == [
        ("PTS", [[1, 2, 4, 5, 6, 7]], [[[1], [2], [4], [5], [6], [7]]], []),
        ("SB", [], [], []),
    ]


@pytest.mark.parametrize(("groups", "pairs"), [([], 0), ([[1]], 0), ([[1, 2]], 1), ([[1, 2, 3], [4, 5]], 4)])
def test_pairs_are_counted(groups, pairs):
    assert count_pairs(groups) == pairs


def test_a_table_is_ranked_again_by_other_criteria():
    ranked = rank(example_tables()[ROUND_ROBIN], read_order("PTS,DE"))
    again = rank_again(ranked, read_order("SB"))
    assert again.table is ranked.table
    assert again.rows == rank(example_tables()[ROUND_ROBIN], read_order("PTS,SB")).rows
