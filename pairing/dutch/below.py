"""C.04.3, C4, C5 and C8: what the scoregroups below a bracket ask of its floaters.

In a large field any few floaters will do: those below have so many possible opponents that everybody can be paired,
and the following bracket pairs as many as it can. Then stand-ins take the place of everybody below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.dutch.completion import OpenField, are_enough, can_pair
from pairing.dutch.criteria import Bracket, Round
from pairing.dutch.solver import Pairs

FEW = 4  # the stand-ins of the first try; two more than floaters are needed


@dataclass(frozen=True)
class Below:
    """The players of lower scoregroups, and those of them who may have the bye (C5)."""

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
        size = len(self.following) + 1
        if not self._can_go_on(size):
            return False
        opponents = min(self._field.fewest_opponents, self._field.count_opponents(place))
        return are_enough(opponents, size) or can_pair(self.round, (place, *self.following), self.leaving)

    def _can_go_on(self, size: int) -> bool:
        """Return whether a following bracket of this size lets the rest be paired: with one floater if it is odd."""
        return bool(self.leaving) if size % 2 else self._rest_is_complete

    @cached_property
    def leaving(self) -> frozenset[int]:
        """Return who may float from the following bracket as the only one, so that the rest can be paired."""
        if not self.rest:
            return self.byes.intersection(self.following)
        size, rest = len(self.rest) + 1, self._field_of_rest
        has_bye = size % 2 == 0 or not self.byes.isdisjoint(self.rest)
        return frozenset(
            place
            for place in self.following
            if (has_bye and are_enough(min(rest.fewest_opponents, rest.count_opponents(place)), size))
            or can_pair(self.round, (place, *self.rest), self.byes)
        )

    def problems_of(
        self, bracket: Bracket, pause: Callable[[], None]
    ) -> Iterator[tuple[Bracket, Pairs, Collection[int]]]:
        """Yield the bracket, its possible pairs with the players that it needs from below, and stand-ins for the rest.

        The first one that leaves two stand-ins over is enough.
        """
        members, count = sorted(bracket.members), FEW
        near = sorted((*members, *self.following))
        while count < len(near) and not self.gives_bye:
            if self._following_takes(members, count):
                alone = Bracket(self.round, bracket.moved, bracket.residents)
                yield alone, *self._with_stand_ins(members, count, pause)
            elif self._rest_takes(near, count):
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

    def _following_takes(self, members: Sequence[int], count: int) -> bool:
        """Return whether the following bracket pairs any floaters up to a count, and all of its own but perhaps one."""
        if not self.following or not self._can_go_on(len(self.following) + len(members)):
            return False
        enough = 2 * self._field.fewest_opponents >= len(self.following) + count + 2
        return enough and min(map(self._field.count_opponents, members)) > count + 1

    def _rest_takes(self, near: Sequence[int], count: int) -> bool:
        """Return whether the rest can be paired with any of those nearer, up to a count."""
        has_bye = not self.byes.isdisjoint(self.rest)
        opponents = min(self._field_of_rest.fewest_opponents, *map(self._field_of_rest.count_opponents, near))
        return has_bye == bool(self.byes) and 2 * (opponents - has_bye) >= len(self.rest) + count + 1

    @cached_property
    def _rest_is_complete(self) -> bool:
        return can_pair(self.round, self.rest, self.byes)

    @cached_property
    def _field(self) -> OpenField:
        return OpenField(self.round, self.following)

    @cached_property
    def _field_of_rest(self) -> OpenField:
        return OpenField(self.round, self.rest)
