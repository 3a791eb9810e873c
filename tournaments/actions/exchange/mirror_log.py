"""The log of an event that another server keeps: what came from there, so that pages, streams and webhooks follow."""

from collections.abc import Iterator

from tournaments.actions.exchange.mirror_rows import Differences, RowChange
from tournaments.actions.writing import Actor, LogValues, record
from tournaments.domain.desk.results import Result, Value
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Round

MOST_RESULTS = 100  # are logged one by one; more arrive when a server was silent for long
SCORED = ("white_score", "black_score")


def record_differences(event: Event, differences: Differences, rounds: dict[int, Round], by: Actor) -> None:
    """Log what was written. `rounds` are those from before, by number.

    Results alone are logged one by one: then pages read nothing else again.
    """
    games = differences.changed.get("games", [])
    others = differences.moved or differences.fields or differences.changed.keys() - {"games"}
    if games and not others and len(games) <= MOST_RESULTS:
        for change in games:
            record_result(event, change, by)
        return
    for action, numbers in list_round_actions(event, rounds):
        values: LogValues = {"rounds": numbers}
        if action == LogAction.PUBLISH:
            values = {"rounds": [{"round": number, "boards": [], "byes": []} for number in numbers]}
        record(event, by, action, after=values, counts=False)
    record(event, by, LogAction.MIRROR, after=count_changes(differences), counts=False)


def record_result(event: Event, change: RowChange, by: Actor) -> None:
    before, after = value_before(change), Value.of(change.row)
    action = LogAction.CHECK
    if before != after:
        action = LogAction.ENTER if before.result == Result.OPEN else LogAction.CORRECT
        action = LogAction.CLEAR if after == Value() else action
    values = (before._asdict(), after._asdict())
    record(event, by, action, game_id=change.row.pk, before=values[0], after=values[1], counts=False)


def value_before(change: RowChange) -> Value:
    return Value(*(change.before[name] for name in ("result", *SCORED, "is_adjourned")))


def list_round_actions(event: Event, before: dict[int, Round]) -> Iterator[tuple[LogAction, list[int]]]:
    """Yield the rounds that were published, and those whose results were released."""
    now = {each.number: each for each in event.rounds.all()}
    if published := sorted(now.keys() - before.keys()):
        yield LogAction.PUBLISH, published
    released = [n for n, each in sorted(now.items()) if n in before and before[n].is_withheld and not each.is_withheld]
    if released:
        yield LogAction.RELEASE, released


def count_changes(differences: Differences) -> LogValues:
    """Say how much has changed, and what of the settings."""
    counts = {name: len(changes) for name, changes in sorted(differences.changed.items())}
    return counts | ({"settings": sorted(differences.fields)} if differences.fields else {})
