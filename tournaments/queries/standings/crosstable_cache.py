"""The facts of an event from version to version: after an entry only its game is read again.

Reading all games of a large event takes far longer than ranking it again. If anything but the result of a game was
written, or if this process can't tell, everything is read again.
"""

from collections.abc import Callable, Collection, Iterable
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.facts.crosstable import Adjustment, Crosstable
from tiebreaks.facts.games import Game
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.event.log_actions import Effect, actions_with
from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.queries.standings.endings import Endings

GAME_ACTIONS = actions_with(Effect.GAME)

REMEMBERED = 64  # facts of several events, for arbiters and for the public in both languages
MAX_ENTRIES = 100  # so many entries since are read game by game; more make a whole read the quicker one

type Side = tuple[int, Game, Decimal]  # a player, their game, and what is deducted from their points in it
type Facts = tuple[Crosstable, Endings]
type Changed = Callable[[Collection[int]], Iterable[Side]]


class CachedFacts(NamedTuple):
    """The facts of an event, the stages that end it, and a version that both are at least as new as."""

    version: int
    facts: Crosstable
    endings: Endings


# By event, epoch and audience.
_cache: BoundedCache[tuple[int, str, str], CachedFacts] = BoundedCache("facts", REMEMBERED)


def read_facts(reader: Reader, whole: Callable[[], Facts], changed: Changed) -> Facts:
    """Return the facts of an event of players, at least as new as its version, and the stages that end it.

    `whole` reads all of them; `changed` reads some games by their keys, as each player sees them.
    """
    event = reader.event
    key = (event.pk, event.epoch, audience.audience_key(reader))
    cached = _cache.get(key)
    updated = update_facts(event, cached, changed) if cached else None
    current = whole() if cached is None or updated is None else (updated, cached.endings)
    with _cache.lock:
        newest = _cache.get(key)
        if newest is None or newest.version <= event.version:
            _cache.put(key, CachedFacts(event.version, *current))
    return current


def update_facts(event: Event, cached: CachedFacts, changed: Changed) -> Crosstable | None:
    """Return the cached facts with the games entered since, None where something else was written."""
    behind = event.version - cached.version
    if not 0 <= behind <= MAX_ENTRIES:
        return None
    keys = find_entered_games(event, behind) if behind else set()
    return None if keys is None else replace_games(cached.facts, changed(keys)) if keys else cached.facts


def find_entered_games(event: Event, behind: int) -> set[int] | None:
    """Return the games of the last entries, None where the log holds anything else. Each version is one line of it."""
    counted = event.log.filter(version__lte=event.version).exclude(action__in=actions_with(Effect.BESIDE))
    lines = counted.order_by("-pk").values_list("version", "action", "game_id")
    last = list(lines[:behind])
    if [version for version, *_ in last] != list(range(event.version, event.version - behind, -1)):
        return None
    games = [game for _version, action, game in last if action in GAME_ACTIONS and game is not None]
    return set(games) if len(games) == len(last) else None


def replace_games(facts: Crosstable, sides: Iterable[Side]) -> Crosstable | None:
    """Replace the games of some rounds, with their deductions; None where a player has no game in the round yet."""
    games, adjustments = dict(facts.games), dict(facts.adjustments)
    for number, game, deduction in sides:
        own = games.get(number, ())
        if game.round not in {other.round for other in own}:
            return None
        games[number] = tuple(game if other.round == game.round else other for other in own)
        remaining = [each for each in adjustments.pop(number, ()) if each.round != game.round]
        if deduction:
            remaining.append(Adjustment(game.round, -deduction))
        if remaining:
            adjustments[number] = tuple(sorted(remaining, key=lambda each: each.round))
    return facts._replace(games=games, adjustments=adjustments)
