"""The arbiter's desk: the boards of a round, one entry at a time, and its undo.

Every form works by itself. htmx sends the same forms and gets `_desk_answer.html`: the row, the echo, the counter.
"""

import json
from collections.abc import Collection, Iterable
from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.desk.entry import BARRED, EntryOutcome, enter_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.domain.desk import desk_keys
from tournaments.domain.desk.entry import Entry
from tournaments.forms.entry import EntryForm, LineForm, read_number, read_result, read_stamps, read_uuid
from tournaments.pages.desk.answers import EntryProblem, build_conflict, build_echo
from tournaments.pages.desk.boards import is_turned
from tournaments.pages.desk.desk import Desk, list_byes, open_desk, open_rows, read_touched_matches, show_games
from tournaments.pages.desk.results import BUTTONS, write_result
from tournaments.pages.rounds.next_step import find_next_step
from tournaments.queries.desk.board_labels import board_label, match_of_board, place_of
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import BYES, has_board, read_board_stamps, read_boards
from tournaments.queries.snapshot import renew_event
from tournaments.views.access import HtmxRequest, actor, staff_page
from tournaments.views.answers import CONFLICT, REFUSED, SAVED, render_event
from tournaments.views.desk.calls import calls_context
from tournaments.views.desk.typed_lines import find_slip, read_typed_line
from tournaments.views.exchange.mirror_link import describe_mirror_link
from tournaments.wording import games as games_wording
from tournaments.wording import sentences


@staff_page("enter")
def desk(request: HtmxRequest, reader: Reader, number: int | None = None) -> HttpResponse:
    """Show the desk of a round; POST takes the entry line."""
    if request.method == "POST":
        return take_line(request, reader, number)
    if request.htmx and "seen" in request.GET:
        return show_changed_rows(request, reader, number)
    if number is None and not reader.event.rounds.exists():
        messages.info(request, _("No round has been paired yet."))
        return redirect("pairings", slug=reader.event.slug)
    last, board = (read_number(request.GET.get(name, "")) for name in ("last", "board"))
    return show_desk(request, reader, number, after=last, at=board)


@require_POST
@staff_page("enter")
def enter(request: HtmxRequest, reader: Reader, number: int, board: int) -> HttpResponse:
    """Take the result of one board."""
    form = EntryForm(request.POST, asks_spread=reader.event.asks_spread)
    if form.is_valid():
        return save_entry(request, reader, number, board, form.entry())
    if not has_board(reader.event, number, board):
        raise Http404
    typed = {name: request.POST.get(name, "") for name in ("white_score", "black_score", "spread")}
    return show_problem(request, reader, number, EntryProblem(first_error(form), board, typed=typed))


