"""The arbiter's desk: the boards of a round, one entry at a time, and its undo.

Every form works by itself. htmx sends the same forms and gets `_desk_answer.html`: the row, the echo, the counter.
"""

import json
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.desk import entry as entry_module
from tournaments.actions.desk.entry import check_spread, enter_result, undo_last_entry
from tournaments.domain import desk_keys, entry_line
from tournaments.domain.entry import Entry
from tournaments.domain.entry_line import Line
from tournaments.domain.name_matching import has_word
from tournaments.domain.results import Result, Value
from tournaments.forms.entry import EntryForm, LineForm, read_number, read_stamps, read_uuid
from tournaments.models import Event, Game
from tournaments.pages.desk.desk import (
    BUTTONS,
    Desk,
    Problem,
    build_echo,
    list_forfeits,
    list_rare_results,
    open_desk,
    open_rows,
    write_game_result,
)
from tournaments.pages.rounds.next_step import find_next_step
from tournaments.queries.board_labels import board_label
from tournaments.queries.desk_keys import read_desk_keys
from tournaments.queries.games import has_board, read_board_stamps, read_boards
from tournaments.queries.progress import read_progress
from tournaments.views.access import actor, signed_in_user, staff_page
from tournaments.views.answers import CONFLICT, REFUSED, SAVED
from tournaments.views.htmx import is_htmx
from tournaments.wording import games as games_wording
from tournaments.wording import sentences


