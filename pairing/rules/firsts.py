"""Decide who starts: by firsts and seconds, then by the last round in which they differed, then by a stored lot.

This is for systems without colour rules of their own. FIDE's follow C.04.3 5 and C.04.6 4.
"""

from __future__ import annotations

from hashlib import sha256

from pairing.rules.boards import Board, Reason, because
from pairing.rules.history import History
from tiebreaks.facts.games import Colour
from tiebreaks.refusal import gettext_noop, sentence

FEWER_FIRSTS = sentence(
    "first-fewer", gettext_noop("{first} starts: has started {firsts}× so far, the opponent {other}×.")
)
MORE_SECONDS = sentence(
    "first-more-seconds",
    gettext_noop("{first} starts: has played second {seconds}× so far, the opponent {other}×."),
)
LAST_DIFFERENCE = sentence(
    "first-turned",
    gettext_noop("{first} starts: the last time only one of them started, in round {round}, it was the opponent."),
)
BY_LOT = sentence("first-lot", gettext_noop("{first} starts: drawn by lot."))
STARTER_REASONS = (FEWER_FIRSTS, MORE_SECONDS, LAST_DIFFERENCE, BY_LOT)


def seat_pair(history: History, one: int, other: int, *reasons: Reason) -> Board:
    """Return the board of a pair; the reason why one of them starts comes after `reasons`."""
    first, reason = choose_starter(history, one, other)
    return Board(first, other if first == one else one, (*reasons, reason))


def choose_starter(history: History, one: int, other: int) -> tuple[int, Reason]:
    """Return which of two players starts, and why. The order of the arguments does not matter."""
    a, b = (history.entrants[number] for number in sorted((one, other)))
    if a.firsts != b.firsts:
        first, rest = (a, b) if a.firsts < b.firsts else (b, a)
        return first.number, because(FEWER_FIRSTS, first=first.number, firsts=first.firsts, other=rest.firsts)
    if a.seconds != b.seconds:
        first, rest = (a, b) if a.seconds > b.seconds else (b, a)
        return first.number, because(MORE_SECONDS, first=first.number, seconds=first.seconds, other=rest.seconds)
    sides_a, sides_b = dict(a.sides), dict(b.sides)
    for round_number in sorted(sides_a.keys() & sides_b.keys(), reverse=True):
        if sides_a[round_number] != sides_b[round_number]:
            first = b if sides_a[round_number] == Colour.WHITE else a
            return first.number, because(LAST_DIFFERENCE, first=first.number, round=round_number)
    lot = sha256(f"{history.seed}:{history.round}:{a.number}:{b.number}".encode()).digest()[0]
    first = a if lot % 2 else b
    return first.number, because(BY_LOT, first=first.number)
