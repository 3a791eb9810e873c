"""The projectors: the page that turns by itself, the address that opens it for a screen, and the arbiter's control."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import audience, policy, tokens
from tournaments.actions.hall.screens import (
    add_screen,
    announce_on_screens,
    control_screen,
    remove_screen,
    renew_screen,
)
from tournaments.domain.choices import TokenKind
from tournaments.exports import qr
from tournaments.models import Screen
from tournaments.operation.server_addresses import visitors_site
from tournaments.pages.hall.screen import screen_view
from tournaments.queries import screen_settings
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.views.conditional import conditional, etag
from tournaments.wording import sentences


@conditional
def screen(request, event):
    """Show the event to a whole hall; `?show=standings`, `?every=5` and `?colours=light` ask for something else."""
    orders = event.screens.filter(is_open=True).first() or Screen(event=event, is_open=True)
    return show(request, event, screen_settings.asked(orders, request.GET))


@require_safe
def display(request, token):
    """Show what the projector of a display token is to show, of an event that is not public too, without a sign-in."""
    found = tokens.find(token, TokenKind.DISPLAY)
    orders = found and Screen.objects.filter(event=found.event, pk=found.payload.get("screen")).first()
    if orders is None:
        raise Http404
    tag = etag(request, found.event)
    response = get_conditional_response(request, tag) or show(request, found.event, orders, token)
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    response["Referrer-Policy"], response["X-Robots-Tag"] = "no-referrer", "noindex"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def show(request, event, orders, token=""):
    """Answer with the projector's page, as everybody may see the event whoever is signed in beside it."""
    site = visitors_site(request)
    address = site + reverse("standings", args=[event.slug]) if site and event.is_public else ""
    view = screen_view(audience.public(event), orders, address)
    return render(request, "tournaments/hall/screen.html", {"event": event, "view": view, "token": token})


@staff_page(policy.PAIR)
def screens(request, event):
    """Let the arbiter choose what each projector shows; every button posts and is at work at once."""
    if request.method != "POST":
        return show_control(request, event)
    try:
        return obey(request, event)
    except Refusal as refusal:
        return show_control(request, event, error=sentences.refusal(refusal), status=REFUSED)


def obey(request, event):
    """Do what a button of the page says, and show the page again; a new address is shown this once."""
    step, by = request.POST.get("do", ""), actor(request, event)
    if step in ("add", "renew"):
        if step == "add":
            made, token = add_screen(event, words(request, "name", 40), by)
        else:
            made, token = renew_screen(event, asked_screen(request), by)
        return show_control(request, event, made=made, token=token)
    if step == "close":
        remove_screen(event, asked_screen(request), by)
        messages.success(request, _("The projector is closed. Its address opens nothing any more."))
    elif step == "announce":
        announce_on_screens(event, words(request, "message", screen_settings.LONGEST), by)
    elif step == "direct":
        control_screen(event, asked_screen(request), screen_settings.orders(request.POST), by)
    else:
        raise Http404
    return redirect("screens", event.slug)


def asked_screen(request) -> int | None:
    """Return the number of the projector that is meant, None for the one that everybody may open."""
    text = request.POST.get("screen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def show_control(request, event, made=None, token="", error="", status=200):
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    address = site + reverse("display", args=[token]) if token else ""
    context = {
        "event": event,
        "screens": screen_settings.all_of(event),
        "slides": screen_settings.SLIDES,
        "made": made,
        "address": address,
        "code": qr.draw_qr_code(address) if address else "",
        "is_reached": bool(visitors_site(request)),
        "is_secure": request.is_secure() or bool(settings.PUBLIC_URL),
        "error": error,
    }
    response = render(request, "tournaments/hall/screens.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
