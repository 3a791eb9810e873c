"""C.04.3, article 2.2: whether all remaining players can still be paired (C4), and the bye that results (C5).

In a large field the answer is nearly always yes, and counting shows it: where each of an even number of players may
meet at least half of the others, all of them can be paired (Dirac's theorem). Otherwise a matching is searched for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

import rustworkx

from pairing.dutch.criteria import Round
from pairing.rules.boards import Pair, ordered_pair
from tiebreaks.facts.games import Colour

SOME = 16  # how many opponents of each player are tried before all


class OpenField:
    """Some of the players of a round, to count how many of them a player may meet."""

    def __init__(self, this_round: Round, places: Collection[int]) -> None:
        self.round, self.places = this_round, frozenset(places)
        self.clashing = Counter(this_round.clashing[place] for place in self.places)

    def count_opponents(self, place: int) -> int:
        """Return a lower bound of the players in the field whom one may meet: who is ruled out twice counts twice."""
        colour = self.round.clashing[place]
        alike = int(place in self.places) if colour == Colour.NONE else self.clashing[colour]
        return len(self.places) - alike - len(self.places & self.round.apart[place])

    @cached_property
    def fewest_opponents(self) -> int:
        """Return how many players of the field each of them may meet at least."""
        return min(map(self.count_opponents, self.places), default=0)


def lowest_bye(this_round: Round) -> tuple[bool, frozenset[int]]:
    """Return whether the round can be paired, and who may have the bye: the players with the lowest score possible."""
    everybody = range(this_round.bye)
    if this_round.bye % 2 == 0:
        return can_pair(this_round, everybody), frozenset()
    for score in sorted({player.score for player in this_round.players}):
        same = (place for place in everybody if this_round.players[place].score == score)
        byes = frozenset(place for place in same if not this_round.players[place].no_bye)
        if can_pair(this_round, everybody, byes):
            return True, byes
    return False, frozenset()


def can_pair(this_round: Round, places: Collection[int], left: Collection[int] = ()) -> bool:
    """Return whether all places can be paired. Of an odd number, one of those in `left` stays without an opponent."""
    odd = len(places) % 2
    out = [place for place in places if place in left] if odd else []
    if odd and not out:
        return False
    return are_enough(OpenField(this_round, places).fewest_opponents, len(places)) or _has_matching(
        this_round, sorted(places), out
    )


def are_enough(opponents: int, players: int) -> bool:
    """Return whether so many opponents for each player let all be paired: of an odd number, all but any single one."""
    odd = players % 2
    return 2 * (opponents - odd) >= players - odd


def _has_matching(this_round: Round, order: Sequence[int], left: Sequence[int]) -> bool:
    """Return whether there is a matching of all places, one of `left` excepted, by some of the pairs or by all."""
    if len(order) > 4 * SOME and _is_matched(order, _some_pairs(this_round, order), left):
        return True
    return _is_matched(order, this_round.legal_pairs(order), left)


def _is_matched(order: Sequence[int], pairs: Iterable[Pair], left: Sequence[int]) -> bool:
    index = {place: node for node, place in enumerate(order)}
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([*order, *([-1] if left else [])])
    graph.add_edges_from_no_data([(index[i], index[j]) for i, j in pairs])
    graph.add_edges_from_no_data([(index[place], len(order)) for place in left])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == graph.num_nodes()


def _some_pairs(this_round: Round, order: Sequence[int]) -> Iterator[Pair]:
    """Yield some opponents of each player, spread over the whole order."""
    size = len(order)
    step = size // SOME
    for node, place in enumerate(order):
        others = (order[(node + 1 + turn * step) % size] for turn in range(SOME))
        yield from (
            ordered_pair(place, other) for other in others if other != place and this_round.is_legal(place, other)
        )
