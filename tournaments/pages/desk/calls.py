"""The boards that wait for an arbiter, and the notes of arbiters, as values."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models import BoardNote, Event, Game
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.desk.board_notes import read_calls, read_notes


class CallLine(NamedTuple):
    """A board that waits: since when, for how many minutes, and who is on the way, "" for nobody."""

    game: Game
    label: str
    at: datetime
    time: str
    minutes: int
    taken_by: str

    @property
    def round(self) -> int:
        return self.game.round.number


class NoteLine(NamedTuple):
    """A note of an arbiter; `where` names its board where it does not stand there."""

    pk: int
    kind: str
    text: str
    by: str
    time: str
    round: int = 0
    label: str = ""
    players: str = ""


def list_calls(event: Event) -> list[CallLine]:
    """Return the boards that wait, the one that waits longest first. One query."""
    now = timezone.now()
    return [
        CallLine(
            call.game,
            board_label(event, call.game.board),
            call.at,
            write_time(event, call.at),
            max(0, int((now - call.at).total_seconds() // 60)),
            call.taken_by.get_username() if call.taken_by else "",
        )
        for call in read_calls(event)
    ]


def find_waiting(event: Event, game: Game) -> CallLine | None:
    """Return the call of one board, None where nobody waits there. One query."""
    return next((call for call in list_calls(event) if call.game == game), None)


def write_note(event: Event, note: BoardNote) -> NoteLine:
    by = note.by.get_username() if note.by else ""
    return NoteLine(note.pk, str(note.get_kind_display()), note.text, by, write_time(event, note.at))


def list_notes(event: Event) -> list[NoteLine]:
    """Return all notes of an event with their boards, by round and board. One query."""
    return [
        write_note(event, note)._replace(
            round=note.game.round.number,
            label=board_label(event, note.game.board),
            players=" – ".join(player.name for player in (note.game.white, note.game.black) if player),
        )
        for note in read_notes(event)
    ]


def write_time(event: Event, at: datetime) -> str:
    return at.astimezone(ZoneInfo(event.time_zone)).strftime("%H:%M")
