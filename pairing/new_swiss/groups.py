"""Preliminary groups of four, drawn from quartiles, with one group of 3, 5 or 6 for the remainder (appendix A).

Players are ranks here, 1 for the highest rating. Chance comes from a stored seed: a draw sorts by the SHA-256 of seed,
step and rank, so that it can be repeated with any tool and is the same in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from pairing.rules.boards import Bye, Pair, Pairing, because
from pairing.rules.firsts import seat_pair
from pairing.rules.history import Entrant, History
from tiebreaks.facts.games import ZERO, Colour
from tiebreaks.refusal import Refusal, gettext_noop, sentence

TOO_FEW = sentence("groups-too-few", gettext_noop("Groups need at least two players; the list has {count}."))

IN_GROUP = sentence("group-table", gettext_noop("Group {group}, round {round} of its table: {one} against {other}."))
FREE = sentence("group-bye", gettext_noop("Group {group} of {size}, round {round} of its table: {letter} has the bye."))

LETTERS = "ABCDEF"
ROUNDS = 3
# The rounds by size of the group; A has the highest rating. A player missing in a round has the bye.
TABLES = {
    2: ("AB", "AB", "AB"),
    3: ("AC", "AB", "BC"),
    4: ("AD BC", "AC BD", "AB CD"),
    5: ("AE BD", "AC BE", "AB CD"),
    6: ("AF BC DE", "AD BE CF", "AB CD EF"),
}


class Group(NamedTuple):
    """A group: its players from A on, and the pairs and byes of each round, all as ranks."""

    players: tuple[int, ...]
    rounds: tuple[tuple[Pair, ...], ...]
    byes: tuple[tuple[int, ...], ...]


def draw_groups(count: int, seed: int) -> tuple[Group, ...]:
    """Draw the groups of `count` players: the group of 3, 5 or 6 first, then those of 4 by their best player.

    Raise Refusal for fewer than two players.
    """
    if count < 2:
        raise Refusal(TOO_FEW, field="players", count=count)
    if count in TABLES:
        return (make_group(range(1, count + 1)),)
    special = [_draw_from(seed, step, tile) for step, tile in enumerate(special_tiles(count))]
    rest = [rank for rank in range(1, count + 1) if rank not in special]
    size = len(rest) // 4
    quartiles = [
        _shuffled(rest[place * size : (place + 1) * size], seed, f"quartile {place + 1}") for place in range(4)
    ]
    fours = sorted(map(make_group, zip(*quartiles, strict=True)))
    return (*([make_group(special)] if special else []), *fours)


def special_tiles(count: int) -> list[range]:
    """Return the ranges of ranks that each give one player to the special group; none if 4 divides `count`."""
    match count % 4:
        case 3:
            bounds = [(count + 1) * s // 4 - 1 for s in range(1, 5)]
            return _tiles(bounds)
        case 2:
            return _tiles([count * s // 6 for s in range(7)])
        case 1:
            return _tiles([count * s // 6 for s in range(1, 7)])
    return []


def make_group(players: Sequence[int]) -> Group:
    """Return the group of players in the order of their ranks, with its three rounds."""
    members = dict(zip(LETTERS, players, strict=False))
    rounds = [[(members[pair[0]], members[pair[1]]) for pair in line.split()] for line in TABLES[len(members)]]
    byes = [tuple(p for p in members.values() if all(p not in pair for pair in pairs)) for pairs in rounds]
    return Group(tuple(members.values()), tuple(map(tuple, rounds)), tuple(byes))


def pair_groups(groups: Sequence[Group], numbers: Sequence[int], seed: int) -> tuple[Pairing, ...]:
    """Return the three rounds, which are published at once. `numbers` has the players in the order of their ranks."""
    sides: dict[int, tuple[tuple[int, Colour], ...]] = dict.fromkeys(numbers, ())
    pairings = []
    for last in range(ROUNDS):
        entrants = [Entrant(n, ZERO, ZERO, 0, 0, place, 0, sides[n]) for place, n in enumerate(numbers)]
        history = History(entrants, {}, last, ROUNDS, seed)
        boards, bye = [], None
        for name, each in enumerate(groups, start=1):
            letter = dict(zip(each.players, LETTERS, strict=False))
            params = {"group": name, "round": last + 1}
            for one, other in each.rounds[last]:
                reason = because(IN_GROUP, **params, one=letter[one], other=letter[other])
                boards.append(seat_pair(history, numbers[one - 1], numbers[other - 1], reason))
            for rank in each.byes[last]:
                reason = because(FREE, **params, size=len(each.players), letter=letter[rank])
                bye = Bye(numbers[rank - 1], (reason,))
        for board in boards:
            sides[board.white] += ((last + 1, Colour.WHITE),)
            sides[board.black] += ((last + 1, Colour.BLACK),)
        pairings.append(Pairing(last + 1, tuple(boards), bye))
    return tuple(pairings)


def _tiles(bounds: Sequence[int]) -> list[range]:
    return [range(low + 1, high + 1) for low, high in pairwise(bounds)]


def _draw_from(seed: int, step: int, tile: range) -> int:
    return min(tile, key=lambda rank: draw_key(seed, f"tile {step + 1}", rank))


def _shuffled(ranks: Sequence[int], seed: int, step: str) -> list[int]:
    return sorted(ranks, key=lambda rank: draw_key(seed, step, rank))


def draw_key(seed: int, step: str, rank: int | str) -> bytes:
    """Return the sort key of a draw: the SHA-256 of seed, step and rank as text separated by colons."""
    return sha256(f"{seed}:{step}:{rank}".encode()).digest()
