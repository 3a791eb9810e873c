"""C.04.6, article 2: what the pairing of a bracket costs by each quality criterion.

A criterion is the cost that it gives to pairs. [C4] to [C7] judge who comes up into the bracket: those below it whose
opponent is one of its residents. [C8] to [C10] judge the pairs inside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pairing.dutch.colours import Strength
from pairing.dutch.solver import Cost
from pairing.rules.boards import Pair
from pairing.team_swiss.teams import Round

type Named = tuple[str, Cost]


@dataclass(frozen=True)
class Bracket:
    """The residents of the top-scoregroup (3.2), everybody below who is still to be paired, and the next scoregroup.

    All are in order of score and number. `following` may be empty: it has come up into brackets above.
    """

    round: Round
    residents: Sequence[int]
    lower: Sequence[int]
    following: Collection[int] = ()

    @cached_property
    def top(self) -> frozenset[int]:
        """Return the residents."""
        return frozenset(self.residents)

    def legal_pairs(self, places: Sequence[int]) -> Iterator[Pair]:
        """Yield the pairs of some places, given in order, that comply with [C1]."""
        return (pair for pair in combinations(places, 2) if self.round.may_meet(*pair))

    def count_upfloaters(self, pairs: Collection[Pair]) -> Cost:
        """Return [C4]: each pair of a resident with somebody below."""
        return {(i, j): 1 for i, j in pairs if i in self.top and j not in self.top}

    def scores_below(self) -> list[list[int]]:
        """Return those below by score, the lowest first."""
        teams = self.round.teams
        scores = sorted({teams[place].score for place in self.lower})
        return [[place for place in self.lower if teams[place].score == score] for score in scores]

    def cost_of_upfloaters(self, pairs: Collection[Pair]) -> Iterator[Named]:
        """Yield [C4] to [C7]."""
        up = self.count_upfloaters(pairs)
        yield "C4", up
        for group in map(frozenset, self.scores_below()):
            yield "C5", {pair: 1 for pair in up if pair[1] in group}
        yield from self.cost_of_choice(pairs)

    def cost_of_choice(self, pairs: Collection[Pair]) -> Iterator[Named]:
        """Yield [C6] and [C7], which choose among upfloaters whose number and scores are settled."""
        nearer = self.top.union(self.following)
        yield "C6", {(i, j): 1 for i, j in pairs if i in self.following and j not in nearer}
        if self.round.floats_count:
            up = self.count_upfloaters(pairs)
            yield "C7", {pair: 1 for pair in up if self.round.teams[pair[1]].floated}

    def cost_of_pairs(self, pairs: Collection[Pair]) -> Iterator[Named]:
        """Yield [C8] to [C10]."""
        wishes = self.round.wishes
        alike = [(i, j) for i, j in pairs if wishes[i].strength and wishes[i].colour == wishes[j].colour]
        yield "C8", dict.fromkeys(alike, 1)
        yield "C9", {(i, j): 1 for i, j in alike if wishes[i].strength == wishes[j].strength == Strength.STRONG}
        if self.round.floats_count:
            up = self.count_upfloaters(pairs)
            yield "C10", {pair: 1 for pair in up if self.round.teams[pair[0]].floated}
