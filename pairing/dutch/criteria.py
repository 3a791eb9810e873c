"""C.04.3, article 2: what no pairing may violate, and what the pairing of a bracket costs by each quality criterion.

Players are known by their places in the order of article 1.2, from 0; the place after the last one stands for the
pairing-allocated bye. A criterion is the cost that it gives to pairs: whoever floats down from a bracket is paired
with somebody below it, so what it costs to float is the cost of those pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import combinations

from pairing.dutch.colours import Preference, Strength, allocate, colour_difference, preference_of
from pairing.dutch.players import Float, Player
from pairing.dutch.solver import Cost
from pairing.rules.boards import Pair
from tiebreaks.facts.games import Colour

LAST, BEFORE = 0, 1  # the rounds of floats
type Named = tuple[str, Cost]


@dataclass(frozen=True)
class Round:
    """What the criteria need to know of a round: the players in order, and whom each may not meet besides C3.

    `possible` are the points that the rounds so far were worth at most. `is_last` says whether it is the final round,
    after which there are topscorers. `banned` are those of the pairs
    `apart` that have not met, but are kept apart by rules of the event.
    """

    players: Sequence[Player]
    apart: Sequence[frozenset[int]]
    initial: Colour
    possible: Decimal
    is_last: bool
    banned: frozenset[Pair] = frozenset()

    @property
    def bye(self) -> int:
        """Return the place that stands for the bye."""
        return len(self.players)

    @cached_property
    def wishes(self) -> Sequence[Preference]:
        """Return the colour preference of each player."""
        return [preference_of(player) for player in self.players]

    @cached_property
    def clashing(self) -> Sequence[Colour]:
        """Return the colour that each player must have, so that two with the same one may not meet (C3)."""
        return [
            wish.colour if wish.strength == Strength.ABSOLUTE and not self.is_topscorer(player) else Colour.NONE
            for player, wish in zip(self.players, self.wishes, strict=True)
        ]

    def order_of_boards(self, pair: Pair) -> tuple[Decimal, Decimal, int]:
        """Return the sort key of a board: the higher score, the lower one, the higher player."""
        high, low = (self.players[place] for place in pair)
        return -high.score, -low.score, high.tpn

    def is_topscorer(self, player: Player) -> bool:
        """Return whether a player has more than half of the points that were possible before the final round (1.8)."""
        return self.is_last and 2 * player.score > self.possible

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two players may meet as far as C1 and the arbiter are concerned."""
        return other not in self.apart[one]

    def is_legal(self, one: int, other: int) -> bool:
        """Return whether two players may meet: C1 and C3."""
        must = self.clashing[one]
        return (must == Colour.NONE or must != self.clashing[other]) and self.may_meet(one, other)

    def legal_pairs(self, places: Sequence[int]) -> Iterator[Pair]:
        """Yield the pairs of some places, given in order, that comply with C1 and C3."""
        return (pair for pair in combinations(places, 2) if self.is_legal(*pair))


@dataclass(frozen=True)
class Bracket:
    """Article 1.3: moved-down players and residents in order, and the residents of the following bracket."""

    round: Round
    moved: Sequence[int]
    residents: Sequence[int]
    following: Sequence[int] = ()

    @cached_property
    def members(self) -> frozenset[int]:
        """Return all players of the bracket."""
        return frozenset((*self.moved, *self.residents))

    @cached_property
    def near(self) -> frozenset[int]:
        """Return all players of this bracket and of the following one."""
        return self.members.union(self.following)

    def cost_of_floats(self, pairs: Sequence[Pair]) -> Iterator[Named]:
        """Yield C6 to C8."""
        out = [(i, j) for i, j in pairs if i in self.members and j not in self.members]
        yield "C6", dict.fromkeys(out, 1)
        yield from (("C7", cost) for cost in self._by_score(out))
        beyond = [(i, j) for i, j in pairs if i in self.near and j not in self.near]
        if self.following:
            yield "C8", dict.fromkeys(beyond, 1)
            yield from (("C8", cost) for cost in self._by_score(beyond))

    def cost_of_bye(self) -> Cost:
        """Return C9: the unplayed games of the player who receives the bye."""
        return {(place, self.round.bye): self.round.players[place].unplayed for place in self.members}

    def cost_of_quality(self, pairs: Sequence[Pair]) -> Iterator[Named]:
        """Yield C10 to C21."""
        inside = [pair for pair in pairs if self.members.issuperset(pair)]
        out = [(i, j) for i, j in pairs if i in self.members and j not in self.members]
        residents = [pair for pair in out if pair[0] in self.residents]
        limbo = [pair for pair in out if pair[0] in self.moved]
        with_moved = [pair for pair in inside if pair[0] in self.moved]
        yield from self._colours(inside)
        yield from self._floaters(residents, with_moved)
        yield from self._floaters_by_score(limbo, with_moved)

    def _floaters(self, residents: Sequence[Pair], with_moved: Sequence[Pair]) -> Iterator[Named]:
        """Yield C14 to C17: who floats the same way as in the round before, or two rounds before."""
        for down, up, earlier in (("C14", "C15", LAST), ("C16", "C17", BEFORE)):
            yield down, {(i, j): 1 for i, j in residents if self._floated(i, earlier, Float.DOWN)}
            yield up, {(i, j): 1 for i, j in with_moved if self._floated(j, earlier, Float.UP)}

    def _floaters_by_score(self, limbo: Sequence[Pair], with_moved: Sequence[Pair]) -> Iterator[Named]:
        """Yield C18 to C21: the scores of moved-down players and their opponents who float the same way again."""
        for down, up, earlier in (("C18", "C19", LAST), ("C20", "C21", BEFORE)):
            again = [(i, j) for i, j in limbo if self._floated(i, earlier, Float.DOWN)]
            yield from ((down, cost) for cost in self._by_score(again))
            again = [(i, j) for i, j in with_moved if self._floated(j, earlier, Float.UP)]
            yield from ((up, cost) for cost in self._by_score(again))

    def _colours(self, inside: Sequence[Pair]) -> Iterator[Named]:
        """Yield C10 to C13. Of a pair that wants the same colour one player does not get it."""
        wishes = self.round.wishes
        alike = [(i, j) for i, j in inside if wishes[i].strength and wishes[i].colour == wishes[j].colour]
        weaker = {(i, j): min(wishes[i].strength, wishes[j].strength) for i, j in alike}
        if self.round.is_last:
            tops = [pair for pair in alike if weaker[pair] == Strength.ABSOLUTE]
            yield "C10", {pair: 1 for pair in tops if abs(colour_difference(self._denied(pair))) > 1}
            yield "C11", {pair: 1 for pair in tops if len(set(self._denied(pair).colours[-2:])) == 1}
        yield "C12", dict.fromkeys(alike, 1)
        yield "C13", {pair: 1 for pair in alike if weaker[pair] == Strength.STRONG}

    def _denied(self, pair: Pair) -> Player:
        """Return which of two players with the same preference does not get the colour."""
        high, low = (self.round.players[place] for place in pair)
        white, black = allocate(high, low, self.round.initial)
        return black if self.round.wishes[pair[0]].colour == Colour.WHITE else white

    def _floated(self, place: int, earlier: int, which: Float) -> bool:
        return self.round.players[place].floats[earlier] == which

    def _by_score(self, pairs: Sequence[Pair]) -> Iterator[Cost]:
        """Yield a cost for each score of the higher players, the highest first: the order "taken descending"."""
        for score in sorted({self.round.players[i].score for i, _ in pairs}, reverse=True):
            yield {(i, j): 1 for i, j in pairs if self.round.players[i].score == score}
