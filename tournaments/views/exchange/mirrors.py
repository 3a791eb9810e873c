"""The events that other servers keep and this one shows: tokens for them, and their end."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange import mirrors as mirrors_module
from tournaments.domain.choices import DoorKind
from tournaments.models import Mirror
from tournaments.operation.server_addresses import visitors_site
from tournaments.pages.exchange.mirrors import list_mirrors
from tournaments.views.access import signed_in_user, site_form, site_page
from tournaments.views.accounts.proof import asks_proof, is_post
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_key, posted_line
from tournaments.wording import sentences


@never_cache
@site_page(policy.CREATE)
@asks_proof(DoorKind.TOKEN, when=is_post)
def mirrors(request: HttpRequest) -> HttpResponse:
    """Show the events of other servers, and make a token for one more, which is shown this once."""
    if request.method != "POST":
        return show_mirrors(request)
    try:
        token = mirrors_module.create_mirror(posted_line(request, "name", 60), signed_in_user(request))
    except Refusal as refusal:
        return show_mirrors(request, REFUSED, error=sentences.refusal(refusal))
    return show_mirrors(request, token=token)


def show_mirrors(request: HttpRequest, status: int = 200, **parts: str) -> HttpResponse:
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    values = {"mirrors": list_mirrors(signed_in_user(request)), "site": site, **parts}
    return render(request, "tournaments/exchange/mirrors.html", values, status=status)


def change_own(request: HttpRequest, change: Callable[[Mirror], None], sentence: str) -> HttpResponse:
    """Change the mirror of a form, if it is still there and belongs to this user; the site's admin has all."""
    user = signed_in_user(request)
    own = Mirror.objects.all() if user.is_superuser else Mirror.objects.filter(created_by=user)
    mirror = own.filter(pk=posted_key(request, "mirror") or 0).first()
    if mirror:
        change(mirror)
        messages.success(request, sentence)
    return redirect("mirrors")


@site_form(policy.CREATE)
def mirrors_withdraw(request: HttpRequest) -> HttpResponse:
    """Take nothing more from the other server."""
    said = _("Nothing more is accepted from there. The event stays as it is.")
    return change_own(request, mirrors_module.withdraw_mirror, said)


@site_form(policy.CREATE)
def mirrors_readmit(request: HttpRequest) -> HttpResponse:
    """Let the token work again, for whichever server has it."""
    said = _("The next server that uses the token continues this event.")
    return change_own(request, mirrors_module.readmit_mirror, said)


@site_form(policy.CREATE)
def mirrors_remove(request: HttpRequest) -> HttpResponse:
    """Take an event down."""
    said = _("The event has been taken down, and its token no longer works.")
    return change_own(request, mirrors_module.remove_mirror, said)
