"""The ranked tables of an event, computed once per process and version, and what follows from them."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any

from pairing.stages import Stage
from tiebreaks.crosstable import Crosstable
from tiebreaks.notation import ChosenCriterion, read_order
from tiebreaks.outlook import Outlook
from tiebreaks.outlook import compute_outlooks as outlook_of
from tiebreaks.standings import Standings
from tournaments.access import audience
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.queries import facts_cache, final
from tournaments.queries.facts import refresh_facts

# How many ranked tables a process remembers: the running ones of several events, and some "after round n".
REMEMBERED = 64
# Of the same table so many versions: the newest, and the one that a reader who came just before still asks for.
VERSIONS = 2

# How often a read starts again because somebody wrote meanwhile.
ATTEMPTS = 5


def consistent_read(read: Callable) -> Callable:
    """Repeat a read of an event until nothing was written meanwhile, so that its version and its rows belong together.

    Rows newer than the version that a page or frame carries would never be corrected: an undo leads to rows that equal
    the old ones, and only what differs is sent. The event given is brought up to date. One query more.
    """

    @wraps(read)
    def repeated(event: Event, *arguments: Any, **named: Any) -> Any:
        for _ in range(ATTEMPTS):
            found = read(event, *arguments, **named)
            if Event.objects.filter(pk=event.pk, epoch=event.epoch, version=event.version).exists():
                break
            event.refresh_from_db()
        return found

    return repeated


_remembered: OrderedDict[tuple, Standings] = OrderedDict()

_lock = Lock()

_flights: dict[int, Lock] = {}  # by event: held by whoever ranks it for all that wait


def read_standings(event: Event, after: int | None = None) -> Standings:
    """Return the ranked table of an event, after all rounds (the running one included) or after round `after`.

    Computed once per process and version; once for all audiences where they see the same facts. An earlier table is
    made of the facts of the whole one. The version was read with the event, before the data: a table may be newer than
    its key, which `consistent_read` notices, never older.
    """
    key = (event.pk, event.epoch, event.version, after, event.tiebreaks, audience.audience_key(event))
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
            return _remembered[key]
        same = (event.pk, after, key[-1])
        earlier = (table for known, table in reversed(_remembered.items()) if (known[0], known[3], known[-1]) == same)
        before = next(earlier, None)
        alike = [table for known, table in _remembered.items() if known[:-1] == key[:-1]]
    whole = None if after is None else read_standings(event)
    facts = refresh_facts(event) if whole is None else whole.facts.up_to(after)
    same = next((table for table in alike if table.facts == facts), None)
    ranked = same or _ranked(event, final.find_final_stage(event, whole), facts, before)
    with _lock:
        _remember(key, ranked)
    return ranked


def _ranked(event: Event, stage: Stage | None, facts: Crosstable, before: Standings | None) -> Standings:
    """Rank what is known; an earlier table of the same is still that table: an entry changes no earlier round."""
    order = event_order(event)
    if before and (before.facts, before.order, final.find_final_stage(event, before)) == (facts, order, stage):
        return before
    return final.rank_with_final(stage, facts, order, before)


def _remember(key: tuple, ranked: Standings) -> None:
    """Keep a table, and let go of what newer versions of it have replaced, and of what nobody asked for any more."""
    _remembered[key] = ranked
    versions = [known for known in _remembered if (known[0], known[3], known[-1]) == (key[0], key[3], key[-1])]
    for old in versions[:-VERSIONS]:
        del _remembered[old]
    while len(_remembered) > REMEMBERED:
        _remembered.popitem(last=False)


def read_standings_since(event: Event) -> Standings:
    """Return a ranked table that holds everything up to the version of the event, and perhaps more.

    Of many who ask at once, as in a burst of entries, one ranks for all: whoever waited mostly finds his entry in it.
    """
    with _flights.setdefault(event.pk, Lock()):
        with _lock:
            wanted = (event.pk, event.epoch, None, event.tiebreaks, audience.audience_key(event))
            newer = (
                table
                for (pk, epoch, version, *rest), table in reversed(_remembered.items())
                if (pk, epoch, *rest) == wanted and version >= event.version
            )
            found = next(newer, None)
        if found is None:
            event.refresh_from_db()
            found = read_standings(event)
        return found


def event_order(event: Event) -> tuple[ChosenCriterion, ...]:
    """Return the criteria of an event in their order."""
    return read_order(event.tiebreaks, event.of_teams)


def read_places_by_round(event: Event, ranked: Standings) -> dict[int, dict[int, int]]:
    """Return everybody's place after each round that has a result, by round; computed once, kept with the table."""
    facts = ranked.facts
    rounds = range(1, ranked.table.rounds_so_far + 1)

    def places(number: int) -> dict[int, int]:
        table = final.rank_with_final(final.find_final_stage(event, ranked), facts.up_to(number), ranked.order)
        return {row.number: row.rank for row in table.rows}

    return ranked.table.compute_once("places by round", lambda: {number: places(number) for number in rounds})


def read_outlook(ranked: Standings, places: int) -> dict[int, Outlook]:
    """Return who is safe, possible or out for the first `places` of a ranked table; computed once, kept with it."""
    return ranked.table.compute_once(("outlook", places), lambda: outlook_of(ranked.facts, ranked.order, places))


def clear_caches() -> None:
    """Empty the memory of facts, ranked tables and pages: for tests that write rows past the actions."""
    with _lock:
        _remembered.clear()
    facts_cache.clear()
    page_cache.clear()
