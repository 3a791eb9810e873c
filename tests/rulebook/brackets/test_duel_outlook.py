"""Who is safe, possible or out where a final and placement matches decide places: before it, and while it is played."""

import pytest

from pairing.brackets.course import Draw, Turn, follow
from pairing.brackets.deciding import DuelFormat, DuelResult
from pairing.brackets.elimination import plan_stage
from pairing.brackets.outlook import judge_before, judge_stage, settle
from pairing.brackets.places import Ends, find_spans
from tests.notation.outlooks import write_marks
from tests.notation.paper import read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

# Four rounds have been played: A has 4 points, B 3, C 2, D 1 and E none.
TABLE = read_player_rows(
    """
    A: 2w1 3w1 4w1 5w1
    B: 1b0 5w1 3w1 4w1
    C: 4w1 1b0 2b0 U
    D: 3b0 U   1b0 2b0
    E: Z   2b0 Z   1b0
    """
)
ORDER = read_order("PTS")
WON, DRAWN, LOST = DuelResult(2), DuelResult(1), DuelResult(0)


def judge(facts, final, third, places):
    """Judge an event while the final of A and B, best of three games, and the match of C and D are played."""
    duels, lines = plan_stage([2, 2]), {"A": (1, 2), "B": (3, 4)}
    forms = {"A-1-1": DuelFormat(3), "B-1-1": DuelFormat(1)}
    turns = {pair: [Turn(5 + n, r) for n, r in enumerate(results)] for pair, results in
             (((1, 2), final), ((3, 4), third))}  # fmt: skip
    by_spread = facts.discipline != "chess"
    states = follow(duels, Draw(lines), turns, forms, {n: n for n in range(1, 5)}, by_spread=by_spread)
    spans = find_spans(Ends(duels, lines), settle(states, by_spread), {})
    playing = {player for state in states if state.is_open for player in state.players}
    return judge_stage(rank(facts, ORDER), spans, playing, places)


# The games of the final and of the match for place 3, the discipline, the places, and the marks.
PLAYED = [
    ([], [], "chess", 1, "safe: - possible: A B out: C D E"),
    ([], [], "chess", 2, "safe: A B possible: - out: C D E"),
    ([], [], "chess", 3, "safe: A B possible: C D out: E"),
    ([], [], "chess", 4, "safe: A B C D possible: - out: E"),
    ([], [WON], "chess", 3, "safe: A B C possible: - out: D E"),
    # Without spreads the higher-placed player wins an even match: two half wins are enough before the last game.
    ([WON], [], "chess", 1, "safe: - possible: A B out: C D E"),
    ([WON, DRAWN], [], "chess", 1, "safe: A possible: - out: B C D E"),
    ([WON, LOST], [], "chess", 1, "safe: - possible: A B out: C D E"),
    ([DRAWN, LOST], [], "chess", 1, "safe: - possible: A B out: C D E"),
    ([WON, DRAWN], [], "scrabble", 1, "safe: - possible: A B out: C D E"),
]


@pytest.mark.parametrize(("final", "third", "discipline", "places", "expected"), PLAYED)
def test_marks_while_the_final_is_played(final, third, discipline, places, expected):
    facts = TABLE._replace(discipline=discipline)
    assert write_marks(facts, judge(facts, final, third, places)) == expected


REASONS = [
    ([], 1, "B", "plays a match for places 1 and 2"),
    ([], 1, "C", "not among the first 1, however the remaining games end"),
    ([], 2, "B", "among the first 2, however the remaining games end"),
    ([WON, DRAWN], 1, "A", "among the first 1, however the remaining games end"),
    ([WON, DRAWN], 1, "B", "not among the first 1, however the remaining games end"),
]


@pytest.mark.parametrize(("final", "places", "name", "sentence"), REASONS)
def test_a_mark_has_its_reason(final, places, name, sentence):
    outlooks = judge(TABLE, final, [], places)
    assert str(outlooks["ABCDE".index(name) + 1]) == sentence


# Who is absent, who has withdrawn from which round on, the placement matches, the places, and the marks.
BEFORE = [
    ("", {}, 0, 1, "safe: - possible: A B out: C D E"),
    ("", {}, 0, 2, "safe: A B possible: - out: C D E"),
    ("", {}, 0, 3, "safe: A B C possible: - out: D E"),
    ("", {}, 1, 3, "safe: A B possible: C D out: E"),
    ("", {}, 3, 5, "safe: A B C D E possible: - out: -"),
    # Others move up for those who will not play; those who withdraw later play.
    ("A", {}, 0, 1, "safe: - possible: B C out: A D E"),
    ("A", {}, 0, 2, "safe: B C possible: - out: A D E"),
    ("", {"A": 5}, 0, 1, "safe: - possible: B C out: A D E"),
    ("", {"A": 4}, 0, 1, "safe: - possible: B C out: A D E"),
    ("", {"A": 6}, 0, 1, "safe: - possible: A B out: C D E"),
    # Below the matches the table decides, and those who are absent take part in it.
    ("A", {}, 0, 3, "safe: A B C possible: - out: D E"),
    ("A", {}, 0, 4, "safe: A B C D possible: - out: E"),
    ("B", {}, 0, 3, "safe: A C possible: B out: D E"),
    ("D", {}, 0, 3, "safe: A B C possible: - out: D E"),
    ("AB", {}, 0, 3, "safe: A C D possible: B out: E"),
    ("BC", {}, 0, 3, "safe: A D possible: B C out: E"),
]


@pytest.mark.parametrize(("absent", "withdrawn", "placements", "places", "expected"), BEFORE)
def test_marks_before_the_final(absent, withdrawn, placements, places, expected):
    players = {n: p._replace(withdrawn_from=withdrawn.get(p.name)) for n, p in TABLE.players.items()}
    facts = TABLE._replace(players=players)
    away = {n for n, p in players.items() if p.name in absent or (p.withdrawn_from and p.withdrawn_from <= 5)}
    field = [n for n in players if n not in away]
    parts = [2] * min(1 + placements, len(field) // 2)
    assert write_marks(facts, judge_before(rank(facts, ORDER), [parts], field, places)) == expected


def test_who_does_not_play_is_told_so():
    outlooks = judge_before(rank(TABLE, ORDER), [[2]], [2, 3, 4, 5], 1)
    assert str(outlooks[1]) == "does not play in the matches that decide the first 1"


# How many play in the bracket, the places, and the marks before it is drawn.
BRACKETS = [
    (4, 1, "safe: - possible: A B C D out: E"),
    (4, 3, "safe: - possible: A B C D out: E"),
    (4, 4, "safe: A B C D possible: - out: E"),
    (5, 2, "safe: - possible: A B C D E out: -"),
]


@pytest.mark.parametrize(("size", "places", "expected"), BRACKETS)
def test_marks_before_a_bracket(size, places, expected):
    assert write_marks(TABLE, judge_before(rank(TABLE, ORDER), [[size]], [1, 2, 3, 4, 5], places)) == expected
