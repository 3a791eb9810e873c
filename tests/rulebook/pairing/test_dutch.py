"""FIDE Dutch: round 1, the engine's text, and every way in which its answer can be wrong."""

from decimal import Decimal

import pytest

from pairing import dutch
from pairing.dutch import Settings
from pairing.rules import engine_records, history
from pairing.rules.engine_records import Acceleration, Records
from pairing.rules.legality import Limits
from tests.notation.paper import read_player_rows
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF16, TRF26

TEXT = """
    Anna 2200: 3w1 4b1
    Bert 2100: 4w0 3b=
    Cleo 2000: 1b0 2w=
    Dora 1900: 2b1 1w0
    Emil 1800: U   H
"""
FACTS = read_player_rows(TEXT, rounds=5)
PAST = history.read_history(FACTS)


def field(size):
    players = {n: Player(n, f"P{n}", 2000 - n) for n in range(1, size + 1)}
    return Crosstable(players, dict.fromkeys(players, ()), 5)


@pytest.mark.parametrize(
    ("size", "initial", "pairs", "bye"),
    [
        (6, "W", [(1, 4), (5, 2), (3, 6)], None),
        (6, "B", [(4, 1), (2, 5), (6, 3)], None),
        (7, "W", [(1, 4), (5, 2), (3, 6)], 7),
        (2, "W", [(1, 2)], None),
    ],
)
def test_round_one_is_upper_against_lower_half(size, initial, pairs, bye):
    pairing = dutch.pair_first_round(range(1, size + 1), Settings(Records(initial)))
    assert pairing.pairs == pairs and (pairing.bye and pairing.bye.player) == bye


@pytest.mark.parametrize(
    ("present", "initial", "pairs"),
    [
        ([2, 3, 4, 5], "W", [(2, 4), (5, 3)]),  # 1 has not arrived: 2 is the first
        ([2, 3, 4, 5], "B", [(4, 2), (3, 5)]),
        ([1, 3, 4, 6, 7, 9], "W", [(1, 6), (7, 3), (4, 9)]),
        ([1, 2, 4, 5, 8], "W", [(1, 4), (5, 2)]),
    ],
)
def test_who_has_not_arrived_has_no_number(present, initial, pairs):
    """C.04.2, 2.4: colours alternate among those who have arrived, not by the numbers on the list (C.04.3, 5.2.5)."""
    assert dutch.pair_first_round(present, Settings(Records(initial))).pairs == pairs


def test_who_plays_a_fixed_game_has_arrived():
    """The arbiter has fixed 1 against 4: the others keep the colours of their numbers."""
    settings = Settings(Records("W"), seated=frozenset({1, 4}))
    assert dutch.pair_first_round([2, 3, 5, 6], settings).pairs == [(5, 2), (3, 6)]


def test_the_engine_gets_the_rounds_without_names():
    text = dutch.engine_input(FACTS, {2: "H"}, Settings(Records("W")))
    back = reader.read(text).crosstable
    assert back.games[2][-1].kind == Kind.HPB and back.games[2][-1].round == 3
    assert "Anna" not in text and "152 W" in text and "142 5" in text
    assert {n: own[:2] for n, own in back.games.items()} == FACTS.games


def test_requested_byes_accelerations_and_forbidden_pairings_pass_through():
    asked = FACTS._replace(
        games={
            **FACTS.games,
            5: (*FACTS.games[5], FACTS.games[5][1]._replace(round=3, letter="Z", kind=Kind.ZPB, points=0)),
        }
    )
    settings = Settings(
        Records("B", engine_records.baku_acceleration(range(1, 6), 5)), Limits(forbidden=frozenset({(1, 5)}))
    )
    text = dutch.engine_input(asked, {}, settings, TRF16)
    assert "XXC black1" in text and "XXP 1 5" in text and "XXA    4  1.0  1.0  0.5" in text and "XXR 5" in text
    assert reader.read(text).crosstable.games[5][-1].letter == "Z"


@pytest.mark.parametrize("dialect", (TRF16, TRF26))
@pytest.mark.parametrize("points", ["0.25", "-0.5", "12.5", "1.0"])
def test_accelerations_are_written_without_rounding(points, dialect):
    (line,) = engine_records.write_records(Records("", (Acceleration(Decimal(points), 1, 1, 7, 7),)), 5, dialect)
    assert engine_records.read_record(line) == [Acceleration(Decimal(points), 1, 1, 7, 7)]


