"""The steps from the lines behind a value to the value itself, so that anybody can compute it again."""

import pytest

from tests.notation.paper import read_player_rows, steps_of
from tests.notation.paper_teams import team_rows
from tests.rulebook.explanations.test_explanations import CHESS, NO_RATING, TEAMS, lines
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.values.expressions import write
from tiebreaks.values.numbers import format_number

# From the terms to the value: what is computed, and the number.
CHESS_STEPS = """
    PTS Nick sum 2
    BH/C1 Nick cut-voluntary 2 | sum 6.5
    AOB Pia sum 13.5 | count 2 | mean (13.5 ÷ 2) 6.75
    ARO Pia sum 3900 | count 2 | rounded (3900 ÷ 2) 1950
    ARO/M1 Olga high14.3 2000 | low14.3 1800 | sum 1900 | count 1 | rounded (1900 ÷ 1) 1900
    SRO Pia sum 3900
    PTP Nick points 0 | lowest 2100 | below (2100 - 800) 1300
    PTP Pia points 1.5 | expected-below 1.49 | expected 1.5 | perfect 2169
    PLAYOFF Pia undefined-no-playoff
    ARO/C2 Pia low14.2 1800 | low14.2 2100 | undefined-all-cut
    DE Pia none
"""
# The average of the opponents, then their rating difference.
PERFORMANCE_STEPS = """
    TPR Nick points 0 | share (0 ÷ 1) 0 | difference -800 | performance (2100 - 800) 1300
    TPR Pia points 1.5 | share (1.5 ÷ 2) 0.75 | difference 193 | performance (1950 + 193) 2143
"""
NO_RATING_STEPS = """
    ARO Nick undefined-no-rating number=2 name=Olga
    TPR Olga undefined-no-rating number=2 name=Olga
"""
# Up to 3 rating points below an opponent a half is expected, below that 0.49.
TWO_DRAWS = read_player_rows("Ann 1900: 2w= 3b=\nBob 2000: 1b= U\nCem 2001: Z 1w=\nDot 1800: U U")
TWO_DRAWS_STEPS = """
    PTP Ann points 1 | expected-below 0.99 | expected 1 | perfect 1998
    ARO Dot undefined-no-game
    AOB Dot undefined-no-game
"""
TEAM_STEPS = """
    OSB A bye-removed 0 | sum 12
    OSB B cut-weakest 3 | sum 5
    BC C sum 13
"""


@pytest.mark.parametrize(
    ("event", "notation", "name", "expected"),
    [
        *((CHESS, *line) for line in lines(CHESS_STEPS)),
        *((NO_RATING, *line) for line in lines(NO_RATING_STEPS)),
        *((TWO_DRAWS, *line) for line in lines(TWO_DRAWS_STEPS)),
        *((team_rows(TEAMS), *line) for line in lines(TEAM_STEPS)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_steps_from_the_lines_to_the_value(event, notation, name, expected):
    assert steps_of(event, notation, name) == expected


@pytest.mark.parametrize(("notation", "name", "expected"), lines(PERFORMANCE_STEPS))
def test_the_steps_from_the_average_to_the_performance(notation, name, expected):
    average = steps_of(CHESS, notation.replace("TPR", "ARO"), name)
    assert steps_of(CHESS, notation, name) == f"{average} | {expected}"


def test_the_schedule_is_written_with_its_divisor():
    """Four rounds of 2 match points over a match of 2 game points: B's Buchholz, 4 × 8, is divided by 4."""
    event = team_rows("A: 2w11 2b1= 2w11 2b1=\nB: 1b00 1w0= 1b00 1w0=")
    score, schedule = rank(event, read_order("SSSC", of_teams=True)).explain(2, 0).terms
    assert (score.expression, write(schedule.expression, str)) == ((), "32 ÷ 4")


KOYA_LIMITS = [
    ("KS", "1 × 2 ÷ 2 = 1"),
    ("KS/L+1", "1 × 2 ÷ 2 + 0.5 = 1.5"),
    ("KS/L-1.5", "1 × 2 ÷ 2 - 1.5 = -0.5"),
    ("KS/L40", "1 × 2 × 40 ÷ 100 = 0.8"),
]


@pytest.mark.parametrize(("notation", "limit"), KOYA_LIMITS)
def test_koya_says_what_an_opponent_needs(notation, limit):
    field = read_player_rows("Ann: 2w1 3b1 U\nBob: 1b0 U 3w=\nCem: U 1w0 2b=", system="round-robin")
    working = rank(field, read_order(notation)).explain(1, 0)
    assert f"{write(working.limit.expression, format_number)} = {format_number(working.limit.value)}" == limit
