"""C.04.6, article 3.6: the best pairing of a bracket by [C8] to [C10], and of equals the first by its identifier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing.dutch.sequence import solve
from pairing.dutch.solver import Pairs
from pairing.rules.boards import Pair, ordered_pair
from pairing.team_swiss.criteria import Bracket
from pairing.team_swiss.ordering import choose_first, first_mates
from pairing.team_swiss.upfloaters import Chosen, choose_upfloaters


class Paired(NamedTuple):
    """A bracket with its upfloaters, and its pairs in the order of the identifier: top and bottom member (3.6.1)."""

    bracket: Bracket
    chosen: Chosen
    pairs: Sequence[Pair]

    @property
    def by_number(self) -> list[int]:
        """Return all teams of the bracket in order of their pairing numbers."""
        return by_number(self.bracket, self.chosen.upfloaters)


def pair_bracket(bracket: Bracket, pause: Callable[[], None] = lambda: None) -> Paired:
    """Pair the top-scoregroup with its upfloaters."""
    chosen = choose_upfloaters(bracket, pause)
    return Paired(bracket, chosen, pair_members(bracket, chosen.upfloaters, pause))


def by_number(bracket: Bracket, upfloaters: Sequence[int]) -> list[int]:
    """Return the members of a bracket in order of their pairing numbers, whatever their scores (3.6.1)."""
    return sorted((*bracket.residents, *upfloaters), key=lambda place: bracket.round.teams[place].tpn)


def pair_members(bracket: Bracket, upfloaters: Sequence[int], pause: Callable[[], None] = lambda: None) -> list[Pair]:
    """Return the pairs (top member, bottom member) of a bracket that can be paired."""
    members = by_number(bracket, upfloaters)
    half = len(members) // 2
    number = {place: index for index, place in enumerate(members)}
    pairs = list_costs(bracket, upfloaters, pause)
    natural = list(zip(members[:half], members[half:], strict=True))
    if all(pairs.costs.get(ordered_pair(*pair)) == 0 for pair in natural):
        return natural
    mates = solve(pairs)
    tops, pairs, mates = choose_first(members, lambda one, other: number[one] < number[other], pairs, mates, half)
    upper, lower = ([place for place in members if (place in tops) == is_top] for is_top in (True, False))
    mates = first_mates(upper, lower, pairs, mates)
    return [(place, mates[place]) for place in upper]


def list_costs(bracket: Bracket, upfloaters: Sequence[int], pause: Callable[[], None] = lambda: None) -> Pairs:
    """Return the legal pairs of a bracket with their costs by [C8] to [C10]."""
    members = sorted((*bracket.residents, *upfloaters))
    pairs = Pairs(members, dict.fromkeys(bracket.legal_pairs(members), 0), pause)
    return pairs.refined(*(cost for _name, cost in bracket.cost_of_pairs(pairs.costs)))
