"""Who starts, and why."""

import pytest

from pairing.rules import firsts
from pairing.rules.boards import because
from tests.notation.histories import past, reason_text

STARTERS = [
    ("Ann: 3w1 4w1\nBob: 4w1 3b1\nCem: 1b0 2w0\nDot: 2b0 1b0", "first-fewer first=2 firsts=1 other=2"),
    ("Ann: 3w1 4b1\nBob: 4w1 3w1\nCem: 1b0 2b0\nDot: 2b0 1w0", "first-fewer first=1 firsts=1 other=2"),
    ("Ann: 3w1 U\nBob: 4w1 3b1\nCem: 1b0 2w0\nDot: 2b0 U", "first-more-seconds first=2 seconds=1 other=0"),
    ("Ann: 3w1 4b1\nBob: 4w1 U\nCem: 1b0 U\nDot: 2b0 1w0", "first-more-seconds first=1 seconds=1 other=0"),
    ("Ann: 3w1 4b1\nBob: 4b1 3w1\nCem: 1b0 2b0\nDot: 2w0 1w0", "first-turned first=1 round=2"),
    ("Ann: 4b1 3w1\nBob: 3w1 4b1\nCem: 2b0 1b0\nDot: 1w0 2w0", "first-turned first=2 round=2"),
    ("Ann: 3w1\nBob: 4w1\nCem: 1b0\nDot: 2b0", "first-lot first=LOT"),
    # Rounds that only one of them has played say nothing.
    ("Ann: 3w1 4b1 U\nBob: 4w1 U 3b1\nCem: 1b0 U 2w0\nDot: 2b0 1w0 U", "first-lot first=LOT"),
]


@pytest.mark.parametrize(("text", "expected"), STARTERS)
def test_who_starts(text, expected):
    before = past(text)
    starter, reason = firsts.choose_starter(before, 1, 2)
    assert reason_text(reason) == expected.replace("LOT", str(starter))
    assert reason.params["first"] == starter
    assert (starter, reason) == firsts.choose_starter(before, 2, 1)


def test_the_reasons_fit_any_number():
    assert str(because(firsts.FEWER_FIRSTS, first="Ann", firsts=0, other=1)) == (
        "Ann starts: has started 0× so far, the opponent 1×."
    )
    assert str(because(firsts.MORE_SECONDS, first="Ann", seconds=1, other=0)) == (
        "Ann starts: has played second 1× so far, the opponent 0×."
    )


def test_the_lot_of_who_starts_is_stored_and_falls_both_ways():
    """The lower number starts if the first byte of the SHA-256 of "seed:round:lower:higher" is odd: 23, 58, 2e, b1 …"""
    text = "Ann: 3w1\nBob: 4w1\nCem: 1b0\nDot: 2b0"
    starters = [firsts.choose_starter(past(text, lots_seed=seed), 1, 2)[0] for seed in range(8)]
    assert starters == [1, 2, 2, 1, 2, 1, 2, 1]
