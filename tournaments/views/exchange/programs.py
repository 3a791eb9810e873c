"""Other programs: tokens for the interface, and the addresses that are told what happens."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.programs import add_webhook, create_token, remove_webhook, revoke_token
from tournaments.domain.choices import News, Scope
from tournaments.forms.entry import read_number
from tournaments.pages.exchange.programs import programs_view
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@never_cache
@staff_page("own")
def programs(request, event):
    """Show tokens and webhooks; POST does what its button says. A new secret is shown once."""
    if request.method != "POST":
        return page(request, event)
    verb = VERBS.get(request.POST.get("do"), shut_out)
    try:
        shown = verb(request, event, actor(request, event))
    except Refusal as refusal:
        return page(request, event, REFUSED, error=sentences.refusal(refusal), posted=request.POST)
    return page(request, event, **shown) if shown else redirect("programs", event.slug)


def page(request, event, status=200, **shown):
    context = {"event": event, "view": programs_view(event), "kinds": News.choices, "scopes": Scope.choices}
    context["chosen"] = request.POST.getlist("scopes") if "posted" in shown else [Scope.RESULTS]
    return render(request, "tournaments/exchange/programs.html", context | shown, status=status)


def let_in(request, event, by):
    days = read_number(request.POST.get("days", "")) or 0
    scopes = request.POST.getlist("scopes")
    return {"token": create_token(event, words(request, "name", 60), days, scopes, by)}


def shut_out(request, event, by):
    revoke_token(event, read_number(request.POST.get("token", "")) or 0, by)
    messages.success(request, _("The token opens nothing any more."))


def tell(request, event, by):
    return {"webhook": add_webhook(event, words(request, "url", 300), request.POST.getlist("news"), by)}


def stop(request, event, by):
    remove_webhook(event, read_number(request.POST.get("webhook", "")) or 0, by)
    messages.success(request, _("Nothing is sent there any more."))


VERBS = {"let-in": let_in, "tell": tell, "stop": stop}
