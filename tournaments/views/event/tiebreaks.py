"""The page on which an owner arranges the order of the tie-breaks, and enters values for it by hand."""

import re
from collections.abc import Mapping
from decimal import Decimal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.event.by_hand import MANUAL, set_by_hand
from tournaments.actions.event.configuration import set_order
from tournaments.domain.number_format import MINUS
from tournaments.forms.order_settings import OrderSettingsForm
from tournaments.models import Event
from tournaments.pages.event.by_hand import show_by_hand
from tournaments.pages.event.order import OrderDraft, foresee_departures, order_view, read_draft, read_preset
from tournaments.pages.event.order_choices import find_choices
from tournaments.queries.event.earlier_orders import read_other_orders
from tournaments.queries.rounds.games import has_results
from tournaments.views.access import HtmxRequest, actor, flash_refusal, signed_in_user, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import move_line, posted_line, posted_number, read_digits, remove_line
from tournaments.wording import sentences

LONGEST_NAME = 80
DECIMAL = re.compile(r"-?\d{1,6}(\.\d{1,4})?", re.ASCII)


@require_safe
@staff_page(policy.CONFIGURE)
def tiebreaks(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show the order of the criteria; every button posts the whole draft and gets it back changed, with its effect."""
    return show_order(request, reader, reader.event.tiebreaks.split(","))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def order_effect(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show the effect of the draft."""
    return show_order(request, reader, posted_order(request))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_up(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Move a criterion of the draft up."""
    return show_order(request, reader, move_line(posted_order(request), posted_number(request, "line"), -1))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_down(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Move a criterion of the draft down."""
    return show_order(request, reader, move_line(posted_order(request), posted_number(request, "line"), 1))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_remove(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Remove a criterion from the draft."""
    return show_order(request, reader, remove_line(posted_order(request), posted_number(request, "line")))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_add(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Add a criterion at the end of the draft: the one of the button, otherwise the one that is selected."""
    added = posted_line(request, "advised", LONGEST_NAME) or posted_line(request, "add", LONGEST_NAME)
    return show_order(request, reader, [*posted_order(request), *([added] if added else [])])


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_change(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Replace a criterion of the draft by one with other modifiers."""
    place, _space, text = posted_line(request, "change", LONGEST_NAME).partition(" ")
    texts, line = posted_order(request), read_digits(place, 2)
    changed = [text if number == line and text else other for number, other in enumerate(texts)]
    return show_order(request, reader, changed)


@require_safe
@staff_page(policy.CONFIGURE)
def tiebreaks_find(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show the criteria that a text finds, without the rest of the page."""
    found = find_choices(reader, request.GET.get("find", "")[:LONGEST_NAME])
    context = {"found": found, "chosen": request.GET.getlist("order")[:30]}
    return render_event(request, reader, "tournaments/event/order/_order_choices.html", context)


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_preset(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Replace the draft by a common order, or by one that this event has had or another one has."""
    texts = read_preset(request.POST.get("preset", "")) or posted_line(request, "earlier").split(",")
    return show_order(request, reader, [text for text in texts if text] or posted_order(request))


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def tiebreaks_save(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Store the draft, unless it is wrong, lacks its reason, or another owner was faster."""
    event = reader.event
    texts, reason = posted_order(request), posted_line(request, "reason")
    draft = read_draft(texts, reader)
    form = OrderSettingsForm(request.POST, event=event)
    if draft.order is None or form.errors:
        return show_order(request, reader, texts)
    if (reason or not has_results(event)) and wants_look(request, event, draft, form.changes()):
        return show_order(request, reader, texts, looking=True)
    try:
        seen = request.POST.get("was"), request.POST.get("seen_settings")
        set_order(event, draft.notation, form.changes(), actor(request, reader), reason, seen)
    except Refusal as refusal:
        sentence = sentences.refusal(refusal)
        if refusal.field == "reason":
            return show_order(request, reader, texts, reason_error=sentence)
        return show_order(request, reader, texts, error=sentence)
    messages.success(request, _("The order of the tie-breaks is saved."))
    page = reverse("tiebreaks", args=[event.slug])
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def posted_order(request: HttpRequest) -> list[str]:
    texts = (text.strip()[:LONGEST_NAME] for text in request.POST.getlist("order")[:30])
    return [text for text in texts if text]


def wants_look(request: HttpRequest, event: Event, now: OrderDraft, settings: Mapping[str, object]) -> bool:
    """Tell whether the effect of a change must be shown before it is stored, since another one was shown, or none.

    That is so once results exist, and where it leaves FIDE mode: whoever then presses the button has seen the effect.
    """
    is_change = now.order is not None and (now.notation != event.tiebreaks or bool(settings))
    is_current = request.POST.get("was", event.tiebreaks) == event.tiebreaks
    departures = foresee_departures(event, now)
    is_shown = request.POST.get("shown") == name_change(now, settings)
    is_shown = is_shown and set(request.POST.getlist("departs")).issuperset(departures)
    return is_change and is_current and not is_shown and (has_results(event) or bool(departures))


def name_change(now: OrderDraft, settings: Mapping[str, object]) -> str:
    """Name a change, so that what is stored is what was shown."""
    return " ".join([now.notation, *(f"{field}={value}" for field, value in sorted(settings.items()))])


def show_order(
    request: HtmxRequest,
    reader: Reader,
    texts: list[str],
    error: str = "",
    reason_error: str = "",
    looking: bool = False,
    posted_by_hand: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show a draft of the order; `posted_by_hand` is what the form of values by hand shows after a refusal."""
    now = read_draft(texts, reader)
    form = OrderSettingsForm(request.POST if request.method == "POST" else None, event=reader.event)
    view = order_view(reader, now, posted_line(request, "find", LONGEST_NAME), form.changes())
    context = {
        "view": view,
        "settings": form,
        "found": view.found,
        "chosen": [line.text for line in now.lines],
        "others": read_other_orders(reader.event, signed_in_user(request)),
        "looking": looking,
        "shown": name_change(now, form.changes()),
        "reason": request.POST.get("reason", ""),
        "reason_error": reason_error,
        "error": now.error or (error if now.order else ""),
        "by_hand": show_by_hand(reader),
        **(posted_by_hand or {}),
    }
    wrong = error or reason_error or form.errors or posted_by_hand or (request.method == "POST" and now.order is None)
    template = "tournaments/event/order/_order.html" if request.htmx else "tournaments/event/order/tiebreaks.html"
    return render_event(request, reader, template, context, status=REFUSED if wrong else 200)


def refused(request: HtmxRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    """Show what was entered by hand again, with the reason why it was refused."""
    posted: dict[str, object] = {f"hand_{name}": posted_line(request, name) for name in ("code", "value", "reason")}
    posted |= {"hand_number": posted_number(request, "number"), "by_hand_error": sentences.refusal(refusal)}
    return show_order(request, reader, reader.event.tiebreaks.split(","), posted_by_hand=posted)


@staff_form(policy.CONFIGURE, refused=refused)
def by_hand(request: HttpRequest, reader: Reader) -> str:
    """Set or remove a value by hand, or a place in the play-off."""
    text = posted_line(request, "value").replace(",", ".").replace(MINUS, "-")
    value = read_decimal(text) if text else None
    code = posted_line(request, "code") or MANUAL
    set_by_hand(
        reader.event,
        posted_number(request, "number") or 0,
        code,
        value,
        actor(request, reader),
        posted_line(request, "reason"),
    )
    return _("The value is saved.")


def read_decimal(text: str) -> Decimal:
    """Return a number, NaN for anything else."""
    return Decimal(text) if DECIMAL.fullmatch(text) else Decimal("NaN")
