"""The first of all best pairings in a lexicographic order, found by few searches.

An order asks one team after the other. The answers of several teams are the digits of one number below the criteria, as
many as the solver can count; what they turn out to be is fixed, and the next teams follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.dutch.sequence import Mates, solve
from pairing.dutch.solver import MOST, Pairs
from pairing.rules.boards import ordered_pair

Says = Callable[[int, int], bool]  # whether a team, given first, says yes with a certain opponent


def choose_first(
    order: Sequence[int], says: Says, pairs: Pairs, mates: Mates, most: int
) -> tuple[set[int], Pairs, Mates]:
    """Return the first teams in order that say yes in a best pairing, at most `most`, and the pairs that keep them."""
    chosen: set[int] = set()
    waiting = list(order)
    while waiting and len(chosen) < most:
        count = next((index for index, place in enumerate(waiting) if not says(place, mates[place])), len(waiting))
        if not count:
            count = count_digits(pairs, 2)
            mates = solve(pairs.refined(_cost_of_no(waiting[:count], says, pairs)))
        asked, waiting = waiting[:count], waiting[count:]
        pairs = _fix(asked, says, pairs, mates)
        chosen.update(place for place in asked if says(place, mates[place]))
    return chosen, _fix(waiting, says, pairs, mates), mates


def first_mates(upper: Sequence[int], lower: Sequence[int], pairs: Pairs, mates: Mates) -> Mates:
    """Give each of the upper ones in turn the first possible of the lower ones."""
    waiting, free = list(upper), list(lower)
    while waiting:
        if ordered_pair(waiting[0], free[0]) in pairs.costs and mates[waiting[0]] == free[0]:
            count = 1
        else:
            count = count_digits(pairs, len(free))
            mates = mates | solve(pairs.refined(_cost_of_rank(waiting[:count], free, pairs)))
        asked, waiting = waiting[:count], waiting[count:]
        done = {place for one in asked for place in (one, mates[one])}
        free = [place for place in free if place not in done]
        pairs = pairs.without(*done)
    return mates


def count_digits(pairs: Pairs, base: int) -> int:
    """Return how many digits have room below the costs of pairs; at least one."""
    size = len(pairs.everybody) + 1
    room, digits = MOST // ((max(pairs.costs.values(), default=0) + 1) * size**3), 0
    while (room := room // base) and digits < size:
        digits += 1
    return max(digits, 1)


def _cost_of_no(asked: Sequence[int], says: Says, pairs: Pairs) -> dict[tuple[int, int], int]:
    weight = {place: 1 << index for index, place in enumerate(reversed(asked))}
    costs = {}
    for one, other in pairs.costs:
        cost = sum(weight.get(p, 0) for p, o in ((one, other), (other, one)) if not says(p, o))
        if cost:
            costs[one, other] = cost
    return costs


def _cost_of_rank(asked: Sequence[int], free: Sequence[int], pairs: Pairs) -> dict[tuple[int, int], int]:
    weight = {place: len(free) ** index for index, place in enumerate(reversed(asked))}
    rank = {place: index for index, place in enumerate(free)}
    both = {pair: pair if pair[0] in weight else pair[::-1] for pair in pairs.costs}
    return {pair: weight[one] * rank[other] for pair, (one, other) in both.items() if one in weight}


def _fix(asked: Sequence[int], says: Says, pairs: Pairs, mates: Mates) -> Pairs:
    """Return the pairs in which these teams give the same answer as now."""
    answer = {place: says(place, mates[place]) for place in asked}
    return pairs.only(lambda i, j: all(p not in answer or answer[p] == says(p, o) for p, o in ((i, j), (j, i))))
