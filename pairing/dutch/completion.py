"""C.04.3, article 2.2: whether everybody who is left can still be paired (C4), and who then has the bye (C5).

In a large field the answer is nearly always yes, and counting shows it: where each of an even number of players may
meet at least half of the others, all of them can be paired (Dirac's theorem). Otherwise a matching is searched for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

import rustworkx

from pairing.boards import Pair
from pairing.dutch.criteria import Round
from tiebreaks.crosstable import Colour

SPARSE = 16  # how many opponents of each player are tried before all


def lowest_bye(round: Round) -> tuple[bool, frozenset[int]]:
    """Return whether the round can be paired, and who may have the bye: the players with the lowest score possible."""
    everybody = range(round.bye)
    if round.bye % 2 == 0:
        return can_pair(round, everybody), frozenset()
    for score in sorted({player.score for player in round.players}):
        same = (place for place in everybody if round.players[place].score == score)
        byes = frozenset(place for place in same if not round.players[place].no_bye)
        if byes and can_pair(round, everybody, byes):
            return True, byes
    return False, frozenset()


def can_pair(round: Round, places: Collection[int], left: Collection[int] = ()) -> bool:
    """Return whether all places can be paired; one of those in `left` stays without an opponent if their number is odd."""
    if len(places) % 2 == 0:
        return _have_many_opponents(round, places) or _has_matching(round, places, ())
    left = [place for place in places if place in left]
    if not left:
        return False
    return _have_many_opponents(round, places) or _has_matching(round, places, left)


def fewest_opponents(round: Round, places: Collection[int]) -> int:
    """Return how many of the places each of them may meet at least. Who may not for two reasons counts twice."""
    return min(count_opponents(round, places, places), default=0)


def count_opponents(round: Round, players: Iterable[int], places: Collection[int]) -> Iterator[int]:
    """Yield how many of the places each player may meet at least."""
    inside = places if isinstance(places, (set, frozenset)) else frozenset(places)
    absolute = Counter(round.clashing[place] for place in inside)
    for place in players:
        colour = round.clashing[place]
        alike = absolute[colour] if colour != Colour.NONE else int(place in inside)
        others = len(inside) - alike - len(inside & round.apart[place])
        yield others


def _have_many_opponents(round: Round, places: Collection[int]) -> bool:
    """Return whether Dirac's theorem shows that all can be paired, or all but any single one."""
    odd = len(places) % 2
    return 2 * (fewest_opponents(round, places) - odd) >= len(places) - odd


def _has_matching(round: Round, places: Collection[int], left: Sequence[int]) -> bool:
    """Return whether there is a matching of all places, one of `left` excepted, by some of the pairs or by all."""
    order = sorted(places)
    if len(order) > 4 * SPARSE and _is_matched(order, _some_pairs(round, order), left):
        return True
    return _is_matched(order, (pair for pair in combinations(order, 2) if round.is_legal(*pair)), left)


def _is_matched(order: Sequence[int], pairs: Iterable[Pair], left: Sequence[int]) -> bool:
    index = {place: node for node, place in enumerate(order)}
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([*order, *([-1] if left else [])])
    graph.add_edges_from_no_data([(index[i], index[j]) for i, j in pairs])
    graph.add_edges_from_no_data([(index[place], len(order)) for place in left])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(graph)


def _some_pairs(round: Round, order: Sequence[int]) -> Iterator[Pair]:
    """Yield some opponents of each player, spread over the whole order."""
    size = len(order)
    step = size // (2 * SPARSE)
    for node, place in enumerate(order):
        found = 0
        for k in range(1, 2 * SPARSE):
            other = order[(node + k * step + 1) % size]
            if other != place and round.is_legal(place, other):
                yield (place, other) if place < other else (other, place)
                found += 1
                if found == SPARSE:
                    break