@staff_page("enter")
def desk(request: HttpRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Show the desk of a round; POST takes the entry line."""
    if request.method == "POST":
        return take_line(request, event, number)
    if is_htmx(request) and "seen" in request.GET:
        return show_changed_rows(request, event, number)
    if number is None and not event.rounds.exists():
        messages.info(request, _("No round has been paired yet."))
        return redirect("pairings", slug=event.slug)
    last, board = (read_number(request.GET.get(name, "")) for name in ("last", "board"))
    return show_desk(request, event, number, after=last, at=board)


@require_POST
@staff_page("enter")
def enter(request: HttpRequest, event: Event, number: int, board: int) -> HttpResponse:
    """Take the result of one board."""
    form = EntryForm(request.POST, asks_spread=event.asks_spread)
    if form.is_valid():
        return save_entry(request, event, number, board, form.entry())
    if not has_board(event, number, board):
        raise Http404
    typed = {name: request.POST.get(name, "") for name in ("white_score", "black_score", "spread")}
    return show_problem(request, event, number, Problem(first_error(form), board, typed=typed))


@require_POST
@staff_page("undo")
def undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Undo the arbiter's own last entry. One in another round than the page shows is undone after a question."""
    shown_round, agreed = (read_number(request.POST.get(name, "")) for name in ("round", "agreed"))
    try:
        uuid = read_uuid(request.POST.get("uuid", ""))
        answer = undo_last_entry(event, actor(request, event), uuid, agreed or shown_round)
    except Refusal as refusal:
        return show_problem(request, event, shown_round, Problem(sentences.refusal(refusal)))
    if answer.outcome == "elsewhere":
        return show_problem(request, event, shown_round, Problem("", elsewhere=answer.game), CONFLICT)
    event.version = max(event.version, answer.stored["event_version"])
    return show_saved(request, event, answer.game, "undone", shown_round)


def take_line(request: HttpRequest, event: Event, number: int | None) -> HttpResponse:
    """Read the entry line: a jump to a board, or the entry of one."""
    form = LineForm(request.POST)
    number = number or read_progress(event).round
    try:
        if not form.is_valid():
            return show_problem(request, event, number, Problem(first_error(form)))
        board, line = read_line(event, number, form.cleaned_data["line"], form.cleaned_data["board"])
    except Refusal as refusal:
        meant = form.cleaned_data["board"] if form.is_valid() else None
        board = meant if meant and has_board(event, number, meant) else None
        return show_problem(request, event, number, Problem(sentences.refusal(refusal), board))
    if not line.is_entry:
        return jump_to_board(request, event, number, board)
    white_score, black_score = line.scores or (None, None)
    version, uuid = form.version_of(board), form.cleaned_data["uuid"]
    entry = Entry(line.result, white_score, black_score, version=version, uuid=uuid, spread=line.spread)
    return save_entry(request, event, number, board, entry)


def read_line(event: Event, number: int, text: str, meant: int | None) -> tuple[int, Line]:
    """Return the board of a line and what is entered there, seen from the first player.

    `meant` is the board that the page has found for a name. Raise Refusal.
    """
    rows = read_boards(event, number).select_related("white__team", "black__team")
    sides = {game.board or 0: names_at(game) for game in rows}
    names = {board: first + second for board, (first, second) in sides.items()}
    line = entry_line.read_line(
        text,
        event.game.has_scores,
        event.asks_spread,
        event.team_boards,
        is_name=lambda name: any(has_word(one, name) for here in names.values() for one in here),
    )
    if line.scores:
        check_spread(Value(None, *line.scores), line.spread)
    if line.name:
        open_boards = {game.board for game in rows if game.result == Result.OPEN}
        board = entry_line.find_board(
            line.name,
            {meant: names[meant]} if meant in names else names,
            is_open=lambda board: board in open_boards,
            called=lambda board: board_label(event, board),
        )
        if line.is_entry and not entry_line.is_first(line.name, *sides[board]):
            line = line.turned()
        return board, line
    board = line.board or 0
    if board not in sides:
        raise Refusal(entry_module.no_board_code(event), field="line", board=board, round=number)
    return board, line


def names_at(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that find each side of a board: of the player, and of the team at the first board of a match."""
    is_head = game.match_board == 1
    white, black = (
        (player.name, player.team.name) if is_head and player.team else (player.name,)
        for player in (game.white, game.black)
        if player
    )
    return white, black


def save_entry(request: HttpRequest, event: Event, number: int, board: int, entry: Entry) -> HttpResponse:
    """Write an entry and answer: saved, refused with the reason, or a conflict that shows both values."""
    try:
        answer = enter_result(event, number, board, entry, actor(request, event))
    except Refusal as refusal:
        if refusal.field == "board":
            raise Http404 from refusal
        again = entry if refusal.field == "reason" else None
        return show_problem(request, event, number, Problem(sentences.refusal(refusal), board, again, typed=entry))
    if answer.outcome == "conflict":
        problem = Problem("", board, entry, is_conflict=True, protection=answer.protection)
        return show_problem(request, event, number, problem, CONFLICT)
    event.version = max(event.version, answer.stored["event_version"])
    return show_saved(request, event, answer.game, answer.outcome, number)


# The answers: the whole page, or the fragments of it that htmx puts in place.


def show_desk(
    request: HttpRequest,
    event: Event,
    number: int | None,
    after: int | None = None,
    at: int | None = None,
    problem: Problem | None = None,
    status: int = SAVED,
) -> HttpResponse:
    desk = open_desk(event, number, after)
    last = desk.game(after) if after and not problem else None
    current = problem.board if problem and problem.board else desk.current
    current = at if at is not None and desk.game(at) else current
    values = desk_context(
        request, desk, echo=build_echo(event, last) if last else None, problem=problem, current=current
    )
    return render(request, "tournaments/desk/desk.html", values, status=status)


def show_rows(
    request: HttpRequest,
    event: Event,
    number: int | None,
    rows: Iterable[int] = (),
    status: int = SAVED,
    **parts: Any,
) -> HttpResponse:
    """Answer htmx with the rows of some boards and the counter; `echo` or `problem` fills the echo line."""
    desk = open_rows(event, number or read_progress(event).round, [board for board in rows if board])
    values = desk_context(request, desk, boards=desk.boards, **parts)
    return render(request, "tournaments/desk/_desk_answer.html", values, status=status)


def desk_context(request: HttpRequest, desk: Desk, problem: Problem | None = None, **parts: object) -> dict[str, Any]:
    """Return what every template of the desk needs; `uuid` is a new one wherever it is used."""
    choice = read_desk_keys(signed_in_user(request))
    active = desk_keys.active_keys(choice.preset, choice.off, is_scored=desk.scored, of_teams=desk.event.of_teams)
    game = desk.game(problem.board) if problem and problem.board is not None else None
    return {
        "event": desk.event,
        "desk": desk,
        "round_number": desk.round.number,
        "buttons": BUTTONS,
        "forfeits": list_forfeits(desk.event),
        "rare": list_rare_results(desk.event),
        "keys_json": json.dumps(active),
        "result_keys": [key for key, does in active.items() if does in desk_keys.PLAYED and len(key) == 1][:3],
        "key_list": desk_keys.list_keys(active),
        "place": games_wording.place_word(desk.event.game),
        "may_decide": policy.may(request.user, desk.event, policy.DECIDE),
        "adjourn": desk_keys.ADJOURN,
        "usual": [result.value for result, _ in BUTTONS],
        "uuid": uuid4,
        "problem": problem,
        "next_step": None if desk.counts.open or desk.event.is_final else find_next_step(desk.event),
        "stored": write_game_result(game) if game else "",
        "typed_line": request.POST.get("line", "") if problem else "",
        **parts,
    }


def show_problem(
    request: HttpRequest, event: Event, number: int | None, problem: Problem, status: int = REFUSED
) -> HttpResponse:
    if is_htmx(request):
        return show_rows(request, event, number, [problem.board or 0], status, problem=problem)
    return show_desk(request, event, number, problem=problem, status=status)


def show_saved(request: HttpRequest, event: Event, game: Game, outcome: str, shown_round: int | None) -> HttpResponse:
    number = game.round.number
    if not is_htmx(request):
        return redirect(f"{reverse('desk', args=[event.slug, number])}?last={game.board}#d{game.board}")
    rows = [game.board or 0] if shown_round in (None, number) else []
    return show_rows(request, event, shown_round or number, rows, echo=build_echo(event, game), outcome=outcome)


def jump_to_board(request: HttpRequest, event: Event, number: int, board: int) -> HttpResponse:
    """Take the arbiter to a board without an entry."""
    if is_htmx(request):
        return show_rows(request, event, number, jump=board)
    return show_desk(request, event, number, problem=Problem("", board))


def show_changed_rows(request: HttpRequest, event: Event, number: int | None) -> HttpResponse:
    """Answer with the boards whose version differs from the one on the arbiter's screen."""
    seen = read_stamps(request.GET["seen"])
    stamps = read_board_stamps(event, number or 0)
    if event.of_teams and seen.keys() != stamps.keys():  # somebody was seated, or a match ended without play
        return HttpResponseClientRefresh()
    rows = {board for board, (version, reported) in stamps.items() if seen.get(board) != f"{version}-{reported}"}
    return show_rows(request, event, number, rows)


def first_error(form: Form) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)
