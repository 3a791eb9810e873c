"""The log of an event: who did what, when and from where; its files; and the event as it was at a moment."""

import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.domain.desk.entry_line import resolve_match_board
from tournaments.forms.entry import read_number
from tournaments.history.past import state_at
from tournaments.models import Event
from tournaments.pages.event.log import LogFilter, log_view, sign_in_lines
from tournaments.pages.event.log_file import csv_parts, json_parts, log_rows
from tournaments.pages.event.past_state import past_view
from tournaments.views.access import staff_page
from tournaments.views.answers import REFUSED, render_event, stream_download
from tournaments.wording import dates, sentences

LONGEST_CODE = 30


@require_safe
@never_cache
@staff_page("read_log")
def log(request: HttpRequest, reader: Reader) -> HttpResponseBase:
    """Show a page of the log; `?format=csv` and `?format=json` send all that the filter finds."""
    event = reader.event
    log_filter, error = read_filter(request, event)
    if request.GET.get("format") == "csv":
        parts = csv_parts(log_rows(event, log_filter))
        return stream_download(parts, f"{event.slug}-log.csv", "text/csv; charset=utf-8")
    if request.GET.get("format") == "json":
        return StreamingHttpResponse(json_parts(event, log_rows(event, log_filter)), content_type="application/json")
    context = {
        "view": log_view(event, log_filter),
        "asked": request.GET,
        "query": query_without(request, "before"),
        "now": datetime.datetime.now(ZoneInfo(event.time_zone)),
        "error": error,
        "may_own": reader.may(policy.OWN),
    }
    return render_event(request, reader, "tournaments/event/log.html", context, status=REFUSED if error else 200)


@require_safe
@never_cache
@staff_page("read_log")
def log_state(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show table and results as they were at `?at=`, in the event's own time zone."""
    event = reader.event
    moment, problem = read_clock(request.GET.get("at", ""), event)
    if moment is None:
        error = problem or _("Enter a date and a time.")
        return render_event(request, reader, "tournaments/event/log_state.html", {"error": error}, status=REFUSED)
    past = state_at(event, moment)
    view = past_view(event, past, read_number(request.GET.get("round", ""))) if past else None
    context = {"view": view, "moment": dates.write_moment(event, moment), "at": request.GET["at"]}
    return render_event(request, reader, "tournaments/event/log_state.html", context)


@require_safe
@never_cache
@staff_page("own")
def log_door(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show who signed in, was refused, or was denied a page."""
    lines, older = sign_in_lines(reader.event, read_number(request.GET.get("before", "")))
    return render_event(request, reader, "tournaments/event/log_door.html", {"lines": lines, "older": older})


def read_filter(request: HttpRequest, event: Event) -> tuple[LogFilter, str]:
    """Read the filter from the address; what cannot be read is left out, with a sentence that says so."""
    numbers = {name: read_number(request.GET.get(name, "")) for name in ("person", "round", "player", "before")}
    board, no_board = read_board(request.GET.get("board", ""), event)
    since, wrong = read_clock(request.GET.get("since", ""), event)
    until, wrong_too = read_clock(request.GET.get("until", ""), event)
    asked = LogFilter(
        **numbers, board=board, action=request.GET.get("action", "")[:LONGEST_CODE], since=since, until=until
    )
    return asked, no_board or wrong or wrong_too


def read_board(text: str, event: Event) -> tuple[int | None, str]:
    """Read the number of a board, in a team event as on the sheet, for example 3.2; or say what is wrong."""
    try:
        return read_number(resolve_match_board(text.strip(), event.team_boards)), ""
    except Refusal as refusal:
        return None, sentences.refusal(refusal)


def read_clock(text: str, event: Event) -> tuple[datetime.datetime | None, str]:
    """Read a day and a time by the clock of the event, or say what is wrong; a minute means its end."""
    if not text.strip():
        return None, ""
    try:
        moment = datetime.datetime.fromisoformat(text.strip()[:30]).replace(tzinfo=ZoneInfo(event.time_zone))
        moment.astimezone(datetime.UTC)
    except (ValueError, OverflowError):
        return None, _("“%(text)s” is not a date and time: write it like 2026-11-22T14:05.") % {
            "text": text.strip()[:30]
        }
    whole_minute = len(text.strip()) <= len("2026-11-22T14:05")
    return moment.replace(second=59, microsecond=999_999) if whole_minute else moment, ""


def query_without(request: HttpRequest, *names: str) -> str:
    """Return the query of the address without some names, for the links to other pages."""
    query = request.GET.copy()
    for name in names:
        query.pop(name, None)
    return query.urlencode()
