"""The head and the foot of each page, as a style sheet: the only way to number pages that every browser knows.

The text of the margins differs from event to event, and the Content-Security-Policy allows no style in the page. So it
is a small style sheet with an address of its own.
"""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from tournaments.paper.kinds import Kind
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


def write_page_style(event, kind: Kind, number: int, view) -> str:
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


def write_title(kind: Kind, number: int) -> str:
    """Name a paper: "Pairings by board, round 5"."""
    if not kind.of_round or not number:
        return str(kind.title)
    form = gettext("%(title)s after round %(number)d") if kind.is_after else gettext("%(title)s, round %(number)d")
    return form % {"title": kind.title, "number": number}


def write_start(event, number: int) -> str:
    """Say when a round begins, in the event's own zone; "" where nobody said so."""
    starts = event.rounds.filter(number=number).values_list("starts_at", flat=True).first()
    if not starts:
        return ""
    local = starts.astimezone(ZoneInfo(event.time_zone))
    return f"{dates.write_day(local)}, {time_format(local, 'H:i')}"


def write_state(event, view) -> str:
    """Say of which moment the paper is, and whether something can still change."""
    state = view.progress
    moment = ", ".join([state.as_of_day] * state.dated + [time_format(state.as_of, "H:i")])
    ending = gettext("final") if state.finished else gettext("provisional") if state.round else ""
    printed = timezone.now().astimezone(ZoneInfo(event.time_zone))
    parts = [write_progress(state), gettext("as of %(moment)s") % {"moment": moment}, ending]
    parts.append(gettext("printed at %(time)s") % {"time": time_format(printed, "H:i")})
    return " · ".join(filter(None, parts))


def write_progress(state) -> str:
    """Say how far the running round is, "" before the first."""
    if not state.round:
        return ""
    known = {"round": state.round, "rounds": state.rounds, "done": state.results_in, "boards": state.boards}
    return gettext("round %(round)d of %(rounds)d, %(done)d/%(boards)d results") % known


def quote_css(text: str) -> str:
    """Write a text as a string of CSS; whatever could end it is written by its number."""
    return '"' + "".join(c if c.isalnum() or c in " .,:;·–-()/" else f"\\{ord(c):x} " for c in text) + '"'


def read_print_style() -> str:
    """Return the style sheet that every paper shares."""
    return (settings.BASE / "static" / "hall" / "print.css").read_text(encoding="utf-8")
