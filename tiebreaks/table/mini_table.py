"""The mini-table of a tied group: the games among its members, and the places that follow (C.07, articles 6 and 13.3).

It is a value of its own below the tables, since workings show it and know nothing of how it came about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

type Points = int | Decimal | Fraction  # fractions only if averages are needed
type MutualResults = dict[int, dict[int, Points]]  # each member's average points against each other member of a group


def sum_points(points: Iterable[Points]) -> Points:
    """Add up points of one type: all decimals, or all fractions."""
    return sum(points)


class EncounterStep(NamedTuple):
    """One comparison of teams that were still tied: the code of what was compared, and each team's numbers."""

    compared: str
    values: dict[int, tuple[Points, ...]]


class Encounter(NamedTuple):
    """The games among a tied group, and the places that follow from them.

    `places` are 1, 2, 2, 4 inside the group, all 0 if nothing broke the tie. `find_met` returns what each member made
    against each other one; most large groups are placed without it. `complete` says whether all members have met.
    `steps` are the comparisons of a criterion for teams that has several, in order.
    """

    group: tuple[int, ...]
    places: dict[int, int]
    find_met: Callable[[], MutualResults]
    complete: bool
    steps: tuple[EncounterStep, ...] = ()

    @property
    def results(self) -> dict[tuple[int, int], Points]:
        """Return the average points of each pair that has met, by the two numbers."""
        return {(number, other): points for number, own in self.find_met().items() for other, points in own.items()}

    def against(self, number: int) -> dict[int, Points]:
        """Return a member's average points against each other member they met."""
        return self.find_met().get(number, {})

    def total(self, number: int) -> Points:
        """Return a member's points against the rest of the group."""
        return sum_points(self.against(number).values())
