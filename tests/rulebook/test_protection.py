"""What protects a stored result against a different value, by the state of the board and who is asking."""

import pytest

from tournaments.domain.desk.protection import FOR_CHIEFS, Protection, StoredResult, find_protection

# board, by whom, checked, rounds ago, round closed, event final -> what protects it; * is any
TABLE = """
    open   -      -        0  -       -      ->  -
    open   -      -        1  -       -      ->  -
    open   -      -        5  closed  -      ->  -
    open   -      -        0  -       final  ->  final
    stored own    -        0  -       -      ->  -
    stored other  -        0  -       -      ->  others
    stored own    checked  0  -       -      ->  confirmed
    stored other  checked  0  -       -      ->  confirmed
    stored own    -        1  -       -      ->  earlier
    stored other  checked  1  -       -      ->  earlier
    stored own    -        2  -       -      ->  old
    stored own    -        0  closed  -      ->  closed
    stored own    checked  2  closed  -      ->  closed
    stored own    -        0  -       final  ->  final
    stored other  checked  5  closed  final  ->  final
"""
LINES = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_what_protects_a_result(line):
    board, by, checked, ago, closed, final, _arrow, expected = line
    stored = StoredResult(board == "open", by == "own", checked != "-", int(ago), closed != "-", final != "-")
    assert find_protection(stored) == (None if expected == "-" else Protection(expected))


def test_only_chiefs_replace_what_is_over():
    assert {protection.value for protection in FOR_CHIEFS} == {"final", "past", "closed", "old"}
