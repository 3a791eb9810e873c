"""Which table a pair plays at: fixed ones first, the others in order, with unchanged pairings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.rules.fixed_tables import assign_tables, explain_fixed_tables, explain_missed_tables

PAIRS = [(1, 5), (6, 2), (3, 7), (8, 4)]

# The tables that some need, and those of the four pairs above.
TABLES = [
    ({}, [1, 2, 3, 4]),
    ({3: 1}, [2, 3, 1, 4]),
    ({1: 4}, [4, 1, 2, 3]),
    ({5: 1}, [1, 2, 3, 4]),
    ({7: 20}, [1, 2, 20, 3]),  # a room of its own, behind the others
    ({7: 3, 8: 1}, [2, 4, 3, 1]),
    ({99: 1}, [1, 2, 3, 4]),  # not in this round
    ({3: 2, 7: 2}, [1, 3, 2, 4]),  # both need the same and meet
    ({3: 2, 7: 4}, [1, 3, 2, 4]),  # they meet and need different ones: the lower
    ({3: 2, 6: 2}, [1, 2, 3, 4]),  # they don't meet: the higher board has it
    ({1: 2, 5: 3, 8: 2}, [3, 1, 4, 2]),  # those who can't sit elsewhere go first
]


@pytest.mark.parametrize(("fixed", "tables"), TABLES)
def test_the_tables_of_a_round(fixed, tables):
    assert assign_tables(PAIRS, fixed) == tables


SAID = [
    ({3: 1}, []),
    ({3: 2, 7: 4}, ["7 needs table 4 and 3 needs table 2: they play at table 2."]),
    ({3: 2, 6: 2}, ["3 and 6 both need table 2: 3 sits at table 3."]),
    ({3: 2, 7: 2}, []),
    ({1: 2, 5: 2, 8: 2}, ["8 and 1 both need table 2: 8 sits at table 4."]),
]


@pytest.mark.parametrize(("fixed", "said"), SAID)
def test_missed_tables_are_explained(fixed, said):
    assert [str(reason) for reason in explain_missed_tables(PAIRS, assign_tables(PAIRS, fixed), fixed)] == said


def test_tables_numbered_before_are_explained_too():
    assert [str(each) for each in explain_missed_tables(PAIRS, [1, 2, 3, 4], {4: 1, 2: 2})] == [
        "4 needs table 1 but sits at table 4."
    ]
    assert [str(each) for each in explain_fixed_tables((6, 2), 2, {4: 1, 2: 2, 6: 3})] == ["Fixed table of 2."]


@given(st.permutations(range(1, 21)), st.dictionaries(st.integers(1, 24), st.integers(1, 30)))
def test_everybody_sits_at_the_fixed_table_or_gets_a_reason(order, fixed):
    pairs = list(zip(order[::2], order[1::2], strict=True))
    tables = assign_tables(pairs, fixed)
    assert len(set(tables)) == len(pairs)
    free = [at for at, pair in zip(tables, pairs, strict=True) if not any(fixed.get(number) == at for number in pair)]
    assert free == sorted(free)
    told = {reason.params["player"] for reason in explain_missed_tables(pairs, tables, fixed)}
    sits = {number: at for at, pair in zip(tables, pairs, strict=True) for number in pair}
    assert told == {number for number, at in sits.items() if fixed.get(number, at) != at}
    for reason in explain_missed_tables(pairs, tables, fixed):
        assert reason.code in ("table-apart", "table-taken")
