"""The second pair of eyes: what somebody else has entered, confirmed with one key or entered again blindly."""

import json
from uuid import uuid4

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.second_check import check_result
from tournaments.domain import desk_keys
from tournaments.forms.entry import EntryForm, read_stamps
from tournaments.pages.desk.desk import BUTTONS, Problem, list_forfeits, list_rare_results, write_game_result
from tournaments.pages.desk.second_check import open_check
from tournaments.queries.desk_keys import read_desk_keys
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import CONFLICT, REFUSED, SAVED
from tournaments.views.desk.desk import first_error
from tournaments.wording import games, sentences


@staff_page("enter")
def check(request, event, number=None):
    """Show the results of a round that wait for another person."""
    if request.htmx and "seen" in request.GET:
        return changed_rows(request, event, number)
    return render(request, "tournaments/desk/check.html", context(request, open_check(event, number, request.user)))


@require_POST
@staff_page("enter")
def confirm(request, event, number, board):
    """Take one check: a confirmation, the result entered again, or a correction after a difference."""
    form = EntryForm(request.POST, asks_spread=event.asks_spread)
    if not form.is_valid():
        return answer(request, event, number, board, Problem(first_error(form), board), REFUSED)
    act = enter_result if "replace" in request.POST else check_result
    try:
        done = act(event, number, board, form.entry(), actor(request, event))
    except Refusal as refusal:
        again = form.entry() if refusal.field == "reason" else None
        return answer(request, event, number, board, Problem(sentences.refusal(refusal), board, again), REFUSED)
    if done.outcome in ("conflict", "differs"):
        clash = Problem("", board, form.entry(), is_conflict=done.outcome == "conflict")
        return answer(request, event, number, board, clash, CONFLICT)
    return answer(request, event, number, board)


def changed_rows(request, event, number):
    """Answer with the rows on the checker's screen that somebody has changed since."""
    seen = read_stamps(request.GET["seen"])
    found = open_check(event, number, request.user, also=set(seen))
    rows = [b for pile in found.piles for b in pile.boards if b.game.board in seen and b.stamp != seen[b.game.board]]
    return render(request, "tournaments/desk/_check_answer.html", context(request, found, boards=rows))


def answer(request, event, number, board, problem=None, status=SAVED):
    """Answer with the row and the count, or with the page where the browser asked for one."""
    event.refresh_from_db()
    found = open_check(event, number, request.user, also={board})
    row = found.find(board)
    if row is None:
        raise Http404
    if not request.htmx and status == SAVED:
        return redirect(reverse("check", args=[event.slug, number]))
    values = context(request, found, problem=problem, boards=[row], stored=write_game_result(row.game))
    return render(
        request, f"tournaments/desk/{'_check_answer' if request.htmx else 'check'}.html", values, status=status
    )


def context(request, found, **parts):
    """Return what the page and its rows need; `uuid` is a new one wherever it stands."""
    choice = read_desk_keys(request.user)
    active = desk_keys.active_keys(choice.preset, choice.off, is_scored=found.scored)
    moves = {"up", "down", "next", "before", "after", "missing", "confirm", "help"}
    results = {str(code) for code, _ in (*BUTTONS, *list_forfeits(found.event))} if found.blind else set()
    active = {key: does for key, does in active.items() if does in moves | results}
    return {
        "event": found.event,
        "check": found,
        "desk": found,
        "round_number": found.round.number,
        "buttons": BUTTONS,
        "forfeits": list_forfeits(found.event),
        "rare": list_rare_results(found.event),
        "keys_json": json.dumps(active),
        "key_list": desk_keys.list_keys(active),
        "place": games.place_word(found.event.game),
        "usual": [result.value for result, _ in BUTTONS],
        "uuid": uuid4,
        **parts,
    }
