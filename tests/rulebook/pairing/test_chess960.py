"""The 960 start positions: numbered as everywhere, all different, the king between the rooks."""

import pytest

from pairing.rules.chess960 import COUNT, write_position


@pytest.mark.parametrize(("number", "row"), [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")])
def test_known_positions(number, row):
    assert write_position(number) == row


def test_all_are_different_and_keep_the_rules():
    rows = [write_position(number) for number in range(COUNT)]
    assert len(set(rows)) == COUNT
    for row in rows:
        assert sorted(row) == sorted("RNBQKBNR")
        assert (row.index("B") + row.rindex("B")) % 2 == 1
        assert row.index("R") < row.index("K") < row.rindex("R")
