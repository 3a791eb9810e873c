"""The matches of a stage: who comes from where, and for which place somebody plays who is out.

A stage is a list of matches in the order in which they can be played. Each of the two seats of a match is a line of the
draw, or filled by the winner or the loser of an earlier match. Knock-out, placement games, consolation brackets, double
elimination and the final of two are nothing but different lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

NOBODY = 0  # stands for a player: a bye, or the winner of a match that both have forfeited

LINE, WINNER, LOSER = "line", "winner", "loser"


class Seat(NamedTuple):
    """Who takes a seat: line `place` of the draw of bracket `of`, or the winner or the loser of match `of`."""

    kind: str
    of: str
    place: int = 0


class Match(NamedTuple):
    """A match of a bracket.

    `level` counts the rounds of the bracket, `field` how many are still in it: 2 in its final. `turn` counts the rounds
    of the stage, in which matches of several brackets are played side by side. `first` is the best place that somebody
    in this bracket can reach, and `out` the place of the loser: None if the loser plays on. A match with `unless` is
    only played if the player of the second seat won that match.
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
    """Return the key of a match, by which its address and its play-off games are found."""
    return f"{bracket}-{level}-{place}"


def line_seats(bracket: str, size: int) -> list[Seat]:
    """Return the seats of the first round of a bracket, line by line."""
    return [Seat(LINE, bracket, place) for place in range(size)]


def sort_matches(matches: Iterable[Match]) -> list[Match]:
    """Return matches turn by turn, in each turn those for the best places first."""
    return sorted(matches, key=lambda match: (match.turn, match.first, len(match.bracket)))


def find_last(matches: Sequence[Match]) -> frozenset[str]:
    """Return the keys of the matches after which their winners have no other one."""
    before = {seat.of for match in matches for seat in match.seats if seat.kind == WINNER}
    return frozenset(match.key for match in matches) - before


def find_taken(matches: Sequence[Match], lines: Mapping[str, Sequence[int]]) -> dict[str, tuple[bool, bool]]:
    """Return for each match which of its seats somebody will take.

    This follows from the draw, whatever the results: who has a bye wins, and a match of two has a loser.
    """
    taken: dict[str, tuple[bool, bool]] = {}

    def is_taken(seat: Seat) -> bool:
        if seat.kind == LINE:
            return lines[seat.of][seat.place] != NOBODY
        return any(taken[seat.of]) if seat.kind == WINNER else all(taken[seat.of])

    for match in matches:
        one, other = match.seats
        taken[match.key] = is_taken(one), is_taken(other)
    return taken


def count_turns(matches: Sequence[Match]) -> int:
    """Return in how many turns a stage is played."""
    return max((match.turn for match in matches), default=0)
