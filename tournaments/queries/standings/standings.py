"""The ranked tables of an event, computed once per process and version, and what follows from them."""

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from pairing.brackets import outlook as duel_outlook
from pairing.brackets.outlook import UNDECIDED
from pairing.brackets.settings import reach_of
from pairing.plan.stages import Stage
from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.by_result import ByResult, RoundEnd
from tiebreaks.outlook.marks import Outlook, compute_outlooks
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader, staff_reader
from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.queries.snapshot import renew_event, snapshot
from tournaments.queries.standings import endings
from tournaments.queries.standings.crosstable import read_all_facts, refresh_facts
from tournaments.queries.standings.endings import Endings

# How many ranked tables a process caches: the running ones of several events, and some "after round n".
REMEMBERED = 64
# How many versions of the same table: the newest, and the one that a reader who came just before still needs.
VERSIONS = 2
# The key of what the versions of a table hand on: all places by round, since a result changes no earlier one.
PLACES = "places"


class KnownPlaces(NamedTuple):
    """The places of all players after each round, and what they were computed from."""

    ends: Endings
    facts: Crosstable
    order: tuple[ChosenCriterion, ...]
    by_round: dict[int, dict[int, int]]


class TableKey(NamedTuple):
    """What a ranked table depends on: the event at a version, the round, the order of criteria and the audience."""

    event: int
    epoch: str
    version: int
    after: int | None
    order: str
    audience: str

    @property
    def series(self) -> tuple[int, int | None, str]:
        """Return what the versions of one table have in common."""
        return self.event, self.after, self.audience


_remembered: BoundedCache[TableKey, Standings] = BoundedCache("ranked tables", REMEMBERED)

_flights: dict[int, Lock] = {}  # by event: held by whoever ranks it for all that wait


def read_standings(reader: Reader, after: int | None = None) -> Standings:
    """Return the ranked table of an event, after all rounds (the running one included) or after round `after`.

    Computed once per process and version; once for all audiences where they see the same facts. An earlier table is
    made of the facts of the whole one. Where somebody has written since the event was read, the table is newer than
    the event, never older; inside a `snapshot` it is of that moment.
    """
    if known := _remembered.get(make_key(reader, after)):
        return known
    with snapshot() as is_new:
        reader = renew_event(reader) if is_new else reader
        return _remembered.get(key := make_key(reader, after)) or _rank_and_keep(reader, key)


def _rank_and_keep(reader: Reader, key: TableKey) -> Standings:
    """Rank what a snapshot shows of an event, and keep the table under its version."""
    after = key.after
    remembered = _remembered.items()
    before = next((table for other, table in reversed(remembered) if other.series == key.series), None)
    of_audiences = [table for other, table in remembered if other._replace(audience=key.audience) == key]
    if after is None:
        facts, ends = refresh_facts(reader)
    else:
        whole = read_standings(reader)
        facts, ends = whole.facts.up_to(after), endings.read_known_endings(whole)
    known = ((table.facts, endings.read_known_endings(table), table) for table in of_audiences)
    same = next((table for *what, table in known if what == [facts, ends]), None)
    ranked = same or _ranked(reader.event, ends, facts, before)
    if before:
        ranked.table.compute_once(PLACES, lambda: before.table.compute_once(PLACES, list))
    _remember(key, ranked)
    return ranked


def _ranked(event: Event, ends: Endings, facts: Crosstable, before: Standings | None) -> Standings:
    """Rank the facts, or return an earlier table of the same facts: an entry changes no earlier round."""
    order = event_order(event)
    if before and (before.facts, before.order, endings.read_known_endings(before)) == (facts, order, ends):
        return before
    return endings.rank_with_endings(ends, facts, order)


def make_key(reader: Reader, after: int | None) -> TableKey:
    event = reader.event
    return TableKey(event.pk, event.epoch, event.version, after, event.tiebreaks, audience.audience_key(reader))


def _remember(key: TableKey, ranked: Standings) -> None:
    """Cache a table and drop its older versions."""
    with _remembered.lock:
        _remembered.put(key, ranked)
        versions = [other for other, _ in _remembered.items() if other.series == key.series]
        for old in versions[:-VERSIONS]:
            _remembered.drop(old)


def read_standings_since(reader: Reader) -> Standings:
    """Return a ranked table that holds everything up to the version of the event, and perhaps more.

    In a burst of entries one request ranks for all: those that waited mostly find their entry in its table.
    """
    with _flights.setdefault(reader.event.pk, Lock()):
        key = make_key(reader, None)
        newer = (
            table
            for other, table in reversed(_remembered.items())
            if other.version >= key.version and other._replace(version=key.version) == key
        )
        return next(newer, None) or read_standings(reader)


