"""Who is expelled is out of the table; their games count for their opponents, and nobody's value changes."""

import pytest

from tests.generated.outlooks import stopped
from tests.notation.paper import column, places, read_player_rows
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.by_result import RoundEnd
from tiebreaks.outlook.marks import compute_outlooks
from tiebreaks.output.as_text import table_lines
from tiebreaks.ranking.comparison import compare
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file

# Three rounds; Bert is expelled after the second.
ROWS = """
    Anna: 3w1 2b= 4w1
    Bert: 4b1 1w= Z
    Cleo: 1b0 4w1 U
    Dirk: 2w0 3b0 1b0
"""
KEPT = read_player_rows(ROWS)


def expel(facts, number, round_number):
    left = facts.players[number]._replace(withdrawn_from=round_number, expelled_from=round_number)
    return facts._replace(players={**facts.players, number: left})


OUT = expel(KEPT, 2, 3)


def test_the_places_below_move_up():
    assert places(KEPT, "PTS") == [(1, "Anna"), (2, "Cleo"), (3, "Bert"), (4, "Dirk")]
    assert places(OUT, "PTS") == [(1, "Anna"), (2, "Cleo"), (3, "Dirk")]
    assert [(row.rank, row.number, row.values) for row in rank(OUT, read_order("PTS")).expelled] == [(0, 2, (1.5,))]


@pytest.mark.parametrize("code", ["PTS", "BH", "SB", "ARO", "WON", "REP", "PS"])
def test_no_value_changes(code):
    everybody = column(KEPT, code)
    assert rank(OUT, read_order(code)).column(0) == everybody
    assert column(OUT, code) == {number: value for number, value in everybody.items() if number != 2}


def test_a_tied_group_keeps_its_direct_encounter():
    """Each beat one of the other two: that stays so, also for the two who are left."""
    circle = read_player_rows("Anna: 2w1 3b0 Z\nBert: 1b0 Z 3w1\nCleo: Z 1w1 2b0")
    assert places(expel(circle, 3, 4), "PTS,DE") == [(1, "Anna"), (1, "Bert")]


@pytest.mark.parametrize(("round_number", "shown"), [(1, [1, 2, 3, 4]), (2, [1, 3, 4]), (3, [1, 3, 4])])
def test_the_table_of_a_round_before_has_them(round_number, shown):
    assert sorted(row.number for row in rank(OUT.up_to(round_number), read_order("PTS")).rows) == shown


def test_who_never_played_is_out_at_once():
    assert places(expel(read_player_rows("Anna: Z\nBert: Z"), 1, 1), "PTS") == [(1, "Bert")]


def test_in_a_round_robin_early_results_count_for_nobody_where_that_is_so():
    rows = "Anna: 4w0 3b1 2w1\nBert: 3w1 4b+ 1b0\nCleo: 2b0 1w0 4w+\nDirk: 1b1 2w- 3b-"
    facts = expel(read_player_rows(rows, system="round-robin", early_withdrawals="drop"), 4, 2)
    assert places(facts, "PTS") == [(1, "Anna"), (2, "Bert"), (3, "Cleo")]
    assert column(facts, "PTS") == {1: 2, 2: 1, 3: 0}


def test_nobody_is_compared_with_them():
    with pytest.raises(KeyError):
        compare(rank(OUT, read_order("PTS,BH")), 1, 2)


def test_their_value_is_still_explained():
    assert rank(OUT, read_order("PTS")).explain(2, 0).value == 1.5


def test_the_text_says_so():
    lines = list(table_lines(rank(OUT, read_order("PTS")), ["PTS"]))
    assert "* Bert: expelled and out of the table, plays no round from 3 on" in lines
    assert [line.split()[1:3] for line in lines[1:4]] == [["1", "Anna"], ["3", "Cleo"], ["4", "Dirk"]]


def test_a_file_says_so_and_is_right():
    ranks = {row.number: row.rank for row in rank(OUT, read_order("PTS")).rows}
    for text in (
        whole_file.write(OUT, whole_file.Header(order="PTS"), ranks=ranks),
        whole_file.write(OUT, whole_file.Header(order="PTS")),
    ):
        read = reader.read(text)
        assert read.crosstable.find_expelled() == {2}
        assert (read.declared[2].rank or "0").strip() == "0"
        report = verify_tournament(read, read_order("PTS"))
        assert (report.ranks, report.differences) == (3, ())


# In the last round Cleo meets Dirk. Only Bert is ahead of Anna, whom nobody else can reach.
LATE = stopped(
    read_player_rows("""
    Anna: 3w1 4b1 2w0 Z
    Bert: 4w1 3b1 1b1 Z
    Cleo: 1b0 2w0 4w= 4b1
    Dirk: 2b0 1w0 3b= 3w0
"""),
    4,
    {0},
)


def test_safe_is_who_is_so_without_them():
    assert compute_outlooks(LATE, read_order("PTS"), 1)[1].mark == "out"
    marks = compute_outlooks(expel(LATE, 2, 4), read_order("PTS"), 1)
    assert {number: outlook.mark.value for number, outlook in marks.items()} == {1: "safe", 3: "out", 4: "out"}


def test_places_by_result_leave_them_out():
    before = RoundEnd(LATE, read_order("PTS"), 4).places_of(3)
    after = RoundEnd(expel(LATE, 2, 4), read_order("PTS"), 4)
    assert {result: spans.highest - 1 for result, spans in before.items()} == {
        result: spans.highest for result, spans in after.places_of(3).items()
    }
    assert after.places_of(2) == {}


# Three boards of the last round are open: too many to play them out. Gus has won everything.
MANY = stopped(
    read_player_rows("""
    Anna: 2w= 3w= 4b=
    Bert: 1b= 5w= 6b=
    Cleo: 4w= 1b= 5b=
    Dirk: 3b= 6w= 1w=
    Emil: 6w= 2b= 3w=
    Fred: 5b= 4b= 2w=
    Gus: 8w1 8b1 8w1
    Hugo: 7b0 7w0 7b0
"""),
    3,
    {0, 1, 2},
)


def test_they_are_left_out_of_bounds_too():
    before = RoundEnd(MANY, read_order("PTS"), 3).places_of(1)
    after = RoundEnd(expel(MANY, 7, 4), read_order("PTS"), 3)
    assert before and {result: (highest - 1, lowest - 1) for result, (highest, lowest) in before.items()} == {
        result: tuple(places) for result, places in after.places_of(1).items()
    }
