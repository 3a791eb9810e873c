"""The lines of players while a round is running: readers that take ten columns for each round find all of them."""

import pytest

from tests.rulebook.files.test_trf_file import FOUR, again
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF16, TRF26, write

RUNNING = FOUR.replace("3 w =", "3 w  ").replace("1 b =", "1 b  ").replace("4 w +", "4 w").replace("2 b -", "2 b")


@pytest.mark.parametrize("dialect", [TRF16, TRF26, "the file again"])
def test_an_open_game_keeps_all_its_columns(dialect):
    running = reader.read(RUNNING)
    text = write(running.crosstable, dialect=dialect) if dialect in (TRF16, TRF26) else again(running)
    lines = [line for line in text.splitlines() if line.startswith("001")]
    assert [len(line) for line in lines] == [109] * 4
    assert [line[89:].split() for line in lines][:2] == [["2", "w", "1", "3", "w"], ["1", "b", "0", "4", "w"]]
    assert reader.read(text).crosstable.games == running.crosstable.games


def test_lines_without_a_round_end_with_their_last_column():
    text = write(reader.read(FOUR).crosstable.up_to(0), dialect=TRF26)
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
