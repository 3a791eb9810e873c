"""The best way to put everybody of an even field on a board: perfect matching of the smallest cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import rustworkx

from pairing.boards import Pair

type Cost = Callable[[int, int], int | None]


def find_cheapest_pairs(players: Sequence[int], cost: Cost, among: Iterable[Pair] | None = None) -> list[Pair] | None:
    """Return the pairs of the smallest total cost, or None where not everybody can be paired.

    `cost` gets two players in the order of the sequence and returns a whole number, None for a pair that can't be.
    `among` names the pairs that are looked at, by the places of both from 0 on, the higher one first.
    The same input gives the same answer; where several are equally good it is one of them.
    """
    edges = [
        (i, j, price)
        for i, j in among or combinations(range(len(players)), 2)
        if (price := cost(players[i], players[j])) is not None
    ]
    top = max((price for _, _, price in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(len(players))))
    graph.add_edges_from([(i, j, top - price) for i, j, price in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(players):
        return None
    return [(players[i], players[j]) for i, j in sorted((min(pair), max(pair)) for pair in found)]


def layer_factors(*limits: int) -> list[int]:
    """Return factors for layers of cost, the most important first, so that no sum of a lower one reaches a higher.

    `limits` has the largest sum that each layer can reach over all pairs.
    """
    factors, factor = [], 1
    for limit in reversed(limits):
        factors.append(factor)
        factor *= limit + 1
    return factors[::-1]
