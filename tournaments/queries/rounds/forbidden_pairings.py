"""Whom the rules of an event keep apart: the pairs that may not meet in a round."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from pairing.rules.boards import Pair
from tiebreaks.facts.crosstable import Player
from tournaments.domain.rounds.forbidden_pairings import Apart
from tournaments.models import Ban, Event


def read_bans(event: Event, round_number: int) -> list[Ban]:
    """Return the bans that hold in a round. One query."""
    return list(event.bans.filter(from_round__lte=round_number))


def find_banned_pairs(bans: Iterable[Ban], players: Sequence[Player]) -> frozenset[Pair]:
    """Return the pairs that bans keep apart, the lower number first."""
    groups = (group for ban in bans for group in find_groups(ban, players))
    return frozenset(pair for group in groups for pair in combinations(group, 2))


def find_groups(ban: Ban, players: Sequence[Player]) -> list[list[int]]:
    """Return the groups inside which a ban lets nobody meet, as numbers in order."""
    if ban.rule == Apart.LIST:
        return [sorted(player.number for player in players if player.number in ban.numbers)]
    groups: dict[str, list[int]] = defaultdict(list)
    for player in players:
        name = (player.club if ban.rule == Apart.CLUB else player.federation).casefold()
        if name and name == (ban.text.casefold() or name):
            groups[name].append(player.number)
    return [sorted(group) for group in groups.values()]
