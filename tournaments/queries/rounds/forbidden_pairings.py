"""The forbidden pairings of an event: the pairs that may not meet in a round."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from django.db.models import Q

from pairing.rules.boards import Pair
from tiebreaks.facts.crosstable import Player
from tournaments.domain.rounds.forbidden_pairings import Apart
from tournaments.models import Event, ForbiddenPairing


def read_forbidden_pairings(event: Event, round_number: int) -> list[ForbiddenPairing]:
    """Return the forbidden pairings that hold in a round. One query."""
    holds = Q(to_round=None) | Q(to_round__gte=round_number)
    return list(event.forbidden_pairings.filter(holds, from_round__lte=round_number))


def find_forbidden_pairs(forbidden_pairings: Iterable[ForbiddenPairing], players: Sequence[Player]) -> frozenset[Pair]:
    """Return the pairs that forbidden pairings keep apart, the lower number first."""
    groups = (group for forbidden in forbidden_pairings for group in find_groups(forbidden, players))
    return frozenset(pair for group in groups for pair in combinations(group, 2))


def find_groups(forbidden: ForbiddenPairing, players: Sequence[Player]) -> list[list[int]]:
    """Return the groups inside which a forbidden pairing lets nobody meet, as numbers in order."""
    if forbidden.rule == Apart.LIST:
        return [sorted(player.number for player in players if player.number in forbidden.numbers)]
    groups: dict[str, list[int]] = defaultdict(list)
    for player in players:
        name = (player.club if forbidden.rule == Apart.CLUB else player.federation).casefold()
        if name and name == (forbidden.text.casefold() or name):
            groups[name].append(player.number)
    return [sorted(group) for group in groups.values()]
