"""Pair all players of an even field at the lowest cost: a perfect matching of minimum weight.

A thousand players take too long if every pair is an edge, so large fields get the near ones first (decision 10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import rustworkx

from pairing.rules.boards import Pair

type Cost = Callable[[int, int], int | None]


def find_cheapest_pairs(players: Sequence[int], cost: Cost, among: Iterable[Pair] | None = None) -> list[Pair] | None:
    """Return the pairs of the lowest total cost, or None if not everybody can be paired.

    `cost` takes two players in the order of the sequence and returns an integer, or None for an illegal pair.
    `among` limits the search to these pairs of positions in the sequence (from 0), the lower position first.
    The same input always gives the same result, which is one of several if they cost the same.
    """
    edges = [
        (i, j, price)
        for i, j in among or combinations(range(len(players)), 2)
        if (price := cost(players[i], players[j])) is not None
    ]
    highest = max((price for _, _, price in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(len(players))))
    graph.add_edges_from([(i, j, highest - price) for i, j, price in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < len(players):
        return None
    return [(players[i], players[j]) for i, j in sorted((min(pair), max(pair)) for pair in matching)]


def layer_factors(*limits: int) -> list[int]:
    """Return factors for layers of cost, the most important first, so that lower layers never outweigh higher ones.

    `limits` has the largest sum that each layer can reach over all pairs.
    """
    factors, factor = [], 1
    for limit in reversed(limits):
        factors.append(factor)
        factor *= limit + 1
    return factors[::-1]