@require_POST
@staff_page("undo")
def undo(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Undo the arbiter's own last entry. One in another round than the page shows is undone after a question."""
    shown_round, agreed = (read_number(request.POST.get(name, "")) for name in ("round", "agreed"))
    try:
        uuid = read_uuid(request.POST.get("uuid", ""))
        answer = undo_last_entry(reader.event, actor(request, reader), uuid, agreed or shown_round)
    except Refusal as refusal:
        return show_problem(request, reader, shown_round, EntryProblem(sentences.refusal(refusal)))
    if answer.outcome == "elsewhere":
        problem = EntryProblem("", elsewhere=answer.game, is_match=bool(answer.more))
        return show_problem(request, reader, shown_round, problem, CONFLICT)
    reader = reader.at_version(answer.stored["event_version"])
    if answer.more:
        boards = [game.board or 0 for game in (answer.game, *answer.more)]
        return show_match(request, reader, answer.game.round.number, boards, "undone", shown_round)
    return show_saved(request, reader, answer, shown_round)


def take_line(request: HtmxRequest, reader: Reader, number: int | None) -> HttpResponse:
    """Read the entry line: a jump to a board, or the entry of one."""
    event = reader.event
    form = LineForm(request.POST)
    number = number or read_progress(reader).round
    try:
        if not form.is_valid():
            return show_problem(request, reader, number, EntryProblem(first_error(form)))
        if found := find_slip(event, number, form.cleaned_data["line"]):
            return jump_to_board(request, reader, number, found)
        board, line = read_typed_line(event, number, form.cleaned_data["line"], form.cleaned_data["board"])
    except Refusal as refusal:
        meant = form.cleaned_data["board"] if form.is_valid() else None
        marked = meant if meant and has_board(event, number, meant) else None
        return show_problem(request, reader, number, EntryProblem(sentences.refusal(refusal), marked))
    if not line.is_entry:
        return jump_to_board(request, reader, number, board)
    if line.results:
        return save_match(request, reader, number, match_of_board(event, board), line.results, form)
    white_score, black_score = line.scores or (None, None)
    version, uuid = form.version_of(board), form.cleaned_data["uuid"]
    entry = Entry(None, white_score, black_score, version, uuid, spread=line.spread, seats=form.seats_of(board))
    entry = entry._replace(**read_result(line.result))
    return save_entry(request, reader, number, board, entry)


def save_match(
    request: HtmxRequest, reader: Reader, number: int, table: int, results: tuple[str, ...], form: LineForm
) -> HttpResponse:
    """Write the results of a whole match, seen from its first team, board by board up to the first that is refused."""
    event = reader.event
    games = {game.board or 0: game for game in read_boards(event, number).select_related("match")}
    boards = [board for board in games if match_of_board(event, board) == table]
    replaced = []
    for board in boards:
        result = results[place_of(event, board) - 1]
        seen = result[::-1] if is_turned(games[board]) else result
        line, seats = form.cleaned_data["uuid"], form.seats_of(board)
        entry = Entry(seen, version=form.version_of(board), uuid=uuid5(line, str(board)), line=line, seats=seats)
        try:
            answer = enter_result(event, number, board, entry, actor(request, reader))
        except Refusal as refusal:
            problem = build_refusal(refusal, board, entry)
            return show_problem(request, reader, number, problem, CONFLICT if problem.is_conflict else REFUSED, boards)
        reader = reader.at_version(answer.stored["event_version"])
        if answer.outcome == "conflict":
            problem = build_conflict(reader, answer.game, entry, answer.protection)
            return show_problem(request, reader, number, problem, CONFLICT, rows=boards)
        if answer.replaced:
            old = write_result(*answer.replaced[:3], is_turned=is_turned(games[board]))
            replaced.append(f"{board_label(event, board)} {old}")
    return show_match(request, reader, number, boards, "saved", number, ", ".join(replaced))


def save_entry(request: HtmxRequest, reader: Reader, number: int, board: int, entry: Entry) -> HttpResponse:
    """Write an entry and answer: saved, refused with the reason, or a conflict that shows both values."""
    try:
        answer = enter_result(reader.event, number, board, entry, actor(request, reader))
    except Refusal as refusal:
        if refusal.field == "board" and not request.htmx:
            raise Http404 from refusal
        problem = build_refusal(refusal, board, entry)
        return show_problem(request, reader, number, problem, CONFLICT if problem.is_conflict else REFUSED)
    if answer.outcome == "conflict":
        problem = build_conflict(reader, answer.game, entry, answer.protection)
        return show_problem(request, reader, number, problem, CONFLICT)
    return show_saved(request, reader.at_version(answer.stored["event_version"]), answer, number)


def build_refusal(refusal: Refusal, board: int, entry: Entry) -> EntryProblem:
    """Return why an entry was refused: with both values where only those in charge may replace what is stored."""
    is_barred = refusal.code in BARRED
    again = entry if is_barred or refusal.field == "reason" else None
    return EntryProblem(
        sentences.refusal(refusal), board, again, is_conflict=is_barred, typed=entry, is_barred=is_barred
    )


# The answers: the whole page, or the fragments of it that htmx puts in place.


def show_desk(
    request: HtmxRequest,
    reader: Reader,
    number: int | None,
    after: int | None = None,
    at: int | None = None,
    problem: EntryProblem | None = None,
    status: int = SAVED,
) -> HttpResponse:
    desk = open_desk(reader, number, after, at or (problem and problem.board))
    last = desk.game(after) if after and not problem else None
    values = desk_context(
        request,
        desk,
        echo=build_echo(reader, last, desk.counts) if last else None,
        problem=problem,
        current=desk.current,
    )
    useful = desk_keys.list_useful(is_scored=desk.scored, of_teams=desk.event.of_teams)
    values |= calls_context(reader) | keys_context(useful) | describe_mirror_link(desk.event)
    return render_event(request, reader, "tournaments/desk/desk.html", values, status=status)


def show_rows(
    request: HtmxRequest,
    reader: Reader,
    number: int | None,
    rows: Iterable[int] = (),
    status: int = SAVED,
    **parts: Any,
) -> HttpResponse:
    """Answer htmx with the rows of some boards and the counter; `echo` or `problem` fills the echo line."""
    desk = open_rows(reader, number or read_progress(reader).round, [board for board in rows if board])
    return answer_rows(request, desk, status, **parts)


def answer_rows(request: HtmxRequest, desk: Desk, status: int = SAVED, **parts: Any) -> HttpResponse:
    values = desk_context(request, desk, boards=desk.boards, **parts)
    return render_event(request, desk.reader, "tournaments/desk/_desk_answer.html", values, status=status)


def desk_context(
    request: HtmxRequest, desk: Desk, problem: EntryProblem | None = None, **parts: object
) -> dict[str, Any]:
    """Return what every template of the desk needs; `uuid` is a new one wherever it is used."""
    row = next((row for row in desk.boards if problem and row.game.board == problem.board), None)
    return {
        "desk": desk,
        "round_number": desk.round.number,
        "place": games_wording.place_word(desk.event.game),
        "may_decide": desk.reader.may(policy.CORRECT_OLD if desk.event.is_final else policy.DECIDE),
        "may_repair": desk.reader.may(policy.PAIR) and not desk.event.of_teams and not desk.event.is_final,
        "may_configure": desk.reader.may(policy.CONFIGURE),
        "adjourn": desk_keys.ADJOURN,
        "usual": [result.value for result, _ in BUTTONS],
        "uuid": uuid4,
        "next_step": None if desk.counts.running or desk.event.is_final else find_next_step(desk.reader),
        "problem": problem and problem._replace(is_turned=row is not None and row.is_turned),
        "stored": row.shown if row else "",
        "typed_line": request.POST.get("line", "") if problem else "",
        **parts,
    }


def keys_context(useful: Collection[str]) -> dict[str, Any]:
    """Return the keys of a desk that do something useful there, for a whole page."""
    key_sets = desk_keys.list_key_sets(useful)
    return {"key_sets": key_sets, "keys_json": json.dumps({each.program: each.keys for each in key_sets})}


def show_problem(
    request: HtmxRequest,
    reader: Reader,
    number: int | None,
    problem: EntryProblem,
    status: int = REFUSED,
    rows: Iterable[int] = (),
) -> HttpResponse:
    """Answer with why an entry was refused, in its row; `rows` have changed too."""
    if request.htmx:
        return show_rows(request, reader, number, {problem.board or 0, *rows}, status, problem=problem)
    return show_desk(request, reader, number, problem=problem, status=status)


def show_saved(request: HtmxRequest, reader: Reader, answer: EntryOutcome, shown_round: int | None) -> HttpResponse:
    """Answer with the board and the totals, from what the transaction knows where the page shows its round."""
    game, outcome, number = answer.game, answer.outcome, answer.game.round.number
    if not request.htmx:
        return redirect(f"{reverse('desk', args=[reader.event.slug, number])}?last={game.board}#d{game.board}")
    is_here = shown_round in (None, number)
    if is_here and answer.counts:
        desk = show_games(reader, game.round, [game], [game.board or 0], answer.counts)
    else:
        desk = open_rows(reader, shown_round or number, [game.board or 0] if is_here else [])
    echo = build_echo(reader, game, answer.counts or desk.counts, answer.replaced)
    return answer_rows(request, desk, echo=echo, outcome=outcome)


def show_match(
    request: HtmxRequest,
    reader: Reader,
    number: int,
    boards: list[int],
    outcome: str,
    shown_round: int | None,
    replaced: str = "",
) -> HttpResponse:
    """Answer with the boards of one match, its score, and the results that were `replaced`."""
    if not request.htmx:
        return redirect(f"{reverse('desk', args=[reader.event.slug, number])}?board={boards[0]}")
    match = read_touched_matches(reader, number, boards[:1])[0]
    rows = boards if shown_round in (None, number) else []
    echo: dict[str, Any] = {"played": match, "played_in": number, "outcome": outcome, "replaced": replaced}
    return show_rows(request, reader, shown_round or number, rows, **echo)


def jump_to_board(request: HtmxRequest, reader: Reader, number: int, board: int) -> HttpResponse:
    """Take the arbiter to a board without an entry."""
    if request.htmx:
        return show_rows(request, reader, number, jump=board)
    return show_desk(request, reader, number, problem=EntryProblem("", board))


def show_changed_rows(request: HtmxRequest, reader: Reader, number: int | None) -> HttpResponse:
    """Answer with the boards that differ from the arbiter's screen, the new ones and those that are gone."""
    event = reader.event
    seen = read_stamps(request.GET["seen"])
    stamps = read_board_stamps(event, number or 0)
    reader = renew_event(reader)  # the scores of matches are at least as new as the boards
    if event.of_teams and seen.keys() != stamps.keys():  # somebody was seated, or a match ended without play
        return HttpResponseClientRefresh()
    changed = {board for board, stamp in stamps.items() if seen.get(board) != stamp}
    parts: dict[str, Any] = calls_context(reader) | {
        "gone": sorted(seen.keys() - stamps.keys()),
        "added": changed - seen.keys(),
    }
    if BYES in changed:
        parts |= {"byes": list_byes(reader, number or 0), "byes_stamp": stamps[BYES]}
    return show_rows(request, reader, number, changed, **parts)


def first_error(form: Form) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)
