"""Results that were corrected after a later round was paired on them: the pairings stay, and the pages say so."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When

from pairing.plan.stages import TABLES
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.event.log_actions import ENTRIES, LogAction
from tournaments.models import Event, Game, LogEntry


class Corrected(NamedTuple):
    """A board whose result is another one now than when a later round was paired."""

    round: int
    board: int


class ResultChange(NamedTuple):
    """A line of the log about a result: the key of the game, the version it led to, and the result before and after."""

    game_id: int
    version: int
    before: dict[str, Any]
    after: dict[str, Any]


def find_corrections(reader: Reader) -> dict[int, tuple[Corrected, ...]]:
    """Return for each round that was paired on a result that has changed since the boards concerned.

    Three queries, four where something has changed.
    """
    event = reader.event
    if event.mirrored:
        corrected = event.mirrored["statements"]["corrected"]
        return {int(number): tuple(Corrected(*board) for board in boards) for number, boards in corrected.items()}
    paired = find_pairing_versions(event)
    since = find_next_versions(paired)
    places = find_late_boards(reader, since)
    if not places:
        return {}
    log = [
        ResultChange(line.game_id, line.version, line.old_values, line.new_values)
        for line in select_late_lines(event, places, since).only(*ResultChange._fields)
        if line.game_id is not None
    ]
    by_round = {number: sorted(find_changed_boards(log, places, number, version)) for number, version in paired.items()}
    return {number: tuple(changed) for number, changed in by_round.items() if changed}


def find_pairing_versions(event: Event) -> dict[int, int]:
    """Return the version at which each round was paired on results; the tables of a round robin are not."""
    published: dict[int, int] = {}
    imported = None
    lines = event.log.filter(action__in=(LogAction.PUBLISH, LogAction.IMPORT)).order_by("pk")
    for line in lines.only("action", "version", "after"):
        if line.action == LogAction.IMPORT:
            imported = line.version
        else:
            published |= {each["round"]: line.version for each in line.new_values["rounds"]}
    systems = event.rounds.filter(is_ahead=False, number__gt=1).values_list("number", "drawing__proposal__system")
    versions = {number: published.get(number, imported) for number, system in systems if system not in TABLES}
    return {number: version for number, version in versions.items() if version is not None}


def find_next_versions(paired: dict[int, int]) -> dict[int, int]:
    """Return the version from which on a result of a round comes too late for one that was paired on it.

    By the number of the next round that was paired on results, in order.
    """
    numbers = sorted(paired)
    return {number: min(paired[later] for later in numbers[place:]) for place, number in enumerate(numbers)}


def find_late_boards(reader: Reader, since: dict[int, int]) -> dict[int, Corrected]:
    """Return by key the boards that the log mentions after a later round was paired. One query, none before round 2.

    The database looks each board up, so that this costs the same however long the log is.
    """
    if not since:
        return {}
    cases = [When(round__number__lt=later, then=Value(version)) for later, version in since.items()]
    boards = Game.objects.filter(round__event=reader.event, board__isnull=False).annotate(paired_at=Case(*cases))
    late = LogEntry.objects.filter(event=reader.event, game_id=OuterRef("pk"), version__gt=OuterRef("paired_at"))
    boards = boards.filter(Exists(late))
    if not reader.is_staff:
        boards = boards.exclude(audience.HIDDEN)
    rows = boards.values_list("pk", "round__number", "board")
    return {pk: Corrected(number, board) for pk, number, board in rows if board is not None}


def select_late_lines(event: Event, places: dict[int, Corrected], since: dict[int, int]) -> QuerySet[LogEntry]:
    """Return the lines of the log about the results of late boards from when they were late, in order."""
    of_boards: dict[int, list[int]] = defaultdict(list)
    for pk, place in places.items():
        of_boards[next(later for later in since if place.round < later)].append(pk)
    chosen = Q()
    for later, keys in of_boards.items():
        chosen |= Q(game_id__in=keys, version__gt=since[later])
    return event.log.filter(chosen, action__in=(*ENTRIES, LogAction.UNDO)).order_by("pk")


def find_changed_boards(
    log: Iterable[ResultChange], places: dict[int, Corrected], number: int, version: int
) -> set[Corrected]:
    """Return the boards before round `number` whose result differs from what it was at `version`."""
    first: dict[int, dict[str, Any]] = {}
    last: dict[int, dict[str, Any]] = {}
    for change in log:
        if change.version > version and change.game_id in places and places[change.game_id].round < number:
            first.setdefault(change.game_id, change.before)
            last[change.game_id] = change.after
    return {places[game] for game in first if read_result(first[game]) != read_result(last[game])}


def read_result(value: dict[str, Any]) -> tuple[str | None, int | None, int | None]:
    return value.get("result"), value.get("white_score"), value.get("black_score")
