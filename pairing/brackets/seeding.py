"""The line of each seed in a bracket, and where lines stay empty: byes come as early as the losers allow."""

from __future__ import annotations

MOST_WITH_EARLY_BYES = 6


def size_of(players: int) -> int:
    """Return how many lines a bracket of so many players has: the next power of two, at least two."""
    return 1 << max(1, (players - 1).bit_length())


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
    that whoever loses it plays on; the byes come in the second round (cadrage). Of five or six the best have byes even
    so: else three would be left, and one of them would be in the final without a game.
    """
    order = seed_order(size_of(players))
    taken = _take_lines(len(order), players, consolations if players > MOST_WITH_EARLY_BYES else 0)
    ranked = sorted(range(len(order)), key=lambda line: (not taken[line], order[line]))
    seed_of = {line: seed for seed, line in enumerate(ranked, start=1)}
    return [seed_of[line] for line in range(len(order))]


def _take_lines(size: int, players: int, consolations: int) -> list[bool]:
    """Return the lines that are taken: pair by pair if the losers of the first round play on."""
    order = seed_order(size)
    if not consolations or size == 2:
        return [seed <= players for seed in order]
    pairs = _take_lines(size // 2, -(-players // 2), 0)
    taken = [is_taken for is_taken in pairs for _line in (0, 1)]
    if players % 2:  # nobody has two byes where another one can have the second
        beside = [line for line in range(size) if taken[line] and pairs[line // 2 ^ 1]]
        taken[max(beside or [line for line in range(size) if taken[line]], key=order.__getitem__)] = False
    return taken


def count_first_byes(players: int, consolations: int) -> int:
    """Return how many of a bracket have a bye in its first round."""
    taken = [seed <= players for seed in seed_lines(players, consolations)]
    return sum(one != other for one, other in zip(taken[::2], taken[1::2], strict=True))
