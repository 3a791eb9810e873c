"""The duels of a stage: which earlier duels their players come from, and the places of those who are out.

A stage is a list of duels in the order in which they can be played. Each of the two seats of a duel is a line of the
draw, or filled by the winner or the loser of an earlier duel. Knock-out, placement games, consolation brackets, double
elimination and the final of two are nothing but different lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

NOBODY = 0  # stands for a player: a bye, or the winner of a duel that both have forfeited

LINE, WINNER, LOSER = "line", "winner", "loser"
EMPTY = "-"  # stands for a bracket: its only line has nobody; draws have it whose losers are seated without gaps


class Seat(NamedTuple):
    """The source of a seat: line `place` of the draw of bracket `of`, or the winner or the loser of duel `of`."""

    kind: str
    of: str
    place: int = 0


class Duel(NamedTuple):
    """A duel of a bracket.

    `level` counts the rounds of the bracket, `field` how many are still in it: 2 in its final. `turn` counts the rounds
    of the stage, in which duels of several brackets are played side by side. `first` is the best place that somebody
    in this bracket can reach, and `out` the place of the loser: None if the loser plays on. A duel with `unless` is
    only played if the player of the second seat won that duel.
    """

    key: str
    bracket: str
    level: int
    field: int
    turn: int
    seats: tuple[Seat, Seat]
    first: int
    out: int | None
    unless: str = ""


def key_of(bracket: str, level: int, place: int) -> str:
    """Return the key of a duel, by which its address and its play-off games are found."""
    return f"{bracket}-{level}-{place}"


def line_seats(bracket: str, size: int) -> list[Seat]:
    """Return the seats of the first round of a bracket, line by line."""
    return [Seat(LINE, bracket, place) for place in range(size)]


def sort_duels(duels: Iterable[Duel]) -> list[Duel]:
    """Return duels turn by turn, in each turn those for the best places first."""
    return sorted(duels, key=lambda duel: (duel.turn, duel.first, len(duel.bracket)))


def find_last(duels: Sequence[Duel]) -> frozenset[str]:
    """Return the keys of the duels after which their winners have no other one."""
    before = {seat.of for duel in duels for seat in duel.seats if seat.kind == WINNER}
    return frozenset(duel.key for duel in duels) - before


def find_taken(duels: Sequence[Duel], lines: Mapping[str, Sequence[int]]) -> dict[str, tuple[bool, bool]]:
    """Return for each duel which of its seats will be taken.

    This follows from the draw, whatever the results: who has a bye wins, and a duel of two has a loser.
    """
    taken: dict[str, tuple[bool, bool]] = {}

    def is_taken(seat: Seat) -> bool:
        if seat.kind == LINE:
            return lines[seat.of][seat.place] != NOBODY
        return any(taken[seat.of]) if seat.kind == WINNER else all(taken[seat.of])

    for duel in duels:
        one, other = duel.seats
        taken[duel.key] = is_taken(one), is_taken(other)
    return taken
