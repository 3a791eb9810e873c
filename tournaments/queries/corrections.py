"""Results that were corrected after a later round was paired on them: the pairings stay, and the pages say so."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.access import audience
from tournaments.domain.log_actions import ENTRIES, LogAction
from tournaments.domain.pairing_systems import TABLES
from tournaments.models import Event, Game, Round


class Corrected(NamedTuple):
    """A board whose result is another one now than when a later round was paired."""

    round: int
    board: int


def find_corrections(event: Event, rounds: Iterable[Round]) -> dict[int, tuple[Corrected, ...]]:
    """Return for each round that was paired on a result that has changed since the boards concerned.

    Two queries, three where something has changed.
    """
    paired = find_pairing_versions(event, rounds)
    if not paired:
        return {}
    changes = event.log.filter(
        action__in=(*ENTRIES, LogAction.UNDO), version__gt=min(paired.values()), game_id__isnull=False
    )
    log = list(changes.order_by("pk").values_list("game_id", "version", "before", "after"))
    if not log:
        return {}
    boards = Game.objects.filter(pk__in={row[0] for row in log}, board__isnull=False)
    if not event.for_staff:
        boards = boards.exclude(audience.HIDDEN)
    places = {pk: Corrected(*place) for pk, *place in boards.values_list("pk", "round__number", "board")}
    found = {number: sorted(find_changed_boards(log, places, number, version)) for number, version in paired.items()}
    return {number: tuple(boards) for number, boards in found.items() if boards}


def find_pairing_versions(event: Event, rounds: Iterable[Round]) -> dict[int, int]:
    """Return the version at which each round was paired on results; the tables of a round robin are not."""
    found: dict[int, int] = {}
    imported = None
    made = event.log.filter(action__in=(LogAction.PUBLISH, LogAction.IMPORT)).order_by("pk")
    for action, version, after in made.values_list("action", "version", "after"):
        if action == LogAction.IMPORT:
            imported = version
        else:
            found |= {each["round"]: version for each in after["rounds"]}
    systems = {round.number: (round.proposal or {}).get("system") for round in rounds if not round.is_ahead}
    free = [number for number, system in systems.items() if number > 1 and system not in TABLES]
    known = {number: found.get(number, imported) for number in free}
    return {number: version for number, version in known.items() if version is not None}


def find_changed_boards(log: list, places: dict[int, Corrected], number: int, version: int) -> set[Corrected]:
    """Return the boards before round `number` whose result differs from what it was at `version`."""
    first: dict[int, dict] = {}
    last: dict[int, dict] = {}
    for game, at, before, after in log:
        if at > version and game in places and places[game].round < number:
            first.setdefault(game, before or {})
            last[game] = after or {}
    return {places[game] for game in first if read_result(first[game]) != read_result(last[game])}


def read_result(value: dict) -> tuple:
    return value.get("result"), value.get("white_score"), value.get("black_score")
