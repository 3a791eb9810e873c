"""Two workings side by side contain every term once, and their differences add up to that of the values."""

from itertools import pairwise

import pytest
from hypothesis import given

from tests.generated.strategies import events
from tests.sizes import examples
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.ranking.comparison import compare
from tiebreaks.standings import rank

# All but direct encounter, which has no terms, and averages.
SUMS = """
    PTS STD WIN WON BPG BWG REP NGP PS PS/C1 BH BH/C1 BH/C2 BH/M1 BH/P FB FB/C1 SBH SBH/C1 SB SB/C1 SB/P KS KS/L+1
    SRO SRO/C1 TPN TPN/R RTNG LOTS SPREAD SCORE BHZ FBHZ DIFF
"""


def neighbours(standings):
    numbers = [row.number for row in standings.rows]
    return pairwise(numbers)


@pytest.mark.parametrize("notation", SUMS.split())
@examples(15)
@given(event=events())
def test_differences_add_up(notation, event):
    standings = rank(event, (read_criterion(notation),))
    for a, b in neighbours(standings):
        comparison = compare(standings, b, a)
        if comparison.column is None:
            assert standings.row(a).rank == standings.row(b).rank
            continue
        assert (comparison.first, comparison.second) == (a, b)
        for side, working in enumerate(comparison.workings):
            assert sorted(term for line in comparison.lines for term in line.terms[side]) == sorted(working.terms)
        if comparison.difference is not None and comparison.lines:
            assert sum(line.difference for line in comparison.lines) == comparison.difference
            assert comparison.adds_up


@examples(60)
@given(event=events())
def test_the_player_with_the_better_deciding_value_ranks_above(event):
    standings = rank(event, read_order("PTS,DE,BH/C1,BH,SB,DE,TPN"))
    for a, b in neighbours(standings):
        comparison = compare(standings, a, b)
        chosen = standings.order[comparison.column]
        own, other = (working.value for working in comparison.workings)
        assert own < other if chosen.lower_is_better or chosen.criterion.place_group else own > other
        for column, level in enumerate(comparison.level):
            assert standings.row(a).values[column] == standings.row(b).values[column], level.notation
