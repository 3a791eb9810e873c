"""C.04.6, articles 2.2 and 3.4: who has the pairing-allocated bye, and whether everybody else can be paired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from pairing.dutch.solver import Pairs
from pairing.team_swiss.teams import Round


def bye_candidates(this_round: Round) -> list[int]:
    """Return who may have the bye (C2), in the order of 3.4.2 to 3.4.4."""
    free = (place for place in this_round.places if not this_round.teams[place].no_bye)
    return sorted(
        free, key=lambda p: (this_round.teams[p].score, -this_round.teams[p].played, -this_round.teams[p].tpn)
    )


def choose_bye(this_round: Round, pause: Callable[[], None] = lambda: None) -> int | None:
    """Return who has the bye: the first who leaves a legal pairing (3.4.1); None if nobody does."""
    return next((place for place in bye_candidates(this_round) if can_pair_without(this_round, place, pause)), None)


def can_pair_without(this_round: Round, place: int | None, pause: Callable[[], None] = lambda: None) -> bool:
    """Return whether all others can be paired (C3)."""
    return can_pair(this_round, [other for other in this_round.places if other != place], pause)


def can_pair(this_round: Round, places: Sequence[int], pause: Callable[[], None] = lambda: None) -> bool:
    """Return whether an even number of teams can be paired; where each may meet half of them, they can (Dirac)."""
    members = frozenset(places)
    if all(2 * (len(members) - 1 - len(members & this_round.apart[place])) >= len(members) for place in places):
        return True
    pairs = {pair: 0 for pair in combinations(places, 2) if this_round.may_meet(*pair)}
    return Pairs(places, pairs, pause).best() is not None
