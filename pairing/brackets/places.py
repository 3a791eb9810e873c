"""The places that the duels of a stage decide, and those that each player can still reach.

The loser of a duel is out, at a place that follows from the plan of the brackets: losers of the same round share it.
A player who is still in has the best place in reach; the two players of a final share the first place until it ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.brackets.course import DuelState
from pairing.brackets.draw import Lines
from pairing.brackets.duels import LINE, LOSER, WINNER, Duel, find_last, find_taken


class Span(NamedTuple):
    """The places that a player can end at; the last of those who share the worst one is at `last`."""

    best: int
    last: int


class Ends:
    """The places at which the duels of a stage let players end, counting only those who are there."""

    def __init__(self, duels: Sequence[Duel], lines: Lines) -> None:
        self.taken = find_taken(duels, lines)
        finals = find_last(duels)
        counts: dict[int, int] = {}
        self._next: dict[tuple[str, str], str] = {}
        self._by_key = {duel.key: duel for duel in duels}
        for duel in duels:
            one, other = self.taken[duel.key]
            if duel.out is not None:
                counts[duel.out] = counts.get(duel.out, 0) + (one and other)
            if duel.key in finals:
                counts[duel.first] = counts.get(duel.first, 0) + (one or other)
            for seat in duel.seats:
                if seat.kind != LINE:
                    self._next[seat.of, seat.kind] = duel.key
        self.spans: dict[int, Span] = {}
        place = 1
        for end in sorted(counts):
            self.spans[end] = Span(place, place + max(counts[end], 1) - 1)
            place += counts[end]
        self.players = place - 1
        self._reached: dict[str, Span] = {}

    def is_cadrage(self, duel: Duel) -> bool:
        """Tell whether only byes bring the field to a power of two in the round of a duel. A semi-final is none."""
        own = [self.taken[key] for key, other in self._by_key.items() if other[1:4] == duel[1:4]]
        return duel.field > 4 and all(map(any, own)) and not all(map(all, own))

    def of_winner(self, duel: Duel) -> Span:
        """Return the places that the winner of a duel can still reach."""
        following = self._next.get((duel.key, WINNER))
        return self.of_duel(self._by_key[following]) if following else self.spans[duel.first]

    def of_loser(self, duel: Duel) -> Span:
        """Return the places that the loser of a duel can still reach."""
        following = self._next.get((duel.key, LOSER))
        return self.of_duel(self._by_key[following]) if following else self.spans[duel.out or duel.first]

    def of_both(self, duel: Duel) -> Span:
        """Return the place of both players if neither has won: the last one that the loser can reach."""
        while True:
            loses = all(self.taken[duel.key])
            following = self._next.get((duel.key, LOSER if loses else WINNER))
            if following is None:
                return self.spans[duel.out if loses and duel.out is not None else duel.first]
            duel = self._by_key[following]

    def of_duel(self, duel: Duel) -> Span:
        """Return the places that the players of a duel can still reach; with a bye there is nothing to lose."""
        if duel.key not in self._reached:
            won = self.of_winner(duel)
            lost = self.of_loser(duel) if all(self.taken[duel.key]) else won
            self._reached[duel.key] = Span(min(won.best, lost.best), max(won.last, lost.last))
        return self._reached[duel.key]


def find_spans(ends: Ends, states: Sequence[DuelState], replaced: Mapping[tuple[str, int], int]) -> dict[int, Span]:
    """Return the places that each player of the stage can still reach.

    Who was replaced takes the place that the substitute had before, if any.
    """
    spans: dict[int, Span] = {}
    left: dict[int, Span | None] = {}  # by who was replaced: what the substitute has left behind
    for state in states:  # a later duel overwrites what an earlier one has left open
        duel = state.duel
        for (key, gone), substitute in replaced.items():
            if key == duel.key and substitute in state.players and gone not in replaced.values():
                left[gone] = spans.get(substitute)
        spans |= {player: ends.of_duel(duel) for player in state.players if player}
        if state.winner:
            spans[state.winner] = ends.of_winner(duel)
        for player in state.out:
            spans[player] = ends.of_loser(duel) if state.winner else ends.of_both(duel)
    for gone, span in left.items():
        if not any(gone in state.players for state in states if state.is_open):
            spans.pop(gone, None)
            spans |= {} if span is None else {gone: span}
    return spans


def rank_stage(spans: Mapping[int, Span], before: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return (place, number) of each player of the stage; players who share a place keep their order from before it."""
    order = sorted(spans, key=lambda player: (spans[player], before[player]))
    return [(spans[player].best, player) for player in order]


def rank_all(stage: Sequence[tuple[int, int]], before: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the whole table: first those in the stage, then all others as before it; ties remain ties."""
    inside = {player for _place, player in stage}
    rest = [(place, player) for place, player in before if player not in inside]
    better = {place: sum(other < place for other, _player in rest) for place in {place for place, _ in rest}}
    return [*stage, *((len(inside) + better[place] + 1, player) for place, player in rest)]
