"""What has been corrected since an event was declared final."""

from datetime import datetime
from typing import NamedTuple

from tournaments.domain.desk.results import Value
from tournaments.domain.event.log_actions import ENTRIES, LogAction
from tournaments.domain.exchange.mirrored import FinalCorrection
from tournaments.models import Event, Game

LONGEST = 20
KINDS = (*ENTRIES, LogAction.UNDO, LogAction.DECIDE)


class Correction(NamedTuple):
    """A result that was changed in a final event; without values it was a penalty, a deduction or a bye."""

    at: datetime
    round: int
    board: int | None
    before: Value | None
    after: Value | None


def read_corrections(event: Event) -> tuple[Correction, ...]:
    """Return the newest corrections of a final event, at most 20. Two queries; none before the event is final."""
    if event.final_at is None:
        return ()
    if event.mirrored:
        return tuple(map(read_statement, event.mirrored["statements"]["since_final"]))
    entries = list(event.log.filter(action__in=KINDS, at__gt=event.final_at)[:LONGEST])
    games = Game.objects.select_related("round").in_bulk([entry.game_id for entry in entries if entry.game_id])
    return tuple(
        Correction(entry.at, game.round.number, game.board, *read_values(entry.before, entry.after))
        for entry in entries
        if (game := games.get(entry.game_id or 0))
    )


def read_statement(stated: FinalCorrection) -> Correction:
    """Return a correction as the server states it that keeps the event."""
    before, after = (None if each is None else Value(*each) for each in (stated["before"], stated["after"]))  # type: ignore[arg-type]
    return Correction(datetime.fromisoformat(stated["at"]), stated["round"], stated["board"], before, after)


def read_values(*facts: dict[str, object] | None) -> tuple[Value | None, Value | None]:
    """Return the values before and after an entry; none of a decision about a player."""
    before, after = (Value(**each) if each and "result" in each else None for each in facts)  # type: ignore[arg-type]
    return before, after
