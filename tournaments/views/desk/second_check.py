"""The second check: what somebody else has entered is confirmed with one key, or entered again blindly."""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.second_check import check_result
from tournaments.domain.desk import desk_keys
from tournaments.forms.entry import EntryForm, read_stamps
from tournaments.pages.desk.answers import EntryProblem, build_conflict
from tournaments.pages.desk.results import BUTTONS, list_forfeits
from tournaments.pages.desk.second_check import Check, open_check
from tournaments.queries.snapshot import renew_event
from tournaments.views.access import HtmxRequest, actor, staff_page
from tournaments.views.answers import CONFLICT, REFUSED, SAVED, render_event
from tournaments.views.desk.desk import first_error, keys_context
from tournaments.wording import games, sentences


@staff_page("enter")
def check(request: HtmxRequest, reader: Reader, number: int | None = None) -> HttpResponse:
    """Show the results of a round that wait for another person."""
    if request.htmx and "seen" in request.GET:
        return show_changed_rows(request, reader, number)
    return render_event(
        request,
        reader,
        "tournaments/checks/check.html",
        check_context(request, open_check(reader, number, request.user)),
    )


@require_POST
@staff_page("enter")
def confirm(request: HtmxRequest, reader: Reader, number: int, board: int) -> HttpResponse:
    """Take one check: a confirmation, the result entered again, or a correction after a difference."""
    form = EntryForm(request.POST, asks_spread=reader.event.asks_spread)
    if not form.is_valid():
        return show_answer(request, reader, number, board, EntryProblem(first_error(form), board), REFUSED)
    act = enter_result if "replace" in request.POST else check_result
    try:
        outcome = act(reader.event, number, board, form.entry(), actor(request, reader))
    except Refusal as refusal:
        again = form.entry() if refusal.field == "reason" else None
        return show_answer(
            request, reader, number, board, EntryProblem(sentences.refusal(refusal), board, again), REFUSED
        )
    if outcome.outcome in ("conflict", "differs"):
        differs = outcome.outcome == "differs"
        problem = build_conflict(reader, outcome.game, form.entry(), outcome.protection, differs=differs)
        return show_answer(request, reader, number, board, problem, CONFLICT)
    return show_answer(request, reader, number, board)


def show_changed_rows(request: HtmxRequest, reader: Reader, number: int | None) -> HttpResponse:
    """Answer with the rows on the screen that somebody has changed since."""
    seen = read_stamps(request.GET["seen"])
    view = open_check(reader, number, request.user, also=set(seen))
    shown = [board for pile in view.piles for board in pile.boards]
    rows = [board for board in shown if board.game.board in seen and board.stamp != seen[board.game.board]]
    gone = sorted(seen.keys() - {board.game.board for board in shown})
    more = sum(board.game.board not in seen for board in shown)
    values = check_context(request, view, boards=rows, gone=gone, more=more)
    return render_event(request, reader, "tournaments/checks/_check_answer.html", values)


def show_answer(
    request: HtmxRequest,
    reader: Reader,
    number: int,
    board: int,
    problem: EntryProblem | None = None,
    status: int = SAVED,
) -> HttpResponse:
    """Answer with the row and the count, or with the page where the browser asked for one."""
    reader = renew_event(reader)
    view = open_check(reader, number, request.user, also={board})
    row = view.find(board)
    if row is None:
        raise Http404
    if not request.htmx and status == SAVED:
        return redirect(reverse("check", args=[reader.event.slug, number]))
    problem = problem and problem._replace(is_turned=row.is_turned)
    values = check_context(request, view, problem=problem, boards=[row], stored=row.shown)
    return render_event(
        request,
        reader,
        f"tournaments/checks/{'_check_answer' if request.htmx else 'check'}.html",
        values,
        status=status,
    )


def check_context(request: HtmxRequest, view: Check, **parts: object) -> dict[str, Any]:
    """Return what the page and its rows need; `uuid` is a new one wherever it is used."""
    moves = {"up", "down", "next", "before", "after", "missing", "confirm", "help"}
    results = {str(code) for code, _ in (*BUTTONS, *list_forfeits(view.event))} if view.blind else set()
    useful = desk_keys.list_useful(is_scored=view.scored, of_teams=True) & (moves | results)
    return {
        "check": view,
        "desk": view,
        "round_number": view.round.number,
        **keys_context(useful),
        "place": games.place_word(view.event.game),
        "usual": [result.value for result, _ in BUTTONS],
        "uuid": uuid4,
        **parts,
    }
