"""Check-in before the first round: one row to tap for each player, made for a phone in one hand."""

import re

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django_htmx.http import reswap

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.checkin import (
    check_in,
    check_in_others,
    close_checkin,
    reopen_checkin,
    uncheck_players,
)
from tournaments.forms.entry import read_number
from tournaments.models import Event
from tournaments.pages.players.checkin import Checkin, checkin_view
from tournaments.views.access import HtmxRequest, actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import render_event
from tournaments.views.posted import posted_line, posted_number, posted_numbers
from tournaments.wording import sentences

LONGEST_SEARCH = 60
NO_CODE = sentence("checkin-code", gettext_noop("“{code}” is not the code of a player of this event."))


@require_safe
@staff_page(policy.CHECK_IN)
def checkin(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show who is present and who is missing."""
    return render_event(
        request, reader, "tournaments/players/checkin.html", build_context(request, reader, request.GET)
    )


def build_context(request: HtmxRequest, reader: Reader, wanted: QueryDict, error: str = "") -> dict[str, object]:
    """Return the list that is wanted, with the players just tapped."""
    tapped = [number for text in wanted.getlist("player") if (number := read_number(text))]
    query, only_missing = wanted.get("q", "").strip()[:LONGEST_SEARCH], wanted.get("show") == "missing"
    seen = read_number(wanted.get("seen", "")[:LONGEST_SEARCH])
    view = checkin_view(reader.event, query, tapped, only_missing=only_missing, seen=seen)
    return {"view": view, "error": error, "may_close": reader.may(policy.PAIR)}


def show_refused(request: HtmxRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    """Show why nothing was done; htmx gets the list alone."""
    if not request.htmx:
        return flash_refusal(request, reader, refusal)
    wanted = request.POST.copy()
    wanted.pop("player", None)
    context = build_context(request, reader, wanted, sentences.refusal(refusal))
    return render_event(request, reader, "tournaments/players/_checkin.html", context)


@staff_form(policy.CHECK_IN, refused=show_refused)
def checkin_present(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Check a player in."""
    number = posted_number(request, "player") or 0
    check_in(reader.event, number, True, actor(request, reader))
    return show_checked(request, reader, [number])


@staff_form(policy.CHECK_IN, refused=show_refused)
def checkin_scan(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Check the player in whose code was scanned: an address of the player, or the number alone."""
    number = read_player_code(reader.event, posted_line(request, "code"))
    check_in(reader.event, number, True, actor(request, reader))
    return show_checked(request, reader, [number])


def read_player_code(event: Event, code: str) -> int:
    """Return the number of a player in a scanned text. Raise Refusal for the code of another event, or of none.

    A number that is written alone is a start number, as on place cards.
    """
    found = re.search(r"/e/([\w-]+)/player/(\d{1,4})(?:/|$)", code)
    if found and found[1] == event.slug:
        return int(found[2])
    number = read_number(code)
    if number is None:
        raise Refusal(NO_CODE, field="code", code=code)
    return event.players.filter(start_number=number).values_list("number", flat=True).first() or number


@staff_form(policy.CHECK_IN, refused=show_refused)
def checkin_others(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Check everybody in but those who are named as missing."""
    return show_checked(
        request, reader, check_in_others(reader.event, posted_numbers(request, "gone"), actor(request, reader))
    )


@staff_form(policy.CHECK_IN, refused=show_refused)
def checkin_missing(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Undo the check-in of one or several players."""
    numbers = posted_numbers(request, "player")
    if len(numbers) == 1:
        check_in(reader.event, numbers[0], False, actor(request, reader))
    else:
        uncheck_players(reader.event, numbers, actor(request, reader))
    return show_checked(request, reader, numbers)


def show_checked(request: HtmxRequest, reader: Reader, numbers: list[int]) -> HttpResponse:
    """Go back to the list with the players who were just tapped; htmx gets the list alone, or what changed in it."""
    wanted = QueryDict(mutable=True)
    wanted.setlist("player", [str(number) for number in numbers])
    if request.POST.get("show") == "missing":
        wanted["show"] = "missing"
    if request.htmx:
        wanted["q"], wanted["seen"] = (posted_line(request, name) for name in ("q", "seen"))
        context = build_context(request, reader, wanted)
        view = context["view"]
        if isinstance(view, Checkin) and view.changed and view.missing:
            return reswap(render_event(request, reader, "tournaments/players/_checkin_tap.html", context), "none")
        return render_event(request, reader, "tournaments/players/_checkin.html", context)
    address = redirect("checkin", reader.event.slug)
    address["Location"] += f"?{wanted.urlencode()}" + (f"#player-{numbers[0]}" if len(numbers) == 1 else "")
    return address


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_close(request: HtmxRequest, reader: Reader) -> str:
    """Leave the missing players out of the first round."""
    return count_unpaired(close_checkin(reader.event, actor(request, reader)))


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_withdraw(request: HtmxRequest, reader: Reader) -> str:
    """Withdraw the missing players from the event."""
    return count_unpaired(close_checkin(reader.event, actor(request, reader), withdraw=True))


def count_unpaired(count: int) -> str:
    return ngettext("%(count)d player is not paired.", "%(count)d players are not paired.", count) % {"count": count}


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_reopen(request: HtmxRequest, reader: Reader) -> str:
    """Open the check-in again."""
    count = reopen_checkin(reader.event, actor(request, reader))
    sentence = ngettext("%(count)d player is expected again.", "%(count)d players are expected again.", count)
    return sentence % {"count": count}
