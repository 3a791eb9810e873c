"""Pairing inside one group as New Swiss does it: from the top, each takes the best opponent still free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing.boards import Pair
from pairing.history import History
from pairing.legality import Limits

SMALL = 12  # in larger groups those with few opponents choose first


class Exhausted(Exception):
    """The search has taken all the steps that it may take."""


class Search:
    """Pair groups of one round within a number of steps for all of them together."""

    def __init__(self, history: History, limits: Limits, balance_firsts: bool, steps: int) -> None:
        self.history, self.limits, self.steps = history, limits, steps
        self._due = {
            number: (e.firsts > e.seconds) - (e.firsts < e.seconds) if balance_firsts else 0
            for number, e in history.entrants.items()
        }
        self._balance = balance_firsts

    def pairs(self, players: Sequence[int]) -> list[Pair] | None:
        """Return pairs of everybody, or None where there are none. Raise Exhausted when the steps are used up.

        Sets of players are bits of a number; a set that could not be paired once is not tried again.
        """
        wishes = [self._wishes(players, place) for place in range(len(players))]
        line = list(range(len(players)))
        if len(players) > SMALL:
            line.sort(key=lambda place: len(wishes[place]))
        free, hopeless = (1 << len(players)) - 1, set[int]()
        trail: list[tuple[int, int, Iterator[int], int]] = []
        while free:
            one = next(place for place in line if free >> place & 1)
            options = iter(() if free in hopeless else wishes[one])
            while (other := self._next(options, free)) is None:
                hopeless.add(free)
                if not trail:
                    return None
                one, _, options, free = trail.pop()
            trail.append((one, other, options, free))
            free &= ~(1 << one | 1 << other)
        return [(players[min(one, other)], players[max(one, other)]) for one, other, _, _ in trail]

    def _next(self, options: Iterator[int], free: int) -> int | None:
        self.steps -= 1
        if self.steps < 0:
            raise Exhausted
        return next((place for place in options if free >> place & 1), None)

    def _wishes(self, players: Sequence[int], place: int) -> list[int]:
        """Rank the legal opponents: fewest meetings, not the last one again, firsts, half the group away, position."""
        history, me, size = self.history, players[place], len(players)
        previous = history.previous_opponent(me)

        def key(other: int) -> tuple[int, bool, int, int, int]:
            opponent = players[other]
            misfit = 2 - abs(self._due[me] - self._due[opponent]) if self._balance else 0
            return (
                history.count_meetings(me, opponent),
                opponent == previous,
                misfit,
                abs(size - 2 * abs(place - other)),
                other,
            )

        legal = [o for o in range(size) if o != place and self.limits.allow(history, me, players[o])]
        return sorted(legal, key=key)