def rank_afresh(reader: Reader) -> Standings:
    """Rank what an audience sees of the stored rows; nothing is kept, since the rows may not be committed."""
    facts, ends = read_all_facts(reader)
    return endings.rank_with_endings(ends, facts, event_order(reader.event))


def rank_rows(event: Event, order: tuple[ChosenCriterion, ...]) -> Standings:
    """Rank the stored rows of an event by any order; nothing that is computed is kept."""
    facts, ends = read_all_facts(staff_reader(event))
    return endings.rank_with_endings(ends, facts, order)


def event_order(event: Event) -> tuple[ChosenCriterion, ...]:
    """Return the criteria of an event in their order."""
    return read_order(event.tiebreaks, event.of_teams)


def read_places_by_round(ranked: Standings) -> dict[int, dict[int, int]]:
    """Return the places of all players after each round with a result, by round; computed once for the table."""
    return ranked.table.compute_once("places by round", lambda: _compute_places(ranked))


def _compute_places(ranked: Standings) -> dict[int, dict[int, int]]:
    """Compute the places of all players after each round that has changed since the last computation."""
    ends, facts, order = endings.read_known_endings(ranked), ranked.facts, ranked.order
    handed_on: list[KnownPlaces] = ranked.table.compute_once(PLACES, list)
    places: dict[int, dict[int, int]] = {}
    for known in handed_on:
        if (known.ends, known.order) == (ends, order):
            same = (n for n in sorted(known.by_round, reverse=True) if known.facts.up_to(n) == facts.up_to(n))
            places = {n: known.by_round[n] for n in range(1, next(same, 0) + 1)}
    for number in range(len(places) + 1, ranked.table.rounds_so_far + 1):
        so_far = facts.up_to(number)
        table = ranked if so_far == facts else endings.rank_with_endings(ends, so_far, order)
        places[number] = {row.number: row.rank for row in table.rows}
    handed_on[:] = [KnownPlaces(ends, facts, order, places)]
    return places


def read_outlook(ranked: Standings, places: int, absent: frozenset[int] = frozenset()) -> dict[int, Outlook]:
    """Return who is safe, possible or out for the first `places` of a ranked table; computed once, kept with it.

    `absent` are those who will not play in the stage of matches that comes next.
    """
    return ranked.table.compute_once(("outlook", places, absent), lambda: outlook_of(ranked, places, absent))


def outlook_of(ranked: Standings, places: int, absent: frozenset[int] = frozenset()) -> dict[int, Outlook]:
    """Compute who is safe, possible or out with everything that still decides places: rounds, play-offs, matches."""
    coming, courses = endings.find_coming(ranked), endings.read_courses(ranked)
    if not coming and not courses:
        return compute_outlooks(ranked.facts, ranked.order, places)
    judged = [_judge_without(away, ranked, places) for away in _list_away(ranked, coming, absent)]
    return {n: own if len({each[n].mark for each in judged}) == 1 else UNDECIDED for n, own in judged[0].items()}


def _list_away(ranked: Standings, coming: Sequence[Stage], absent: frozenset[int]) -> list[frozenset[int]]:
    """Return who will not play in the stages to come, each time that it changes between them."""
    away = [
        frozenset(n for n, player in ranked.facts.players.items() if 0 < (player.withdrawn_from or 0) <= stage.first)
        for stage in coming
    ]
    return list(dict.fromkeys([(away or [frozenset()])[0] | absent, *away[1:]]))


def _judge_without(away: frozenset[int], ranked: Standings, places: int) -> dict[int, Outlook]:
    """Judge as if the same players were away from all stages of matches to come."""
    coming, courses = endings.find_coming(ranked), endings.read_courses(ranked)
    field = [number for number in ranked.facts.players if number not in away]
    parts = [reach_of(stage, len(field)) for stage in coming]
    if courses:
        last = courses[-1]
        return duel_outlook.judge_stage(ranked, last.sure_spans, last.playing, places, parts, away)
    return duel_outlook.judge_before(ranked, parts, field, places)


def read_places_by_result(ranked: Standings, number: int, round_number: int) -> ByResult:
    """Return the places of a player after a round by the result of their open game in it; {} while matches decide."""
    ends = endings.read_known_endings(ranked)
    if ends and round_number >= ends[0][0].first:
        return {}
    end = ranked.table.compute_once(
        ("end of round", round_number), lambda: RoundEnd(ranked.facts, ranked.order, round_number)
    )
    return end.places_of(number)
