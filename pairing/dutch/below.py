"""C.04.3, C4, C5 and C8: what the scoregroups below a bracket ask of its floaters.

In a large field any few floaters will do: those below have so many possible opponents that everybody can be paired,
and the following bracket pairs as many as it can. Then the floaters are paired with stand-ins for everybody below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.boards import Pair
from pairing.dutch.completion import can_pair, count_opponents, fewest_opponents
from pairing.dutch.criteria import Bracket, Round
from pairing.dutch.solver import Pairs

FEW = 4  # the stand-ins of the first try; two more than floaters are needed


@dataclass(frozen=True)
class Below:
    """Everybody in lower scoregroups: the `following` one and the `rest`. `byes` are those who may have the bye (C5)."""

    round: Round
    following: Sequence[int]
    rest: Sequence[int]
    byes: frozenset[int]

    @cached_property
    def gives_bye(self) -> bool:
        """Return whether nobody below may have the bye, so that it goes to a floater."""
        return bool(self.byes) and self.byes.isdisjoint(self.following) and self.byes.isdisjoint(self.rest)

    @cached_property
    def is_complete(self) -> bool:
        """Return whether everybody below can be paired without a floater (C4)."""
        return can_pair(self.round, (*self.following, *self.rest), self.byes)

    def accepts(self, place: int) -> bool:
        """Return whether, with this one floater, the following bracket complies with C1 to C7 as well as can be (C8).

        Then the floater is paired in it, and at most one of its residents floats.
        """
        needed = len(self.following) + 1
        out = self.leaving if needed % 2 else ()
        if not (out or needed % 2 == 0 and self._rest_is_complete):
            return False
        (opponents,) = count_opponents(self.round, [place], self._following)
        if 2 * (min(opponents, self._fewest_following) - needed % 2) >= needed:  # Dirac's theorem
            return True
        return can_pair(self.round, (place, *self.following), out)

    @cached_property
    def leaving(self) -> frozenset[int]:
        """Return who may float from the following bracket: one more lets the rest be paired."""
        if not self.rest:
            return self.byes.intersection(self.following)
        odd = (len(self.rest) + 1) % 2
        enough = len(self.rest) + 1 + odd  # Dirac's theorem
        many = 2 * self._fewest_rest >= enough and not (odd and self.byes.isdisjoint(self.rest))
        counts = zip(self.following, count_opponents(self.round, self.following, self._rest), strict=True)
        return frozenset(
            place
            for place, count in counts
            if many and 2 * count >= enough or can_pair(self.round, (place, *self.rest), self.byes)
        )

    def pairs_of(self, bracket: Bracket, pause: Callable[[], None]) -> Iterator[tuple[Bracket, Pairs, Collection[int]]]:
        """Yield the bracket and its possible pairs with whom it needs of those below, and the stand-ins for all others.

        One of the problems is enough if two stand-ins are left over; otherwise the next one is larger.
        """
        members, count = sorted(bracket.members), FEW
        alone = Bracket(self.round, bracket.moved, bracket.residents)
        near = sorted((*members, *self.following))
        while count < len(near) and not self.gives_bye:
            if self._absorbs(members, count):
                yield alone, *self._with_stand_ins(members, count, pause)
            elif self._rest_accepts(near, count):
                yield bracket, *self._with_stand_ins(near, count, pause)
            else:
                break
            count *= 2
        everybody = sorted((*near, *self.rest))
        costs = dict.fromkeys(self.round.legal_pairs(everybody), 0)
        if len(everybody) % 2:
            costs |= {(place, self.round.bye): 0 for place in everybody if place in self.byes}
            everybody.append(self.round.bye)
        yield bracket, Pairs(everybody, costs, pause), ()

    def _with_stand_ins(
        self, near: Sequence[int], count: int, pause: Callable[[], None]
    ) -> tuple[Pairs, Collection[int]]:
        first = self.round.bye + 1
        others = range(first, first + count + (len(near) + count) % 2)
        costs = dict.fromkeys(self.round.legal_pairs(near), 0)
        costs |= {(place, other): 0 for place in near for other in others}
        costs |= {(one, other): 0 for one in others for other in others if one < other}
        return Pairs([*near, *others], costs, pause), others

    def _rest_accepts(self, near: Sequence[int], count: int) -> bool:
        """Return whether the rest can be paired with any `count` of those nearer, or fewer (Dirac's theorem)."""
        fewest = min(self._fewest_rest, *count_opponents(self.round, near, self._rest))
        in_rest = not self.byes.isdisjoint(self.rest)
        return in_rest == bool(self.byes) and 2 * (fewest - in_rest) >= len(self.rest) + count + 1

    def _absorbs(self, members: Sequence[int], count: int) -> bool:
        """Return whether the following bracket can pair any `count` floaters, or fewer, and all but one of its own."""
        if not self.following:
            return False
        if (len(self.following) + len(members)) % 2:
            if not self.leaving:
                return False
        elif not self._rest_is_complete:
            return False
        enough = 2 * self._fewest_following >= len(self.following) + count + 2
        return enough and min(count_opponents(self.round, members, self._following)) > count + 1

    @cached_property
    def _rest_is_complete(self) -> bool:
        return can_pair(self.round, self.rest, self.byes)

    @cached_property
    def _following(self) -> frozenset[int]:
        return frozenset(self.following)

    @cached_property
    def _rest(self) -> frozenset[int]:
        return frozenset(self.rest)

    @cached_property
    def _fewest_following(self) -> int:
        return fewest_opponents(self.round, self._following)

    @cached_property
    def _fewest_rest(self) -> int:
        return fewest_opponents(self.round, self._rest)
