"""C.04.3, article 3, for brackets in which counting is enough: nearly all in a large field.

How well a bracket can do by the colours follows from how many of its players want which colour how strongly, and from
who floats. Earlier meetings can only make it worse. So the sequence of article 4 is followed step by step: each player
of S1 takes the first of S2 with whom the others can still do as well as the whole bracket can. If that ends well, it
is the first of the best pairings. Otherwise nothing is shown, and a search decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pairing.dutch.below import Below
from pairing.dutch.colours import Preference, Strength
from pairing.dutch.criteria import BEFORE, LAST, Bracket
from pairing.dutch.players import Float
from pairing.dutch.sequence import Step
from tiebreaks.facts.games import Colour

MOST_RETRIES = 1000
CRITERIA = ("C9", "C10", "C12", "C13", "C14", "C15", "C16", "C17")
STRENGTHS = 3
CLASH = 1, 0, 0  # topscorers with the same absolute preference meet: C10 or C11
type Costs = tuple[int, ...]  # what a pairing costs by these criteria


class Floating(NamedTuple):
    """Who might float: the kind of colour preference, and the cost by C9, C14 and C16."""

    kind: int
    unplayed: int
    again: bool
    before: bool


def pair_by_counting(bracket: Bracket, below: Below) -> list[Step] | None:
    """Return the steps to the pairs of a bracket, None where counting does not show them."""
    tally = Tally(bracket, below)
    is_possible = not (below.gives_bye and below.following) and (tally.has_floater or below.is_complete)
    tally.let_float(bracket.residents)
    goal = tally.best() if is_possible else None
    if goal is None or goal[CRITERIA.index("C10")]:
        return None
    moved = follow_sequence(tally, bracket.moved, bracket.residents)
    if moved is None:
        return None
    taken = {step.mate for step in moved}
    remainder = [place for place in bracket.residents if place not in taken]
    goal, half = tally.best(), len(remainder) // 2
    tally.let_float(remainder[half:])
    steps = follow_sequence(tally, remainder[:half], remainder[half:]) if tally.best() == goal else None
    return None if steps is None else [*moved, *steps]


class Tally:
    """Who is left of a bracket: how many of each kind of colour preference, and how many who might float.

    A kind is 0 without a preference, and else its strength, for Black higher by three.
    """

    def __init__(self, bracket: Bracket, below: Below) -> None:
        self.round, self.below, self.moved = bracket.round, below, frozenset(bracket.moved)
        members = (*bracket.moved, *bracket.residents)
        self.has_floater = len(members) % 2 == 1
        self.kinds = {place: kind_of(self.round.wishes[place]) for place in members}
        self.counts = [0] * (1 + 2 * STRENGTHS)
        for kind in self.kinds.values():
            self.counts[kind] += 1
        self.floating: dict[int, Floating] = {}
        self.floaters: Counter[Floating] = Counter()

    def let_float(self, places: Sequence[int]) -> None:
        """Say among whom the floater of an odd bracket must be."""
        self.floating = {place: self._floating(place) for place in places if self._may_float(place)}
        self.floaters = Counter(self.floating.values())

    def _may_float(self, place: int) -> bool:
        return self.has_floater and (self.below.accepts(place) if self.below.following else place in self.below.byes)

    def _floating(self, place: int) -> Floating:
        player = self.round.players[place]
        unplayed = 0 if self.below.following else player.unplayed
        return Floating(
            self.kinds[place], unplayed, *(player.floats[earlier] == Float.DOWN for earlier in (LAST, BEFORE))
        )

    def best(self) -> Costs | None:
        """Return a lower bound of the cost of pairing all who are left.

        None says that this would break C3, or that nobody may float.
        """
        if self.has_floater:
            return min(self._with_each_floater(), default=None)
        colours = self._colours()
        return colours and (0, *colours, 0, 0, 0, 0)

    def _colours(self) -> Costs | None:
        return cost_of_colours(self.counts) or (CLASH if self.round.is_last else None)

    def _with_each_floater(self) -> Iterator[Costs]:
        for floating, left in self.floaters.items():
            if not left:
                continue
            self.counts[floating.kind] -= 1
            colours = self._colours()
            self.counts[floating.kind] += 1
            if colours:
                yield floating.unplayed, *colours, floating.again, 0, floating.before, 0

    def remove(self, *places: int, by: int = 1) -> None:
        """Leave out two players who are paired."""
        for place in places:
            self.counts[self.kinds[place]] -= by
            if place in self.floating:
                self.floaters[self.floating[place]] -= by

    def restore(self, *places: int) -> None:
        """Put two players back who had been left out."""
        self.remove(*places, by=-1)

    def cost_with(self, one: int, other: int) -> Costs | None:
        """Return a lower bound of the cost of pairing all who are left if these two meet."""
        denied = cost_of_pair(self.kinds[one], self.kinds[other])
        self.remove(one, other)
        rest = self.best()
        self.restore(one, other)
        if rest is None:
            return None
        up = [one in self.moved and self.round.players[other].floats[earlier] == Float.UP for earlier in (LAST, BEFORE)]
        pair = (0, *denied, 0, up[0], 0, up[1])
        return tuple(each + more for each, more in zip(rest, pair, strict=True))

    def likeness(self, other: int) -> object:
        """Return the properties of an opponent that determine the cost of a pair."""
        return self.kinds[other], self.floating.get(other), self.round.players[other].floats


def follow_sequence(tally: Tally, upper: Sequence[int], lower: Sequence[int]) -> list[Step] | None:
    """Give each player of S1 in turn the first possible opponent of S2 (4.2.2), and take steps back where it ends.

    The players are removed from the tally. None says that there is no way, or that too many were tried.
    """
    free, steps, retries, start = list(lower), list[Step](), 0, 0
    taken, goals = list[int](), [tally.best()]  # of each step: the index in S2, and the goal before it
    while len(steps) < len(upper):
        place = upper[len(steps)]
        index = find_opponent(tally, place, free, start, goals[-1])
        if index is not None:
            why = why_not(tally, place, free[0], goals[-1]) if index else None
            steps.append(Step(place, free[0], free[index], why))
            tally.remove(place, free.pop(index))
            taken.append(index)
            goals.append(tally.best())
            start = 0
        elif steps and retries < MOST_RETRIES:
            retries, step, index = retries + 1, steps.pop(), taken.pop()
            tally.restore(step.place, step.mate)
            free.insert(index, step.mate)
            goals.pop()
            start = index + 1
        else:
            return None
    return steps


def find_opponent(tally: Tally, place: int, free: Sequence[int], start: int, goal: Costs | None) -> int | None:
    """Return the index of the first opponent with whom the goal can still be reached."""
    fits: dict[object, bool] = {}
    for index in range(start, len(free)):
        other = free[index]
        if tally.round.is_legal(place, other):
            likeness = tally.likeness(other)
            if likeness not in fits:
                fits[likeness] = tally.cost_with(place, other) == goal
            if fits[likeness]:
                return index
    return None


def why_not(tally: Tally, place: int, other: int, goal: Costs | None) -> str | None:
    """Return the criterion that a pair would break, None where counting does not show one."""
    if not tally.round.may_meet(place, other):
        return "C1"
    if not tally.round.is_legal(place, other):
        return "C3"
    cost = tally.cost_with(place, other)
    if cost is None or goal is None:
        return None
    name = next((name for name, each, least in zip(CRITERIA, cost, goal, strict=True) if each > least), None)
    return None if name == "C10" else name  # it might be C11


def kind_of(wish: Preference) -> int:
    """Return the kind of a colour preference."""
    return wish.strength + STRENGTHS * (wish.colour == Colour.BLACK) if wish.strength else 0


def cost_of_colours(counts: Sequence[int]) -> Costs | None:
    """Return the pairs in which, at least, a preference (C12) and a strong one (C13) is denied, after 0 for C10.

    `counts` has the players of each kind, together an even number. None says that two with the same absolute
    preference would have to meet.
    """
    total = sum(counts)
    for first in (1, 1 + STRENGTHS):
        mild, strong, absolute = counts[first : first + STRENGTHS]
        denied = mild + strong + absolute - total // 2
        if denied > 0:
            granted = total - mild - strong - absolute  # one for each opponent who does not want this colour
            if absolute - granted > denied:
                return None
            return 0, denied, max(0, absolute + strong - granted - denied)
    return 0, 0, 0


def cost_of_pair(one: int, other: int) -> Costs:
    """Return, by kinds, what a pair costs by C10, C12 and C13."""
    if not one or not other or (one > STRENGTHS) != (other > STRENGTHS):
        return 0, 0, 0
    weaker = min(one, other) - STRENGTHS * (one > STRENGTHS)
    return CLASH if weaker == Strength.ABSOLUTE else (0, 1, int(weaker == Strength.STRONG))
