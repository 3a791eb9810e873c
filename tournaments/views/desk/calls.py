"""The boards that wait for an arbiter, and what arbiters note at a board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.desk.board_notes import add_note, finish_call, remove_note, take_call
from tournaments.domain.choices import NoteKind
from tournaments.models.board_notes import LONGEST_NOTE
from tournaments.pages.desk.calls import list_calls, list_notes, write_note
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.desk.board_notes import NOTES
from tournaments.queries.rounds.games import read_boards
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_key, posted_line, posted_number
from tournaments.views.query_parameters import or_404
from tournaments.wording import games, sentences

OF_CHESS = {NoteKind.ILLEGAL, NoteKind.AGAIN, NoteKind.TIME}


@require_safe
@staff_page(policy.ENTER)
def calls(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show who waits for an arbiter, and all notes of the event."""
    values = {**calls_context(reader), "notes": list_notes(reader.event)}
    return render_event(request, reader, "tournaments/slips/calls.html", values)


def calls_context(reader: Reader) -> dict[str, object]:
    """Return what the list of waiting boards needs, wherever it stands."""
    return {
        "calls": list_calls(reader.event),
        "may_come": reader.may(policy.DECIDE),
        "place": games.place_word(reader.event.game),
    }


@staff_form(policy.DECIDE, flash_refusal)
def calls_take(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Say that one comes."""
    take_call(reader.event, *posted_board(request), actor(request, reader))
    return go_back(request, reader)


@staff_form(policy.DECIDE, flash_refusal)
def calls_done(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Say that somebody was there."""
    finish_call(reader.event, *posted_board(request), actor(request, reader))
    return go_back(request, reader)


def posted_board(request: HttpRequest) -> tuple[int, int]:
    return posted_number(request, "round") or 0, posted_number(request, "board") or 0


def go_back(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Return to the page of the list or the desk, wherever the button was pressed."""
    back = request.POST.get("back", "")
    return redirect(back, reader.event.slug) if back == "desk" else redirect("calls", reader.event.slug)


@require_safe
@staff_page(policy.DECIDE)
def board_note(request: HttpRequest, reader: Reader, number: int, board: int) -> HttpResponse:
    """Show the notes of a board, and the form for another."""
    return show_notes(request, reader, number, board)


def show_notes(
    request: HttpRequest, reader: Reader, number: int, board: int, error: str = "", status: int = 200
) -> HttpResponse:
    event = reader.event
    game = or_404(read_boards(event, number).prefetch_related(NOTES).filter(board=board).first())
    values = {
        "game": game,
        "round_number": number,
        "label": board_label(event, board),
        "place": games.place_word(event.game),
        "notes": [write_note(event, note) for note in game.notes.all()],
        "kinds": [(kind.value, kind.label) for kind in NoteKind if event.game.follows_fide or kind not in OF_CHESS],
        "longest": LONGEST_NOTE,
        "typed": {name: request.POST.get(name, "") for name in ("kind", "text")},
        "error": error,
    }
    return render_event(request, reader, "tournaments/slips/board_note.html", values, status=status)


def refused_note(request: HttpRequest, reader: Reader, refusal: Refusal, number: int, board: int) -> HttpResponse:
    return show_notes(request, reader, number, board, sentences.refusal(refusal), REFUSED)


@staff_form(policy.DECIDE, refused_note)
def board_note_add(request: HttpRequest, reader: Reader, number: int, board: int) -> HttpResponse:
    """Note what happened at a board, and go back to the desk."""
    kind, text = posted_line(request, "kind", 8), posted_line(request, "text", LONGEST_NOTE)
    add_note(reader.event, number, board, kind or (NoteKind.OTHER if text else ""), text, actor(request, reader))
    return redirect("desk", reader.event.slug, number)


@staff_form(policy.DECIDE, refused_note)
def board_note_remove(request: HttpRequest, reader: Reader, number: int, board: int) -> str:
    """Remove a note."""
    remove_note(reader.event, number, board, posted_key(request, "note") or 0, actor(request, reader))
    return _("The note is removed.")
