"""Who plays first: by the balance of firsts and seconds, then by what differed last, then by a stored lot."""

from __future__ import annotations

from hashlib import sha256

from pairing.boards import Board, Reason, because
from pairing.history import History
from tiebreaks.crosstable import Colour
from tiebreaks.refusal import gettext_noop, sentence

FEWER_FIRSTS = sentence("first-fewer", gettext_noop("{first} starts: firsts so far {firsts} to {other}."))
MORE_SECONDS = sentence("first-more-seconds", gettext_noop("{first} starts: seconds so far {seconds} to {other}."))
LAST_DIFFERENCE = sentence("first-turned", gettext_noop("{first} starts: in round {round} it was the other way round."))
BY_LOT = sentence("first-lot", gettext_noop("{first} starts: by lot."))


def seat_pair(history: History, one: int, other: int, *reasons: Reason) -> Board:
    """Return the board of a pair, with the reason of who plays first after the others."""
    first, reason = choose_starter(history, one, other)
    return Board(first, other if first == one else one, (*reasons, reason))


def choose_starter(history: History, one: int, other: int) -> tuple[int, Reason]:
    """Return who of two players starts, and why. Exchanging the two changes nothing."""
    a, b = (history.entrants[number] for number in sorted((one, other)))
    if a.firsts != b.firsts:
        first, rest = (a, b) if a.firsts < b.firsts else (b, a)
        return first.number, because(FEWER_FIRSTS, first=first.number, firsts=first.firsts, other=rest.firsts)
    if a.seconds != b.seconds:
        first, rest = (a, b) if a.seconds > b.seconds else (b, a)
        return first.number, because(MORE_SECONDS, first=first.number, seconds=first.seconds, other=rest.seconds)
    mine, theirs = dict(a.sides), dict(b.sides)
    for round in sorted(mine.keys() & theirs.keys(), reverse=True):
        if mine[round] != theirs[round]:
            first = b if mine[round] == Colour.WHITE else a
            return first.number, because(LAST_DIFFERENCE, first=first.number, round=round)
    lot = sha256(f"{history.seed}:{history.round}:{a.number}:{b.number}".encode()).digest()[0]
    first = a if lot % 2 else b
    return first.number, because(BY_LOT, first=first.number)
