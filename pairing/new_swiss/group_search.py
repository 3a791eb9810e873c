"""Pair one group as New Swiss does: from the top, each player gets the best opponent still free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing.rules.boards import Pair
from pairing.rules.history import History
from pairing.rules.legality import Limits

SMALL_GROUP = 12  # in larger groups, players with few opponents come first


class Exhausted(Exception):
    """The search has used up its steps."""


class GroupSearch:
    """Pair the groups of one round; `steps` limits the search for all of them together."""

    def __init__(self, history: History, limits: Limits, balance_firsts: bool, steps: int) -> None:
        self.history, self.limits, self.steps = history, limits, steps
        self._due = {
            number: (e.firsts > e.seconds) - (e.firsts < e.seconds) if balance_firsts else 0
            for number, e in history.entrants.items()
        }
        self._balance = balance_firsts

    def find_pairs(self, players: Sequence[int]) -> list[Pair] | None:
        """Return pairs of all these players, or None if there are none. Raise Exhausted when the steps are used up.

        Sets of players are the bits of an integer; a set that could not be paired is not tried again.
        """
        choices = [self._rank_opponents(players, place) for place in range(len(players))]
        turns = list(range(len(players)))
        if len(players) > SMALL_GROUP:
            turns.sort(key=lambda place: len(choices[place]))
        free, hopeless = (1 << len(players)) - 1, set[int]()
        trail: list[tuple[int, int, Iterator[int], int]] = []
        while free:
            one = next(place for place in turns if free >> place & 1)
            options = iter(() if free in hopeless else choices[one])
            while (other := self._take_next(options, free)) is None:
                hopeless.add(free)
                if not trail:
                    return None
                one, _, options, free = trail.pop()
            trail.append((one, other, options, free))
            free &= ~(1 << one | 1 << other)
        return [(players[min(one, other)], players[max(one, other)]) for one, other, _, _ in trail]

    def _take_next(self, options: Iterator[int], free: int) -> int | None:
        self.steps -= 1
        if self.steps < 0:
            raise Exhausted
        return next((place for place in options if free >> place & 1), None)

    def _rank_opponents(self, players: Sequence[int], place: int) -> list[int]:
        """Return the places of legal opponents, best first.

        That is by fewest meetings, not the last opponent, balance of firsts, half the group apart, place.
        """
        history, number, size = self.history, players[place], len(players)
        previous = history.previous_opponent(number)

        def key(other: int) -> tuple[int, bool, int, int, int]:
            opponent = players[other]
            misfit = 2 - abs(self._due[number] - self._due[opponent]) if self._balance else 0
            return (
                history.count_meetings(number, opponent),
                opponent == previous,
                misfit,
                abs(size - 2 * abs(place - other)),
                other,
            )

        legal = [o for o in range(size) if o != place and self.limits.allow(history, number, players[o])]
        return sorted(legal, key=key)
