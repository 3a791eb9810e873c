"""Seeding: the line of each player in a bracket, by place, by lot, or by lot within pots, with mates kept apart.

The best two can meet in the final at the earliest, the best four in the semi-finals, and so on. Where the field is no
power of two, the best have a bye; drawn by lot, it is anybody's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

from pairing.brackets.apart import keep_apart
from pairing.brackets.duels import EMPTY, NOBODY
from pairing.brackets.elimination import name_bracket
from pairing.brackets.seeding import seed_lines

PLACES, POTS, LOTS = SEEDINGS = ("places", "pots", "lots")
NOBODY_APART, CLUBS = APART = ("nobody", "clubs")

type Lines = dict[str, tuple[int, ...]]


def divide(players: Sequence[int], entrants: int | None, further: int) -> list[list[int]]:
    """Return the players of each bracket: `entrants` in the first and in each `further` one, None for all in one.

    A bracket needs two players.
    """
    size = entrants or max(len(players), 1)
    parts = [list(players[size * place : size * (place + 1)]) for place in range(further + 1)]
    return [part for part in parts if len(part) > 1]


def draw_lines(
    parts: Sequence[Sequence[int]], seeding: str, seed: int, *mates: Mapping[int, object], consolations: int = 0
) -> Lines:
    """Return the lines of each bracket for its players, the best first. The same seed gives the same draw.

    Each of `mates` has for players what keeps those apart who have the same: a club, a pool; "" and None keep nobody.
    """
    lines = {
        name_bracket(place): _draw_bracket(part, seeding, f"{seed}:{place}", mates, consolations)
        for place, part in enumerate(parts)
    }
    return lines | ({EMPTY: (NOBODY,)} if consolations else {})


def _draw_bracket(
    players: Sequence[int], seeding: str, seed: str, mates: Sequence[Mapping[int, object]], consolations: int
) -> tuple[int, ...]:
    tiers = list_tiers(len(players), seeding)
    seeded = list(players)  # the player of each seed, from 0
    if seeding != PLACES:
        for tier in tiers:
            drawn = sorted((seeded[place] for place in tier), key=lambda player: draw_lot(seed, player))
            seeded[tier.start : tier.stop] = drawn
    order = seed_lines(len(players), consolations)
    line_of = {place - 1: line for line, place in enumerate(order)}
    rounds = (len(order) - 1).bit_length()
    parts = [1 << level for level in range(1, rounds)]  # halves, quarters, and so on
    keep_apart(seeded, tiers, lambda a, b: rounds - (line_of[a] ^ line_of[b]).bit_length(), parts, mates, seed)
    return tuple(seeded[place - 1] if place <= len(seeded) else NOBODY for place in order)


def draw_lot(seed: str, player: int) -> bytes:
    """Return the sort key of a draw by lot. The same seed gives the same order."""
    return sha256(f"{seed}:{player}".encode()).digest()


def list_tiers(players: int, seeding: str) -> list[range]:
    """Return the seeds, from 0, that are drawn among each other: all of them, or 1, 2, 3–4, 5–8, 9–16 …"""
    if seeding == LOTS:
        return [range(players)]
    borders = [0, 1, 2]
    while borders[-1] < players:
        borders.append(2 * borders[-1])
    return [range(low, min(high, players)) for low, high in pairwise(borders) if low < players]
