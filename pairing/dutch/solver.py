"""Lexicographic optimisation: pair everybody so that the first criterion is met best, then the second, and so on.

Everybody stands for a vertex, each legal pair for an edge. A criterion is the cost that it gives to some pairs; the
next one is added as further digits below those of the criteria before. The base of these digits is larger than all
that a whole pairing can cost by the criterion, so lower digits never outweigh higher ones, and the one perfect
matching of least weight is the best by all criteria in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import rustworkx

from pairing.rules.boards import Pair
from tiebreaks.refusal import Refusal, gettext_noop, sentence

type Cost = Mapping[Pair, int]  # what pairs cost by one criterion; pairs that are missing cost nothing

TOO_LARGE = sentence("dutch-too-large", gettext_noop("The field is too large for our own engine: choose another one."))
MOST = 1 << 120  # rustworkx computes with 127 bits


class Pairs:
    """The pairs that are possible, each with its cost by all criteria so far; the lower place first.

    `pause` is called before each search, and may raise to end it.
    """

    def __init__(
        self, everybody: Sequence[int], costs: dict[Pair, int], pause: Callable[[], None] = lambda: None
    ) -> None:
        self.everybody, self.costs, self.pause = everybody, costs, pause

    def refined(self, *criteria: Cost) -> Pairs:
        """Return the pairs with the costs of further criteria, the most important first."""
        factor, extra = 1, dict[Pair, int]()
        for criterion in criteria:
            own = [(pair, cost) for pair, cost in criterion.items() if cost and pair in self.costs]
            if not own:
                continue
            base = 1 + _bound(own)
            factor *= base
            extra = {pair: cost * base for pair, cost in extra.items()}
            for pair, cost in own:
                extra[pair] = extra.get(pair, 0) + cost
        if factor == 1:
            return self
        costs = {pair: cost * factor for pair, cost in self.costs.items()}
        for pair, cost in extra.items():
            costs[pair] += cost
        return Pairs(self.everybody, costs, self.pause)

    def only(self, keep: Callable[[int, int], bool]) -> Pairs:
        """Return the pairs that fulfil a condition."""
        return Pairs(self.everybody, {pair: cost for pair, cost in self.costs.items() if keep(*pair)}, self.pause)

    def limited(self, place: int, allowed: Collection[Pair]) -> Pairs:
        """Return the pairs of which those of one player are limited to some."""
        return self.only(lambda i, j: place not in (i, j) or (i, j) in allowed)

    def among(self, some: Collection[int]) -> Pairs:
        """Return the pairs of some players with each other."""
        costs = {(i, j): cost for (i, j), cost in self.costs.items() if i in some and j in some}
        return Pairs([vertex for vertex in self.everybody if vertex in some], costs, self.pause)

    def without(self, *gone: int) -> Pairs:
        """Return the pairs of everybody else."""
        return self.among({*self.everybody}.difference(gone))

    def best(self) -> dict[int, int] | None:
        """Return the mate of everybody in the best pairing, or None if not everybody can be paired."""
        self.pause()
        most = max(self.costs.values(), default=0) + 1
        if most * max(len(self.everybody), 1) > MOST:
            raise Refusal(TOO_LARGE, field="engine")
        index = {vertex: place for place, vertex in enumerate(self.everybody)}
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(list(self.everybody))
        graph.add_edges_from([(index[i], index[j], most - cost) for (i, j), cost in self.costs.items()])
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matching) < len(self.everybody):
            return None
        pairs = [(self.everybody[i], self.everybody[j]) for i, j in matching]
        return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def _bound(criterion: Iterable[tuple[Pair, int]]) -> int:
    """Return what a pairing can cost at most by a criterion: each player's dearest pair, counted from both sides."""
    dearest: dict[int, int] = {}
    for (one, other), cost in criterion:
        if cost > dearest.get(one, 0):
            dearest[one] = cost
        if cost > dearest.get(other, 0):
            dearest[other] = cost
    return sum(dearest.values()) // 2
