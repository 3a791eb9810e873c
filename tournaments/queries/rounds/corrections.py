"""Results that were corrected after a later round was paired on them: the pairings stay, and the pages say so."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pairing.plan.stages import TABLES
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.event.log_actions import ENTRIES, LogAction
from tournaments.models import Event, Game, Round


class Corrected(NamedTuple):
    """A board whose result is another one now than when a later round was paired."""

    round: int
    board: int


class ResultChange(NamedTuple):
    """A line of the log about a result: the key of the game, the version it led to, and the result before and after."""

    game: int
    version: int
    before: dict[str, Any]
    after: dict[str, Any]


def find_corrections(reader: Reader, rounds: Iterable[Round]) -> dict[int, tuple[Corrected, ...]]:
    """Return for each round that was paired on a result that has changed since the boards concerned.

    Two queries, three where something has changed.
    """
    event = reader.event
    if event.mirrored:
        corrected = event.mirrored["statements"]["corrected"]
        return {int(number): tuple(Corrected(*board) for board in boards) for number, boards in corrected.items()}
    paired = find_pairing_versions(event, rounds)
    if not paired:
        return {}
    changes = event.log.filter(action__in=(*ENTRIES, LogAction.UNDO), version__gt=min(paired.values()))
    log = [
        ResultChange(line.game_id, line.version, line.old_values, line.new_values)
        for line in changes.order_by("pk").only("game_id", "version", "before", "after")
        if line.game_id is not None
    ]
    if not log:
        return {}
    boards = Game.objects.filter(pk__in={change.game for change in log})
    if not reader.is_staff:
        boards = boards.exclude(audience.HIDDEN)
    rows = boards.values_list("pk", "round__number", "board")
    places = {pk: Corrected(number, board) for pk, number, board in rows if board is not None}
    by_round = {number: sorted(find_changed_boards(log, places, number, version)) for number, version in paired.items()}
    return {number: tuple(changed) for number, changed in by_round.items() if changed}


def find_pairing_versions(event: Event, rounds: Iterable[Round]) -> dict[int, int]:
    """Return the version at which each round was paired on results; the tables of a round robin are not."""
    published: dict[int, int] = {}
    imported = None
    lines = event.log.filter(action__in=(LogAction.PUBLISH, LogAction.IMPORT)).order_by("pk")
    for line in lines.only("action", "version", "after"):
        if line.action == LogAction.IMPORT:
            imported = line.version
        else:
            published |= {each["round"]: line.version for each in line.new_values["rounds"]}
    systems = {each.number: (each.proposal or {}).get("system") for each in rounds if not each.is_ahead}
    paired = [number for number, system in systems.items() if number > 1 and system not in TABLES]
    versions = {number: published.get(number, imported) for number in paired}
    return {number: version for number, version in versions.items() if version is not None}


def find_changed_boards(
    log: Iterable[ResultChange], places: dict[int, Corrected], number: int, version: int
) -> set[Corrected]:
    """Return the boards before round `number` whose result differs from what it was at `version`."""
    first: dict[int, dict[str, Any]] = {}
    last: dict[int, dict[str, Any]] = {}
    for change in log:
        if change.version > version and change.game in places and places[change.game].round < number:
            first.setdefault(change.game, change.before)
            last[change.game] = change.after
    return {places[game] for game in first if read_result(first[game]) != read_result(last[game])}


def read_result(value: dict[str, Any]) -> tuple[str | None, int | None, int | None]:
    return value.get("result"), value.get("white_score"), value.get("black_score")
