"""Every reason of a pair is true of its position, or is not given."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing import dutch, rounds, team_swiss
from pairing.plan.stages import Stage
from pairing.rules import pair_reasons
from pairing.rules.engine_records import Acceleration, Records
from pairing.rules.history import read_history
from pairing.rules.legality import Limits
from tests.generated.scrabble_events import Hall
from tests.notation.paper import read_player_rows
from tests.sizes import examples
from tiebreaks.facts.games import Colour
from tiebreaks.refusal import Refusal
from tiebreaks.values.numbers import format_number

SYSTEMS = {
    "tsh": Stage("new-swiss", 1, 99),
    "matching": Stage("new-swiss", 1, 99, {"mode": "matching"}),
    "king of the hill": Stage("king-of-the-hill", 1, 99),
}


def is_true(reason, past, board, among):
    """Return whether a reason holds for a board, judged by the rounds so far alone."""
    scores = {n: past.entrants[n].score for n in past.order}
    order, values = list(past.order), reason.params
    pair = {board.white, board.black}
    wins = values.get("wins")

    def with_wins(numbers):
        return [n for n in numbers if format_number(scores[n]) == wins]

    match reason.code:
        case "same-wins":
            places = {order[values["place"] - 1], order[values["other"] - 1]}
            return places == pair and len(set(with_wins(pair))) == 2
        case "king-of-the-hill":
            return {order[values["place"] - 1], order[values["other"] - 1]} == pair
        case "float":
            return {values["player"], values["other"]} == pair and scores[values["player"]] > scores[values["other"]]
        case "float-alone":
            return with_wins(among) == [values["player"]]
        case "float-nobody-left":
            others = set(with_wins(among)) - {values["player"]}
            return bool(others) and all(past.count_meetings(values["player"], n) for n in others)
        case "float-odd":
            return len(with_wins(among)) == values["count"] and values["count"] % 2 == 1
        case "repeated" | "repeated-freely":
            return past.count_meetings(*pair) == values["times"] > 0
        case "first-fewer":
            first, other = past.entrants[board.white], past.entrants[board.black]
            return (first.number, first.firsts, other.firsts) == tuple(values.values()) and first.firsts < other.firsts
        case "first-more-seconds":
            first, other = past.entrants[board.white], past.entrants[board.black]
            seconds = (first.number, first.seconds, other.seconds)
            return seconds == tuple(values.values()) and first.seconds > other.seconds
        case "first-turned":
            sides = (dict(past.entrants[n].sides)[values["round"]] for n in (board.white, board.black))
            return tuple(sides) == (Colour.BLACK, Colour.WHITE)
        case "first-lot":
            first, other = past.entrants[board.white], past.entrants[board.black]
            return (first.firsts, first.seconds) == (other.firsts, other.seconds)
    return False


@pytest.mark.parametrize("system", SYSTEMS)
@examples(40)
@given(size=st.integers(3, 24), seed=st.integers(0, 10**6), count=st.integers(0, 6))
def test_every_reason_is_true_of_its_position(system, size, seed, count):
    hall = Hall(size, 20, seed)
    for _ in range(count):
        try:
            hall.play(rounds.pair(hall.facts, SYSTEMS["tsh"]))
        except Refusal:
            break
    past = read_history(hall.facts)
    try:
        pairing = rounds.pair(hall.facts, SYSTEMS[system])
    except Refusal:
        return
    among = [n for n in past.order if pairing.bye is None or n != pairing.bye.player]
    for board in pairing.boards:
        for reason in board.reasons:
            assert is_true(reason, past, board, among), str(reason)


PAST = read_history(read_player_rows("Ann: 2w1 3b1\nBob: 1b0 4w1\nCem: 4w1 1w0\nDot: 3b0 2b0", rounds=5))


def told(one, other, limits, among):
    return [str(reason) for reason in pair_reasons.explain_pair(PAST, one, other, limits, among)]


@pytest.mark.parametrize(
    ("one", "other", "limits", "among", "reasons"),
    [
        (2, 3, Limits(), (1, 2, 3, 4), ["Both have 1; places 2 and 3 in the pairing order."]),
        (1, 4, Limits(), (1, 2, 3, 4), ["1 with 2 meets 4 with 0.", "1 is the only one with 2."]),
        # A pair that the arbiter has set: nothing was left or not left.
        (1, 4, Limits(), (), ["1 with 2 meets 4 with 0."]),
        # They have met, which is a fault and no reason; allowed or confirmed, it is said once.
        (1, 2, Limits(), (), ["1 with 2 meets 2 with 1."]),
        (1, 2, Limits(1), (), ["1 with 2 meets 2 with 1.", "They have met before (1×; allowed here: 1)."]),
        (1, 2, Limits(None), (), ["1 with 2 meets 2 with 1.", "They have met before (1×); this round sets no limit."]),
        (
            1,
            2,
            Limits(granted=frozenset({(1, 2)})),
            (),
            ["1 with 2 meets 2 with 1.", "They have met before (1×); an arbiter has confirmed that they meet again."],
        ),
        (
            1,
            4,
            Limits(forbidden=frozenset({(1, 4)}), granted=frozenset({(1, 4)})),
            (),
            ["1 with 2 meets 4 with 0.", "This pairing is forbidden; an arbiter has confirmed it nevertheless."],
        ),
        # Two and three could meet but for a forbidden pairing; or there are only the two of them besides an odd third.
        (
            2,
            4,
            Limits(forbidden=frozenset({(2, 3)})),
            (1, 2, 3, 4),
            ["2 with 1 meets 4 with 0.", "2 has no other possible opponent with 1."],
        ),
        (2, 4, Limits(), (1, 2, 3, 4), ["2 with 1 meets 4 with 0.", "4 is the only one with 0."]),
    ],
)
def test_reasons_by_hand(one, other, limits, among, reasons):
    assert told(one, other, limits, among) == reasons


def test_a_float_that_nothing_asks_for_has_no_cause():
    """Both could have met somebody with as many wins, and an even number of them is paired."""
    past = read_history(read_player_rows("A: 3w1\nB: 4w1\nC: 1b0\nD: 2b0", rounds=5))
    reasons = pair_reasons.explain_pair(past, 1, 4, Limits(), (1, 2, 3, 4))
    assert list(map(str, reasons)) == ["1 with 1 meets 4 with 0."]


def test_an_odd_number_with_equal_scores():
    past = read_history(read_player_rows("A: 4w1\nB: 5w1\nC: 6w1\nD: 1b0\nE: 2b0\nF: 3b0", rounds=5))
    answer = dutch.read_answer("3\n2 1\n3 5\n4 6\n", past)
    reasons = [list(map(str, board.reasons)) for board in answer.boards]
    assert reasons[1] == ["3 with 1 meets 5 with 0.", "An odd number of players has 1 (3)."]


# Fee has no loss because she missed the round, and Dot has no rating: New Swiss would have the one before all who lost,
# and the other behind them.
MISSED = """
    Ann 2000: 4w1
    Bob 1900: 5w1
    Cem 1800: 7w1
    Dot: 1b0
    Eve 1600: 2b0
    Fee 1500: -
    Gus 1400: 3b0
    Hal 1300: U
