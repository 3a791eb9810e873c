"""The K by which a player's rating changes (FIDE's rating regulations, B.02, 8.3.3), and where it comes from.

FIDE's list has everybody's K: 40 for new players until 30 games, and for those under 18 below 2300; 10 for who has
ever reached 2400; otherwise 20. Without it the event's K counts; where that is unknown too, one is assumed by what is
known, and the page says why.
"""

from enum import StrEnum
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable, Player
from tournaments.domain.players.birth import birth_year

USUAL, OF_YOUNG, OF_STRONG = 20, 40, 10
YOUNG, BELOW, STRONG = 18, 2300, 2400
HIGHEST = OF_YOUNG  # of any player
MOST = 700  # K × games in a rating period


class KSource(StrEnum):
    """Where a K comes from: the player's own, the event's, or an assumption and its reason."""

    OWN = "own"
    EVENT = "event"
    YOUNG = "young"
    STRONG = "strong"
    ASSUMED = "assumed"


class RatingK(NamedTuple):
    """The K that counts for so many games, and the `full` one, which is larger where these are many."""

    value: int
    full: int
    source: KSource


def choose_k(facts: Crosstable, number: int, games: int, of_event: int | None) -> RatingK:
    """Return the K of a player who has played so many rated games: their own, the event's, or an assumed one."""
    player = facts.players[number]
    if player.rating_k:
        full, source = player.rating_k, KSource.OWN
    elif of_event is not None:
        full, source = of_event, KSource.EVENT
    else:
        full, source = _assume(player, facts.starts_on)
    return RatingK(min(full, MOST // games) if games else full, full, source)


def _assume(player: Player, starts_on: str) -> tuple[int, KSource]:
    rating, day, born = player.rating or 0, starts_on[:4], birth_year(player.birth_date)
    if rating >= STRONG:
        return OF_STRONG, KSource.STRONG
    if rating < BELOW and born and day.isdecimal() and int(day) - born <= YOUNG:
        return OF_YOUNG, KSource.YOUNG
    return USUAL, KSource.ASSUMED
