"""C.04.6, articles 2.2 and 3.4: who has the pairing-allocated bye, and whether everybody else can be paired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from pairing.dutch.solver import Pairs
from pairing.team_swiss.teams import Round


def bye_candidates(round: Round) -> list[int]:
    """Return who may have the bye (C2), in the order of 3.4.2 to 3.4.4."""
    free = (place for place in round.places if not round.teams[place].no_bye)
    return sorted(free, key=lambda p: (round.teams[p].score, -round.teams[p].played, -round.teams[p].tpn))


def choose_bye(round: Round, pause: Callable[[], None] = lambda: None) -> int | None:
    """Return who has the bye: the first who leaves a legal pairing (3.4.1); None if nobody does."""
    return next((place for place in bye_candidates(round) if can_pair_without(round, place, pause)), None)


def can_pair_without(round: Round, place: int | None, pause: Callable[[], None] = lambda: None) -> bool:
    """Return whether all others can be paired (C3)."""
    return can_pair(round, [other for other in round.places if other != place], pause)


def can_pair(round: Round, places: Sequence[int], pause: Callable[[], None] = lambda: None) -> bool:
    """Return whether an even number of teams can be paired; where each may meet half of them, they can (Dirac)."""
    members = frozenset(places)
    if all(2 * (len(members) - 1 - len(members & round.apart[place])) >= len(members) for place in places):
        return True
    pairs = {pair: 0 for pair in combinations(places, 2) if round.may_meet(*pair)}
    return Pairs(places, pairs, pause).best() is not None
