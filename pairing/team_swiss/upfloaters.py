"""C.04.6, article 3.5: which teams with lower scores float up into the top-scoregroup.

The article lists sets of upfloaters and takes the first that complies. That is one optimum: with the fewest upfloaters
each of them meets a resident, so who comes up is read off a pairing of everybody who is left. It is the best by [C4]
and [C5], then by [C6] and [C7], and of equals the first in the order of 3.5.4. [C1] and [C3] hold in every such one.

[C6] counts how many the following scoregroup will need, as [C8] of FIDE Dutch does with the same words: "comply as much
as possible" (2.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing.dutch.sequence import Mates, solve
from pairing.dutch.solver import Pairs
from pairing.team_swiss.bye import can_pair
from pairing.team_swiss.criteria import Bracket, Named
from pairing.team_swiss.ordering import choose_first


class Chosen(NamedTuple):
    """The upfloaters of a bracket in order (3.5.3), and the search for them: pairs, costs by criterion, mates."""

    upfloaters: Sequence[int]
    known: Pairs | None = None
    criteria: Sequence[Named] = ()
    mates: Mates = {}


def choose_upfloaters(bracket: Bracket, pause: Callable[[], None] = lambda: None) -> Chosen:
    """Return the upfloaters of a bracket of a round that can be paired."""
    if needs_nobody(bracket, pause):
        return Chosen(())
    everybody = [*bracket.residents, *bracket.lower]
    known = Pairs(everybody, dict.fromkeys(bracket.legal_pairs(everybody), 0), pause)
    pairs, mates = settle_scores(bracket, known)
    for _name, cost in bracket.cost_of_choice(pairs.costs):
        pairs = pairs.refined(cost)
    mates = solve(pairs)
    up = bracket.count_upfloaters(pairs.costs)
    able, count = {place for _, place in up}, sum(mates[place] in bracket.top for place in bracket.lower)
    order = [place for place in bracket.lower if place in able]
    chosen, _, mates = choose_first(order, lambda _place, other: other in bracket.top, pairs, mates, count)
    return Chosen(sorted(chosen), known, list(bracket.cost_of_upfloaters(known.costs)), mates)


def needs_nobody(bracket: Bracket, pause: Callable[[], None] = lambda: None) -> bool:
    """Return whether the residents can be paired with each other, and everybody below too."""
    is_even = len(bracket.residents) % 2 == 0
    return (
        is_even and can_pair(bracket.round, bracket.residents, pause) and can_pair(bracket.round, bracket.lower, pause)
    )


def settle_scores(bracket: Bracket, known: Pairs) -> tuple[Pairs, Mates]:
    """Return the pairs with the costs by [C4] and [C5], without upfloaters from scores that provide none."""
    up = bracket.count_upfloaters(known.costs)
    mates = solve(known.refined(up))
    base = 1 + sum(mates[place] in bracket.top for place in bracket.lower)
    groups = bracket.scores_below()
    for _ in range(2):  # once by all scores, then by those that the upfloaters have
        digit = {p: base ** (len(groups) - 1 - index) for index, group in enumerate(groups) for p in group}
        whole = base ** len(groups)
        costs = {pair: whole + digit[pair[1]] if pair in up and pair[1] in digit else 0 for pair in known.costs}
        pairs = Pairs(known.everybody, {p: c for p, c in costs.items() if c or p not in up}, known.pause)
        mates = solve(pairs)
        groups = [group for group in groups if any(mates[place] in bracket.top for place in group)]
    return pairs, mates
