"""C.04.3, article 3: the pairing of a bracket. The best candidate by article 2, and of equals the first by article 4.

Article 3 generates candidates one after the other until one is perfect, and otherwise takes the best of all (3.8.1).
That is one optimum: the solver finds what is best by the criteria, and the sequence settles what is generated first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from pairing.dutch.below import Below
from pairing.dutch.counting import pair_by_counting
from pairing.dutch.criteria import Bracket, Named
from pairing.dutch.sequence import Mates, Step, first_in_sequence, solve
from pairing.dutch.solver import Pairs
from pairing.rules.boards import Pair, ordered_pair


class BracketSearch(NamedTuple):
    """What a search for the best pairing has found, to explain it.

    `known` has all pairs that were possible with their costs, `criteria` what each criterion cost, and `mates` is a way
    to pair everybody who was left.
    """

    known: Pairs
    criteria: Sequence[Named]
    mates: Mates


class PairedBracket(NamedTuple):
    """A bracket with the steps to its pairs, and the search, if counting did not show them."""

    bracket: Bracket
    steps: Sequence[Step]
    search: BracketSearch | None = None

    @property
    def pairs(self) -> list[Pair]:
        """Return the pairs, the higher-ranked player first."""
        return [ordered_pair(step.place, step.mate) for step in self.steps]

    @property
    def floaters(self) -> list[int]:
        """Return who floats down, in order."""
        paired = {place for pair in self.pairs for place in pair}
        return [place for place in (*self.bracket.moved, *self.bracket.residents) if place not in paired]

    @property
    def has_surprise(self) -> bool:
        """Tell whether somebody does not get the first opponent, or somebody floats who is not among the last."""
        last = self.bracket.residents[len(self.bracket.residents) - len(self.floaters) :]
        return any(step.mate != step.first for step in self.steps) or self.floaters != list(last)

    def count_used(self, stand_ins: Collection[int]) -> int:
        """Return how many stand-ins for lower players were needed in the search."""
        assert self.search is not None
        return sum(self.search.mates[place] in self.bracket.near for place in stand_ins)


def pair_bracket(
    bracket: Bracket, below: Below, pause: Callable[[], None] = lambda: None, must_explain: bool = False
) -> PairedBracket:
    """Pair a bracket so that everybody below can still be paired.

    With `must_explain`, a bracket where somebody does not get the first opponent, or where not the last ones float, is
    searched even where counting is enough: only then is each reason exact. `pause` is called before each search, and
    may raise to end it.
    """
    steps = pair_by_counting(bracket, below)
    if steps is not None and not (must_explain and PairedBracket(bracket, steps).has_surprise):
        return PairedBracket(bracket, steps)
    for problem, pairs, stand_ins in below.problems_of(bracket, pause):
        found = search_best(problem, pairs, below.gives_bye or not below.following)
        if found and (not stand_ins or found.count_used(stand_ins) <= len(stand_ins) - 2):
            return found._replace(bracket=bracket)
    raise AssertionError("the last problem has no stand-ins")


def search_best(bracket: Bracket, pairs: Pairs, bye_score_reached: bool) -> PairedBracket | None:
    """Pair a bracket by search; None where not everybody can be paired.

    `pairs` are the legal ones of everybody not yet paired: C1 to C5 hold in all of them. `bye_score_reached` says that
    everybody with the score of who will have the bye is in the bracket.
    """
    pairs = pairs.only(lambda i, j: not (i in bracket.moved and j in bracket.moved))
    known = list(pairs.costs)
    criteria = list(bracket.cost_of_floats(known))
    optimum = pairs.refined(*(cost for _, cost in criteria))
    if (mates := optimum.best()) is None:
        return None
    if bye_score_reached and count_floaters(bracket, mates) == 1:  # the note to C9
        criteria.append(("C9", bracket.cost_of_bye()))
        optimum = optimum.refined(bracket.cost_of_bye())
    quality = list(bracket.cost_of_quality(known))
    optimum = whole = optimum.refined(*(cost for _, cost in quality))
    mates = solve(optimum)
    if all(mates[place] in bracket.members for place in bracket.members):
        optimum = optimum.among(bracket.members)  # nobody floats, whatever comes first
    steps, mates = first_in_sequence(bracket, optimum, mates)
    return PairedBracket(bracket, steps, BracketSearch(whole, [*criteria, *quality], mates))


def count_floaters(bracket: Bracket, mates: Mates) -> int:
    """Return how many float down from a bracket."""
    return sum(mates[place] not in bracket.members for place in (*bracket.moved, *bracket.residents))
