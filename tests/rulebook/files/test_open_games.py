"""The lines of players while a round is running: readers that take ten columns for each round find all of them."""

import pytest

from tests.rulebook.files.test_trf_file import FOUR, again
from tiebreaks.checking.contradictions import list_contradictions
from tiebreaks.trf import reader, whole_file
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


WITH_BYES = """\
092 Individual: Swiss-System
001    1      Anna                              2200                             1.0    1     3 w 1     2 w
001    2      Bert                              2100                             1.0    1  0000 - U     1 b
001    3      Cleo                              2000                             0.0    4     1 b 0  0000 - U
001    4      Dirk                              1900                             0.5    3  0000 - H  0000 - H
"""


@pytest.mark.parametrize(
    ("result", "points"),
    [("", {1: "1.0", 2: "1.0", 3: "0.0", 4: "0.5"}), ("10", {1: "2.0", 2: "1.0", 3: "1.0", 4: "1.0"})],
    ids=["no result", "a result"],
)
def test_byes_of_a_running_round_are_stated_as_the_table_counts_them(result, points):
    """They count from the first result of the round on; FIDE's format has the points of the standings there."""
    white, black = result or "  "
    text = WITH_BYES.replace("2 w", f"2 w {white}").replace("1 b\n", f"1 b {black}\n")
    written = whole_file.write(reader.read(text).crosstable)
    read = reader.read(written)
    assert {number: stated.points for number, stated in read.declared.items()} == points
    assert list(list_contradictions(read)) == []


TEAMS_WITH_A_BYE = """\
092 Team: Swiss-System
142 2
320  1.0  1.0   3
001    1      A1                                1500                             0.0    1     3 w
001    2      A2                                1500                             0.0    1     4 b
001    3      B1                                1500                             0.0    1     1 b
001    4      B2                                1500                             0.0    1     2 w
001    5      C1                                1500                             0.0    1
001    6      C2                                1500                             0.0    1
310   1 A                                A       1500    0.0    0.0   1     1    2
310   2 B                                B       1500    0.0    0.0   1     3    4
310   3 C                                C       1500    1.0    1.0   1     5    6
"""


@pytest.mark.parametrize(
    ("results", "points"), [("    ", ("0.0", "0.0")), ("1 0 ", ("0.0", "0.0")), ("1=0=", ("1.0", "1.0"))]
)
@pytest.mark.parametrize("with_lines", [False, True])
def test_a_team_has_the_points_of_its_bye_from_the_first_match_that_is_over(results, points, with_lines):
    text = TEAMS_WITH_A_BYE
    for cell, letter in zip(("3 w", "4 b", "1 b", "2 w"), results, strict=True):
        text = text.replace(cell, f"{cell} {letter}".rstrip())
    read = reader.read(text)
    lines = whole_file.lines_to_keep(read) if with_lines else ()
    again = reader.read(whole_file.write(read.crosstable, teams=read.teams, lines=lines))
    stated = again.declared_teams[3]
    assert (stated.points, stated.game_points) == points
    assert [each for each in list_contradictions(again) if each.field != "rank"] == []
