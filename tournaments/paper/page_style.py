"""The header and footer of printed pages as a style sheet: the only page numbers that every browser supports.

The text of the margins differs between events, and the Content-Security-Policy allows no style in the page, so this
small style sheet has an address of its own.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.paper.kinds import SheetKind
from tournaments.queries.event.progress import Progress
from tournaments.wording import dates

UNFRAMED = "@page {{ size: A4 {paging}; margin: 0 }}\n"
FRAMED = """@page {{
  size: A4 {paging};
  @top-left {{ content: {event} }}
  @top-right {{ content: {title} }}
  @bottom-left {{ content: {state} }}
  @bottom-right {{ content: {page} " " counter(page) {of} counter(pages) }}
}}
@page :first {{
  @top-left {{ content: none }}
  @top-right {{ content: none }}
}}
"""


def write_page_style(event: Event, kind: SheetKind, number: int, view: Any) -> str:
    """Return the style sheet of a paper's pages in the active language."""
    if not kind.framed:
        return UNFRAMED.format(paging=kind.paging)
    return FRAMED.format(
        paging=kind.paging,
        event=quote_css(event.name),
        title=quote_css(
            " · ".join(filter(None, [write_title(kind, number), write_start(event, number) if kind.of_round else ""]))
        ),
        state=quote_css(write_state(event, view)),
        page=quote_css(gettext("Page")),
        of=quote_css(f" {gettext('of')} "),
    )


def write_title(kind: SheetKind, number: int) -> str:
    """Name a paper: "Pairings by board, round 5"."""
    if not kind.of_round or not number:
        return str(kind.title)
    form = gettext("%(title)s after round %(number)d") if kind.is_after else gettext("%(title)s, round %(number)d")
    return form % {"title": kind.title, "number": number}


def write_start(event: Event, number: int) -> str:
    """Say when a round begins, in the event's own zone; "" where that is not set."""
    starts = event.rounds.filter(number=number).values_list("starts_at", flat=True).first()
    if not starts:
        return ""
    local = starts.astimezone(ZoneInfo(event.time_zone))
    return f"{dates.write_day(local)}, {time_format(local, 'H:i')}"


def write_state(event: Event, view: Any) -> str:
    """Say when the sheet was current, and whether it can still change."""
    state = view.progress
    moment = ", ".join([state.as_of_day] * state.dated + [time_format(state.as_of, "H:i")])
    ending = gettext("final") if state.is_final else gettext("provisional") if state.round else ""
    printed = timezone.now().astimezone(ZoneInfo(event.time_zone))
    parts = [write_progress(state), gettext("as of %(moment)s") % {"moment": moment}, ending]
    parts.append(gettext("printed at %(time)s") % {"time": time_format(printed, "H:i")})
    return " · ".join(filter(None, parts))


def write_progress(state: Progress) -> str:
    """Say how far the running round is, "" before the first."""
    if not state.round:
        return ""
    known = {"round": state.round, "rounds": state.rounds, "done": state.results_in, "boards": state.boards}
    return gettext("round %(round)d of %(rounds)d, %(done)d/%(boards)d results") % known


def quote_css(text: str) -> str:
    """Write a text as a string of CSS; escape every character that could end it."""
    return '"' + "".join(c if c.isalnum() or c in " .,:;·–-()/" else f"\\{ord(c):x} " for c in text) + '"'


def read_print_style() -> str:
    """Return the style sheet that all sheets share."""
    return (settings.BASE / "static" / "hall" / "print.css").read_text(encoding="utf-8")
