"""The notice: one line for everybody, until its time is over or somebody takes it back."""

from datetime import time
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.hall.notices import give_notice, take_back_notice
from tournaments.domain.event.notices import LONGEST_NOTICE, find_end
from tournaments.queries.event.notices import read_notice
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line
from tournaments.wording import sentences


@require_safe
@staff_page(policy.DECIDE)
def notice(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the notice that stands now, and the form for another."""
    return show_notice(request, reader)


def show_notice(request: HttpRequest, reader: Reader, error: str = "", status: int = 200) -> HttpResponse:
    context = {
        "notice": read_notice(reader.event),
        "longest": LONGEST_NOTICE,
        "typed": {name: request.POST.get(name, "") for name in ("text", "until")},
        "error": error,
    }
    return render_event(request, reader, "tournaments/hall/notice.html", context, status=status)


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_notice(request, reader, sentences.refusal(refusal), REFUSED)


@staff_form(policy.DECIDE, refused)
def notice_give(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Show the posted line to everybody, until the clocks of the event next show the posted time."""
    typed = posted_line(request, "until", 8)
    try:
        clock = time.fromisoformat(typed).replace(tzinfo=None) if typed else None
    except ValueError:
        return show_notice(request, reader, _("This is not a time: write it like 15:00."), REFUSED)
    until = find_end(clock, timezone.now(), ZoneInfo(reader.event.time_zone)) if clock else None
    give_notice(reader.event, posted_line(request, "text", LONGEST_NOTICE), until, actor(request, reader))
    return _("Everybody sees the notice.")


@staff_form(policy.DECIDE, refused)
def notice_take_back(request: HttpRequest, reader: Reader) -> str:
    """Take the notice from all pages."""
    take_back_notice(reader.event, actor(request, reader))
    return _("The notice is taken back.")
