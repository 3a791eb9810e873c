"""The bracket of a double elimination: losers continue in the lower bracket, and are out after a second loss.

If the winner of the lower bracket wins the final, both have lost once: then a second final decides, where the event
wants one.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.brackets.duels import LINE, LOSER, WINNER, Duel, Seat, key_of, line_seats

LOWER, FINAL = "l", "f"  # suffixes of the bracket's letter


class _Plan:
    """The duels so far. A duel is played as soon as those before it are."""

    def __init__(self, first: int) -> None:
        self.first, self.duels, self.turns = first, list[Duel](), dict[str, int]()

    def meet(self, bracket: str, level: int, seats: Sequence[Seat], out: int | None, unless: str = "") -> list[Duel]:
        """Add a level of a bracket, in which neighbours meet, and return its duels."""
        level_duels = []
        for place, pair in enumerate(zip(seats[::2], seats[1::2], strict=True), start=1):
            turn = 1 + max((self.turns[seat.of] for seat in pair if seat.kind != LINE), default=0)
            key = key_of(bracket, level, place)
            self.turns[key] = turn
            level_duels.append(Duel(key, bracket, level, len(seats), turn, pair, self.first, out, unless))
        self.duels += level_duels
        return level_duels


def plan_bracket(name: str, size: int, first: int, second_final: bool) -> list[Duel]:
    """Return the duels of a double elimination of `size` lines for the places from `first` on."""
    plan, lower, left = _Plan(first), name + LOWER, size
    upper = plan.meet(name, 1, line_seats(name, size), None)
    seats = [Seat(LOSER, each.key) for each in upper]
    level = low_level = 1
    while True:
        left -= len(seats) // 2
        low = plan.meet(lower, low_level, seats, first + left)
        if len(low) == len(upper):
            if len(upper) == 1:
                break
            seats, low_level = [Seat(WINNER, each.key) for each in low], low_level + 1
            continue
        level, low_level = level + 1, low_level + 1
        upper = plan.meet(name, level, [Seat(WINNER, each.key) for each in upper], None)
        falling = cross([Seat(LOSER, each.key) for each in upper], level)
        seats = [seat for pair in zip(falling, low, strict=True) for seat in (pair[0], Seat(WINNER, pair[1].key))]
    pair = [Seat(WINNER, upper[0].key), Seat(WINNER, low[0].key)]
    (final,) = plan.meet(name + FINAL, 1, pair, None if second_final else first + 1)
    if second_final:
        plan.meet(name + FINAL, 2, [Seat(WINNER, final.key), Seat(LOSER, final.key)], first + 1, final.key)
    return plan.duels


def cross(falling: Sequence[Seat], level: int) -> list[Seat]:
    """Return the losers of a level of the upper bracket in the order in which they enter the lower one.

    They are turned round and halved by turns, so that they meet those whom they have beaten as late as possible.
    """
    half = len(falling) // 2
    return list(reversed(falling)) if level % 2 == 0 else [*falling[half:], *falling[:half]]