"""
AHEAD = Acceleration(Decimal(1), 1, 2, 5, 5)  # Eve has another point for pairing only
IN_ORDER = [
    # who pairs, the answer, the board of White, and the places in its first reason
    ("dutch", (), "4\n2 1\n3 8\n4 5\n6 7\n", 4, (5, 6)),
    ("dutch", (), "4\n2 1\n3 8\n4 5\n6 7\n", 6, (7, 8)),
    ("dutch", (), "4\n2 1\n3 8\n6 4\n5 7\n", 6, (5, 7)),
    ("dutch", (AHEAD,), "4\n2 1\n3 8\n6 4\n5 7\n", 6, (6, 7)),
    ("team-swiss", (), "4\n2 1\n3 8\n6 4\n5 7\n", 6, (5, 7)),
]


@pytest.mark.parametrize(("system", "accelerated", "answer", "white", "places"), IN_ORDER)
def test_places_are_those_of_the_system_that_paired(system, accelerated, answer, white, places):
    past = read_history(read_player_rows(MISSED, rounds=5))
    if system == "dutch":
        pairing = dutch.read_answer(answer, past, dutch.Settings(Records(accelerated=accelerated)))
    else:
        pairing = team_swiss.read_answer(answer, past)
    (board,) = (board for board in pairing.boards if board.white == white)
    reason = next(reason for reason in board.reasons if reason.code == "same-wins")
    assert (reason.params["place"], reason.params["other"]) == places
