"""C.04.3, article 3: the pairing of a bracket. The best candidate by article 2, and of equals the first by article 4.

Article 3 generates candidates one after the other until one is perfect, and otherwise takes the best of all (3.8.1).
That is one optimum: the solver finds what is best by the criteria, and the sequence settles what is generated first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing.boards import Pair
from pairing.dutch.criteria import Bracket
from pairing.dutch.sequence import first_in_sequence, solve
from pairing.dutch.solver import Pairs


class Paired(NamedTuple):
    """A bracket with its pairs, the higher-ranked player first, and who floats down from it."""

    bracket: Bracket
    pairs: Sequence[Pair]
    floaters: Sequence[int]


def pair_bracket(bracket: Bracket, pairs: Pairs, bye_score_reached: bool) -> Paired:
    """Pair a bracket. `pairs` are the legal ones of everybody not yet paired, so C1 to C5 hold in what is found (C4).

    `bye_score_reached` says that everybody with the score of who will have the bye is in the bracket.
    """
    pairs = pairs.only(lambda i, j: not (i in bracket.moved and j in bracket.moved))
    known = list(pairs.costs)
    optimum = pairs.refined(*(cost for _, cost in bracket.cost_of_floats(known)))
    if bye_score_reached and count_floaters(bracket, optimum) == 1:  # the note to C9
        optimum = optimum.refined(bracket.cost_of_bye())
    optimum = optimum.refined(*(cost for _, cost in bracket.cost_of_quality(known)))
    mates = solve(optimum)
    if all(mates[place] in bracket.members for place in bracket.members):
        optimum = optimum.among(bracket.members)  # nobody floats, whatever comes first
    found, floaters = first_in_sequence(bracket, optimum, mates)
    return Paired(bracket, found, floaters)


def count_floaters(bracket: Bracket, pairs: Pairs) -> int:
    """Return how many players float down from a bracket by the criteria so far."""
    mates = solve(pairs)
    return sum(mates[place] not in bracket.members for place in (*bracket.moved, *bracket.residents))
