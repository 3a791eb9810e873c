"""Preliminary groups of 4, drawn from quartiles, with one group of 3, 5 or 6 for the remainders (appendix A).

Players are ranks here, 1 for the best rated. Chance is a stored seed: a draw sorts by SHA-256 of seed, step and rank,
so that it can be repeated and checked with any tool, and is the same in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from pairing.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence

TOO_FEW = sentence("groups-too-few", gettext_noop("Groups need at least two players; the list has {count}."))

ROUNDS = 3
# Rounds of each size; A is the best rated of the group. Who is not named in a round has the bye.
TABLES = {
    2: ("AB", "AB", "AB"),
    3: ("AC", "AB", "BC"),
    4: ("AD BC", "AC BD", "AB CD"),
    5: ("AE BD", "AC BE", "AB CD"),
    6: ("AF BC DE", "AD BE CF", "AB CD EF"),
}


class Group(NamedTuple):
    """The players of a group from A on, and for each round its pairs and its byes."""

    players: tuple[int, ...]
    rounds: tuple[tuple[Pair, ...], ...]
    byes: tuple[tuple[int, ...], ...]


def draw(count: int, seed: int) -> tuple[Group, ...]:
    """Draw the groups of a field: the group of 3, 5 or 6 first, then those of 4 by their best player.

    Raise Refusal for fewer than two players.
    """
    if count < 2:
        raise Refusal(TOO_FEW, field="players", count=count)
    if count in TABLES:
        return (group(range(1, count + 1)),)
    special = [_drawn(seed, step, tile) for step, tile in enumerate(special_tiles(count))]
    rest = [rank for rank in range(1, count + 1) if rank not in special]
    size = len(rest) // 4
    quartiles = [
        sorted(rest[place * size : (place + 1) * size], key=lambda rank, step=f"quartile {place + 1}": _lot(seed, step, rank))
        for place in range(4)
    ]
    fours = sorted(map(group, zip(*quartiles, strict=True)))
    return (*([group(special)] if special else []), *fours)


def special_tiles(count: int) -> list[range]:
    """Return the ranks from which the special group draws one player each; none where 4 divides the field."""
    match count % 4:
        case 3:
            bounds = [(count + 1) * s // 4 - 1 for s in range(1, 5)]
            return _tiles(bounds)
        case 2:
            return _tiles([count * s // 6 for s in range(7)])
        case 1:
            return _tiles([count * s // 6 for s in range(1, 7)])
    return []


def group(players: Sequence[int]) -> Group:
    """Return the group of players in the order of their ranks with its three rounds."""
    members = dict(zip("ABCDEF", players, strict=False))
    rounds = [[(members[pair[0]], members[pair[1]]) for pair in line.split()] for line in TABLES[len(members)]]
    free = [tuple(p for p in members.values() if all(p not in pair for pair in pairs)) for pairs in rounds]
    return Group(tuple(members.values()), tuple(map(tuple, rounds)), tuple(free))


def _tiles(bounds: Sequence[int]) -> list[range]:
    return [range(low + 1, high + 1) for low, high in zip(bounds, bounds[1:], strict=False)]


def _drawn(seed: int, step: int, tile: range) -> int:
    return min(tile, key=lambda rank: _lot(seed, f"tile {step + 1}", rank))


def _lot(seed: int, step: str, rank: int) -> bytes:
    return sha256(f"{seed}:{step}:{rank}".encode()).digest()
