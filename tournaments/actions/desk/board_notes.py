"""Call an arbiter to a board, go there, and note there what happened."""

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import find_board
from tournaments.actions.desk.reports import NOT_NOW
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import NoteKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import ArbiterCall, BoardNote, Event, Game
from tournaments.models.board_notes import LONGEST_NOTE
from tournaments.queries.event.progress import read_progress

MOST_CALLS = 10  # of a board: as often as a report of it can be changed

TOO_OFTEN = sentence("call-often", gettext_noop("This table has called too often: please go to the arbiter."))
NO_CALL = sentence("call-over", gettext_noop("Nobody waits there any more."))
TAKEN = sentence("call-taken", gettext_noop("{name} is already on the way."))
NO_KIND = sentence("note-kind", gettext_noop("Choose what happened, or write it."))
GONE = sentence("note-gone", gettext_noop("This note has been removed in the meantime."))


def call_arbiter(event: Event, number: int, board: int, by: Actor) -> bool:
    """Let a board wait for an arbiter; return False where it already does. Raise Refusal."""
    with writing(event) as event:
        game = find_board(event, round__number=number, board=board)
        if number < read_progress(staff_reader(event)).round:
            raise Refusal(NOT_NOW, field="round", round=number)
        if ArbiterCall.objects.filter(game=game).exists():
            return False
        if event.log.filter(game_id=game.pk, action=LogAction.CALL).count() >= MOST_CALLS:
            raise Refusal(TOO_OFTEN, field="call")
        ArbiterCall.objects.create(game=game, at=timezone.now())
        record(event, by, LogAction.CALL, game_id=game.pk)
        return True


def take_call(event: Event, number: int, board: int, by: Actor) -> None:
    """Say that one comes; the same person again writes nothing. Raise Refusal where somebody else does."""
    with writing(event) as event:
        game = find_board(event, round__number=number, board=board)
        call = find_call(game)
        if call.taken_by == by.user:
            return
        if call.taken_by:
            raise Refusal(TAKEN, field="call", name=call.taken_by.get_username())
        call.taken_by, call.taken_at = by.user, timezone.now()
        call.save(update_fields=["taken_by", "taken_at"])
        record(event, by, LogAction.CALL_TAKEN, game_id=game.pk)


def finish_call(event: Event, number: int, board: int, by: Actor) -> None:
    """Say that somebody was at the board. Raise Refusal where nobody waits there."""
    with writing(event) as event:
        game = find_board(event, round__number=number, board=board)
        find_call(game).delete()
        record(event, by, LogAction.CALL_DONE, game_id=game.pk)


def find_call(game: Game) -> ArbiterCall:
    call = ArbiterCall.objects.filter(game=game).select_related("taken_by").first()
    if call is None:
        raise Refusal(NO_CALL, field="call")
    return call


def add_note(event: Event, number: int, board: int, kind: str, text: str, by: Actor) -> BoardNote:
    """Note at a board what happened there; who waits there is helped then. Raise Refusal."""
    with writing(event) as event:
        game = find_board(event, round__number=number, board=board)
        if kind not in NoteKind or (kind == NoteKind.OTHER and not text):
            raise Refusal(NO_KIND, field="kind")
        note = BoardNote(game=game, kind=kind, text=text[:LONGEST_NOTE], by=by.user, at=timezone.now())
        note.save()
        record(event, by, LogAction.BOARD_NOTE, game_id=game.pk, after={"note": kind})
        if ArbiterCall.objects.filter(game=game).delete()[0]:
            record(event, by, LogAction.CALL_DONE, game_id=game.pk)
        return note


def remove_note(event: Event, number: int, board: int, pk: int, by: Actor) -> None:
    """Remove a note; the log keeps that there was one, and its kind. Raise Refusal."""
    with writing(event) as event:
        game = find_board(event, round__number=number, board=board)
        note = game.notes.filter(pk=pk).first()
        if note is None:
            raise Refusal(GONE, field="note")
        note.delete()
        record(event, by, LogAction.BOARD_NOTE, game_id=game.pk, before={"note": note.kind})
