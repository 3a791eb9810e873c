"""Bounds of how many players end ahead of one, board by board: the two players of a board can't both win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tiebreaks.outlook.match_prospects import Key
from tiebreaks.outlook.prospects import GameProspects, Outcome

MOST_NAMED = 3  # boards in one sentence


class LevelBounds(NamedTuple):
    """How many others may end level with a player or above at the worst, and must end above at the best."""

    worst: int
    best: int


class BoardBounds:
    """Let each board of the last round end in the worst, or in the best, way for a player."""

    def __init__(self, boards: Sequence[GameProspects]) -> None:
        self.boards = boards
        self.places = {p.number: place for place, board in enumerate(boards) for p in board.outcomes[0]}
        self._reach: dict[Key, int] = {}
        self._pass: dict[Key, int] = {}
        self._gains: dict[Key, dict[int, int]] = {}
        self._gaining_boards: dict[tuple[Key, int], frozenset[int]] = {}

    def span(self, number: int, ends: Sequence[Outcome] = ()) -> LevelBounds:
        """Return the bounds of a player over all outcomes of their board, or over these."""
        board = self.boards[self.places[number]]
        worst, best = 0, len(self.places)
        for outcome in ends or board.outcomes:
            (own,) = (p for p in outcome if p.number == number)
            behind = self._count_at_worst(own.least) - _count_reaching(board.outcomes, own.least)
            worst = max(worst, behind + sum(p.most >= own.least for p in outcome if p is not own))
            best = min(best, self._count_ahead(number, outcome))
        return LevelBounds(worst, best)

    def find_saving_boards(self, number: int, outside: int) -> tuple[str, ...]:
        """Return the names of the boards of which one must be lost by both for fewer than `outside` to end ahead.

        Return nothing if that does not decide, or if they are too many to name.
        """
        own = self.places[number]
        board = self.boards[own]
        ends = [
            (_most_of(number, outcome), outside - self._count_ahead(number, outcome), outcome in board.usual)
            for outcome in board.outcomes
        ]

        def is_out_without(places: set[int]) -> bool:
            """Tell whether enough must end ahead if none of these boards is lost by both."""
            return all(
                sum(self._gains_at(most).get(place, 0) for place in places if place != own) >= missing
                for most, missing, is_usual in ends
                if is_usual or own not in places
            )

        helpful = set[int]().union(*(self._gains_at(most) for most, *_ in ends))
        if len(board.usual) < len(board.outcomes):
            helpful.add(own)
        # One board decides if it adds enough for every end of the player's board.
        deciding = helpful.intersection(*(self._gaining(most, missing) for most, missing, _ in ends if missing > 0))
        deciding.discard(own)
        if own in helpful and is_out_without({own}):
            deciding.add(own)
        several = helpful if 1 < len(helpful) <= MOST_NAMED and is_out_without(helpful) else set[int]()
        saving = {min(deciding)} if deciding else several
        names = tuple(self.boards[place].name for place in sorted(saving))
        return names if all(names) else ()

    def _count_ahead(self, number: int, outcome: Outcome) -> int:
        """Count the players who must end above one if that player's board ends like this."""
        key = _most_of(number, outcome)
        others = self._count_at_best(key) - _count_passing(self.boards[self.places[number]].outcomes, key)
        return others + sum(p.least > key for p in outcome if p.number != number)

    def _count_at_worst(self, key: Key) -> int:
        """Count the players who may end level with a key or above it."""
        if key not in self._reach:
            self._reach[key] = sum(_count_reaching(board.outcomes, key) for board in self.boards)
        return self._reach[key]

    def _count_at_best(self, key: Key) -> int:
        """Count the players who must end above a key."""
        if key not in self._pass:
            self._pass[key] = sum(_count_passing(board.outcomes, key) for board in self.boards)
        return self._pass[key]

    def _gains_at(self, key: Key) -> dict[int, int]:
        """Return how many more must end above a key, by board that is not lost by both."""
        if key not in self._gains:
            gains = (_count_passing(board.usual, key) - _count_passing(board.outcomes, key) for board in self.boards)
            self._gains[key] = {place: gain for place, gain in enumerate(gains) if gain}
        return self._gains[key]

    def _gaining(self, key: Key, least: int) -> frozenset[int]:
        """Return the boards without whose double loss at least so many more must end above a key."""
        if (key, least) not in self._gaining_boards:
            gains = self._gains_at(key).items()
            self._gaining_boards[key, least] = frozenset(place for place, gain in gains if gain >= least)
        return self._gaining_boards[key, least]


def _most_of(number: int, outcome: Outcome) -> Key:
    return next(p.most for p in outcome if p.number == number)


def _count_reaching(outcomes: Sequence[Outcome], key: Key) -> int:
    """Return how many players of a board can at most end level with a key or above it."""
    return max(sum(p.most >= key for p in outcome) for outcome in outcomes)


def _count_passing(outcomes: Sequence[Outcome], key: Key) -> int:
    """Return how many players of a board must at least end above a key."""
    return min(sum(p.least > key for p in outcome) for outcome in outcomes)
