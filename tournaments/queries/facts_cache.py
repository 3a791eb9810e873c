"""The facts of an event from version to version: after an entry only its game is read again.

Reading all games of a large event takes far longer than ranking it again. Whatever else was written than the result of
a game leads to a whole read; so does everything that this process can't tell.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from threading import Lock
from typing import NamedTuple

from tiebreaks.crosstable import Adjustment, Crosstable, Game
from tournaments.access import audience
from tournaments.domain.log_actions import Effect, actions_with
from tournaments.models import Event

GAME_ACTIONS = actions_with(Effect.GAME)

REMEMBERED = 64  # facts of several events, for arbiters and for the public in both languages
MAX_ENTRIES = 100  # so many entries since are read game by game; more make a whole read the quicker one

type Changed = Callable[[Collection[int]], Iterable[tuple[int, Game, int]]]


class Known(NamedTuple):
    """What was read, and the version of the event that it is at least as new as."""

    version: int
    facts: Crosstable


_known: OrderedDict[tuple, Known] = OrderedDict()
_lock = Lock()


def read_facts(event: Event, whole: Callable[[], Crosstable], changed: Changed) -> Crosstable:
    """Return the facts of an event of players, at least as new as its version.

    `whole` reads all of them; `changed` reads some games by their keys, as each player sees them.
    """
    key = (event.pk, event.epoch, audience.audience_key(event))
    with _lock:
        known = _known.get(key)
    found = update_facts(event, known, changed) if known else None
    current = whole() if found is None else found
    with _lock:
        newest = _known.get(key)
        if newest is None or newest.version <= event.version:
            _known[key] = Known(event.version, current)
            _known.move_to_end(key)
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)
    return current


def update_facts(event: Event, known: Known, changed: Changed) -> Crosstable | None:
    """Return the known facts with the games entered since, None where something else was written."""
    behind = event.version - known.version
    if not 0 <= behind <= MAX_ENTRIES:
        return None
    keys = find_entered_games(event, behind) if behind else set()
    return None if keys is None else replace_games(known.facts, changed(keys)) if keys else known.facts


def find_entered_games(event: Event, behind: int) -> set[int] | None:
    """Return the games of the last entries, None where the log holds anything else. Each version is one line of it."""
    lines = event.log.filter(version__lte=event.version).order_by("-pk").values_list("version", "action", "game_id")
    last = list(lines[:behind])
    if [version for version, *_ in last] != list(range(event.version, event.version - behind, -1)):
        return None
    if any(action not in GAME_ACTIONS or game is None for _version, action, game in last):
        return None
    return {game for _version, _action, game in last}


def replace_games(facts: Crosstable, sides: Iterable[tuple[int, Game, int]]) -> Crosstable | None:
    """Put games, and what is taken off in them, in the place of what their rounds held; None where nothing stood."""
    games, adjustments = dict(facts.games), dict(facts.adjustments)
    for number, game, off in sides:
        own = games.get(number, ())
        if game.round not in {other.round for other in own}:
            return None
        games[number] = tuple(game if other.round == game.round else other for other in own)
        others = [each for each in adjustments.pop(number, ()) if each.round != game.round]
        taken = sorted([*others, *([Adjustment(game.round, -off)] if off else [])], key=lambda each: each.round)
        if taken:
            adjustments[number] = tuple(taken)
    return facts._replace(games=games, adjustments=adjustments)


def clear() -> None:
    """Know nothing any more: for tests that write rows past the actions."""
    with _lock:
        _known.clear()
