"""Seeding: the line of each player in a bracket, by place, by lot, or by lot within pots, with mates kept apart.

The best two can meet in the final at the earliest, the best four in the semi-finals, and so on. Where the field is no
power of two, the best have a bye; drawn by lot, it is anybody's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

from pairing.brackets.apart import keep_apart
from pairing.brackets.duels import NOBODY
from pairing.brackets.elimination import name_bracket, size_of

PLACES, POTS, LOTS = SEEDINGS = ("places", "pots", "lots")
NOBODY_APART, CLUBS = APART = ("nobody", "clubs")

type Lines = dict[str, tuple[int, ...]]


def seed_order(size: int) -> list[int]:
    """Return the seed on each line of a bracket: 1 against the last, 2 in the other half."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        pairs = ((seed, total - seed) for seed in order)
        is_last = total == size + 1  # here the better one stands above
        order = [
            seed for place, pair in enumerate(pairs) for seed in (pair if is_last or place % 2 == 0 else pair[::-1])
        ]
    return order


def seed_lines(players: int, consolations: int = 0) -> list[int]:
    """Return the seed on each line of a bracket for a number of players; lines of higher seeds stay empty.

    Without consolation brackets the best have the byes of the first round. With them everybody plays a first duel, so
    that whoever loses it plays on: byes come once the first rounds of all brackets are played.
    """
    order = seed_order(size_of(players))
    taken = _take_lines(len(order), players, consolations)
    ranked = sorted(range(len(order)), key=lambda line: (not taken[line], order[line]))
    seed_of = {line: seed for seed, line in enumerate(ranked, start=1)}
    return [seed_of[line] for line in range(len(order))]


def _take_lines(size: int, players: int, consolations: int) -> list[bool]:
    """Return the lines that are taken: pair by pair as long as the losers of a round play on."""
    order = seed_order(size)
    if not consolations or size == 2:
        return [seed <= players for seed in order]
    pairs = _take_lines(size // 2, -(-players // 2), consolations - 1)
    taken = [is_taken for is_taken in pairs for _line in (0, 1)]
    if players % 2:  # nobody has two byes where another one can have the second
        beside = [line for line in range(size) if taken[line] and pairs[line // 2 ^ 1]]
        taken[max(beside or [line for line in range(size) if taken[line]], key=order.__getitem__)] = False
    return taken


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
    return {
        name_bracket(place): _draw_bracket(part, seeding, f"{seed}:{place}", mates, consolations)
        for place, part in enumerate(parts)
    }


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
