"""C.04.3, articles 3.6, 3.7 and 4: of all pairings that are equally good, the one that is generated first.

Each step asks for the best pairing by the criteria and, below them, by the order of one article; what it finds is
fixed before the next step. A player's number in the bracket or the remainder (4.1) follows the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.dutch.criteria import Bracket
from pairing.dutch.solver import Pairs
from pairing.rules.boards import Pair, ordered_pair

type Mates = dict[int, int]
type Moves = Mapping[Pair, int]  # the player whom a pair moves to the other subgroup


class Step(NamedTuple):
    """A player of S1, the first of S2 who was still free, and the one who was taken.

    `why` is the criterion that the first one would have broken, where it is known.
    """

    place: int
    first: int
    mate: int
    why: str | None = None


def first_in_sequence(bracket: Bracket, pairs: Pairs, mates: Mates) -> tuple[list[Step], Mates]:
    """Return the steps to the pairs of a bracket, and all mates. `mates` are those of any best pairing."""
    pairs, mates = choose_moved(bracket, pairs, mates)
    upper = [place for place in bracket.moved if mates[place] in bracket.members]
    steps, pairs, mates = transpose(upper, bracket.residents, pairs, mates)
    remainder = [place for place in bracket.residents if mates[place] not in upper]
    upper, lower, pairs, mates = exchange(remainder, pairs, mates)
    more, _, mates = transpose(upper, lower, pairs, mates)
    return [*steps, *more], mates


def choose_moved(bracket: Bracket, pairs: Pairs, mates: Mates) -> tuple[Pairs, Mates]:
    """Choose the moved-down players to be paired, where some are left to the Limbo: the first in order (4.4.2)."""
    for place in bracket.moved:
        if mates[place] not in bracket.members:
            limbo = {pair: 1 for pair in pairs.costs if pair[0] == place and pair[1] not in bracket.members}
            mates = solve(pairs.refined(limbo))
        stays = mates[place] in bracket.members
        pairs = pairs.limited(place, {(i, j) for i, j in pairs.costs if (j in bracket.members) == stays})
    return pairs, mates


def transpose(
    upper: Sequence[int], lower: Sequence[int], pairs: Pairs, mates: Mates
) -> tuple[list[Step], Pairs, Mates]:
    """Give each player of S1 in turn the first possible opponent of S2 (4.2.2). Return what is left for the others."""
    free, steps = sorted(lower), []
    for place in upper:
        possible = [other for other in free if ordered_pair(place, other) in pairs.costs]
        if mates[place] != possible[0]:
            mates = change_opponents(place, possible[0], pairs, mates)
        if mates[place] != possible[0]:
            order = {ordered_pair(place, other): index for index, other in enumerate(possible)}
            mates = mates | solve(pairs.refined(order))
        steps.append(Step(place, free[0], mates[place]))
        free = [other for other in free if other != mates[place]]
        pairs = pairs.without(place, mates[place])
    return steps, pairs, mates


def change_opponents(place: int, other: int, pairs: Pairs, mates: Mates) -> Mates:
    """Let two players meet, and their mates, if that costs the same: another best pairing without a search."""
    mate, left = mates[place], mates[other]
    now = pairs.costs[ordered_pair(place, mate)] + pairs.costs[ordered_pair(other, left)]
    then = [pairs.costs.get(ordered_pair(*pair)) for pair in ((place, other), (mate, left))]
    if None in then or sum(filter(None, then)) != now:
        return mates
    return mates | {place: other, other: place, mate: left, left: mate}


def exchange(remainder: Sequence[int], pairs: Pairs, mates: Mates) -> tuple[list[int], list[int], Pairs, Mates]:
    """Return S1 and S2 after the first resident-exchange that allows a best pairing (4.3), and the pairs left."""
    inside = set(remainder)
    size = sum(mates[place] in inside for place in remainder) // 2
    upper, lower = set(remainder[:size]), set(remainder[size:])
    to_lower, to_upper = find_moves(upper, lower, pairs)
    if find_moved(to_lower, mates):  # otherwise nothing comes before no exchange
        ordered = order_exchanges(remainder, size, to_lower, to_upper, pairs)
        mates = mates | solve(ordered)
        ordered, mates = choose_exchanged(sorted(upper, reverse=True), to_lower, ordered, mates)  # rule 3
        _, mates = choose_exchanged(sorted(lower), to_upper, ordered, mates)  # rule 4
        down, up = find_moved(to_lower, mates), find_moved(to_upper, mates)
        upper, lower = upper - down | up, lower - up | down

    def keeps(i: int, j: int) -> bool:
        if i in upper or j in upper:
            return i in lower or j in lower
        return not (i in lower and j in lower)

    return sorted(upper), sorted(lower), pairs.only(keeps), mates


def find_moves(upper: set[int], lower: set[int], pairs: Pairs) -> tuple[Moves, Moves]:
    """Return whom each pair would move from S1 to S2, and whom from S2 to S1.

    In a pair inside S1 the lower-placed player goes down, and so does a player of S1 who is paired outside; in a pair
    inside S2 the higher-placed one goes up.
    """
    of_upper = (pair for pair in pairs.costs if pair[0] in upper and pair[1] not in lower)
    to_lower = {pair: pair[1] if pair[1] in upper else pair[0] for pair in of_upper}
    return to_lower, {pair: pair[0] for pair in pairs.costs if lower.issuperset(pair)}


def order_exchanges(remainder: Sequence[int], size: int, to_lower: Moves, to_upper: Moves, pairs: Pairs) -> Pairs:
    """Prefer the fewest exchanged players (rule 1), then the smallest difference of their sums (rule 2).

    Both are added up from what each pair moves.
    """
    number = {place: index for index, place in enumerate(remainder)}
    sums = {pair: size - 1 - number[place] for pair, place in to_lower.items()}
    sums |= {pair: number[place] - size for pair, place in to_upper.items()}
    return pairs.refined(dict.fromkeys(to_lower, 1), sums)


def choose_exchanged(players: Sequence[int], moves: Moves, ordered: Pairs, mates: Mates) -> tuple[Pairs, Mates]:
    """Move the first possible of these players to the other subgroup, and then the next, as many as must move."""
    left = len(find_moved(moves, mates))
    for place in players:
        if not left:
            break
        own = {pair for pair, each in moves.items() if each == place}
        if place not in find_moved(moves, mates):
            stays = {pair: 1 for pair in ordered.costs if place in pair and pair not in own}
            mates = mates | solve(ordered.refined(stays))
        if place in find_moved(moves, mates):
            ordered, left = ordered.limited(place, own), left - 1
    return ordered, mates


def find_moved(moves: Moves, mates: Mates) -> set[int]:
    """Return who changes the subgroup in a pairing."""
    return {moves[pair] for pair in mates.items() if pair in moves}


def solve(pairs: Pairs) -> Mates:
    """Return the best pairing of pairs of which one is known to exist."""
    mates = pairs.best()
    assert mates is not None
    return mates