@pytest.mark.parametrize("dialect", (TRF16, TRF26))
def test_records_are_read_as_they_are_written(dialect):
    told = Records("B", engine_records.baku_acceleration(range(1, 7), 5), frozenset({(1, 5), (2, 3)}))
    back = engine_records.read_records(engine_records.write_records(told, 5, dialect), round_number=3)
    one_by_one = {(n, r): a.points for a in told.accelerated for n in range(1, 5) for r in range(a.start, a.end + 1)}
    assert (back.initial, back.forbidden) == (told.initial, told.forbidden)
    assert {
        (n, r): a.points
        for a in back.accelerated
        for n in range(a.first, a.last + 1)
        for r in range(a.start, a.end + 1)
    } == one_by_one


@pytest.mark.parametrize(
    ("record", "holding"),
    [
        ("260   3   4    1    2", {3, 4}),
        ("260   1   5    1    2", {1, 2, 3, 4, 5}),
        ("XXP 1 2", {1, 2, 3, 4, 5}),
    ],
)
def test_a_forbidden_pairing_holds_in_its_rounds(record, holding):
    told = {number: engine_records.read_records([record], number).forbidden for number in range(1, 6)}
    assert told == {number: frozenset({(1, 2)} if number in holding else ()) for number in range(1, 6)}


def test_absences_of_the_next_round_are_read():
    lines = ["240 H   3    4    5", "240 F   4    6", "XXZ 7, 8", "XXR 9"]
    assert engine_records.read_records(lines, round_number=3).absent == ((4, "H"), (5, "H"), (7, "Z"), (8, "Z"))


def test_the_baku_acceleration():
    one, half = Decimal(1), Decimal("0.5")
    assert engine_records.baku_acceleration(range(1, 162), 9) == (
        Acceleration(one, 1, 3, 1, 82),
        Acceleration(half, 4, 5, 1, 82),
    )
    assert engine_records.baku_acceleration([7], 2) == (Acceleration(one, 1, 1, 1, 7),), "one alone"
    assert engine_records.baku_acceleration(range(1, 9), 1) == (Acceleration(one, 1, 1, 1, 4),)


def test_who_is_not_there_for_round_1_is_in_no_group_of_the_acceleration():
    """Of nine, two come later: seven have numbers, and the upper half ends with the fourth of them, number 5."""
    arrived = [1, 3, 4, 5, 7, 8, 9]
    assert {each.last for each in engine_records.baku_acceleration(arrived, 9)} == {5}
    assert engine_records.baku_acceleration([], 9) == ()


def test_a_legal_answer():
    pairing = dutch.read_answer("2\n5 1\n3 4\n", history.read_history(FACTS, absent=[2]))
    assert pairing.pairs == [(5, 1), (3, 4)] and pairing.bye is None
    assert "not FIDE-endorsed" in str(pairing.notes[0])


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "no pairs for round 3"),
        ("0\n", "no pairs for round 3"),
        ("Error: bad file", "can’t be read: “Error: bad file”"),
        ("3\n5 1\n3 4\n", "can’t be read: “3”"),
        ("3\n1 5\n4 3\n2 0 1\n", "can’t be read"),
        ("3\n1 3\n5 4\n2 0\n", "1 and 3 have already met"),
        ("3\n1 2\n4 3\n5 0\n", "5 has already had a bye"),
        ("2\n1 5\n4 3\n", "2 is present but has neither"),
        ("3\n1 5\n4 9\n2 0\n", "9 must not be paired"),
        ("3\n1 5\n4 4\n2 0\n", "4 can’t be their own opponent"),
    ],
)
def test_a_wrong_answer_is_refused(answer, sentence):
    with pytest.raises(Refusal, match=sentence):
        dutch.read_answer(answer, PAST)


COLOURS = """
    Anna 2200: 3w1 4w1
    Bert 2100: 4b0 3b=
    Cleo 2000: 1b0 2w=
    Dora 1900: 2w1 1b0
"""


def test_a_third_colour_running_is_refused():
    past = history.read_history(read_player_rows(COLOURS, rounds=5))
    with pytest.raises(Refusal, match="1 would have one colour three times more often"):
        dutch.read_answer("2\n1 2\n3 4\n", past)
    assert dutch.read_answer("2\n2 1\n3 4\n", past).pairs == [(2, 1), (3, 4)]


def test_an_acceleration_that_ends_before_it_begins_accelerates_nobody():
    told = engine_records.read_records(
        [f"250      {line}" for line in ("1.0   1   2    1    2", "0.5   4   3    1    9")], 1
    )
    assert list(engine_records.write_records(told, 5, TRF16)) == ["XXA    1  1.0  1.0", "XXA    2  1.0  1.0"]
