"""The tokens of an account: with them, programs do in every event what their user may do there."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.api_tokens import create_site_token, remove_site_token
from tournaments.domain.choices import DoorKind, Scope
from tournaments.pages.exchange.programs import list_site_programs
from tournaments.views.access import signed_in_user
from tournaments.views.accounts.proof import asks_proof, is_post
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_key, posted_line, posted_number
from tournaments.wording import sentences


@require_safe
@never_cache
@login_required
def site_tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of the user."""
    return show_tokens(request)


def show_tokens(request: HttpRequest, status: int = 200, **parts: object) -> HttpResponse:
    """Render the page; a new token is shown this once."""
    context = {"programs": list_site_programs(signed_in_user(request)), "scopes": Scope.choices}
    context["chosen"] = request.POST.getlist("scopes") if "posted" in parts else [Scope.READ]
    return render(request, "tournaments/site/site_tokens.html", context | parts, status=status)


@never_cache
@login_required
@asks_proof(DoorKind.TOKEN, when=is_post)
def site_tokens_create(request: HttpRequest) -> HttpResponse:
    """Make a token, and show it."""
    if request.method != "POST":
        return redirect("site_tokens")
    days, scopes = posted_number(request, "days") or 0, request.POST.getlist("scopes")
    try:
        token = create_site_token(signed_in_user(request), posted_line(request, "name", 60), days, scopes)
    except Refusal as refusal:
        return show_tokens(request, REFUSED, error=sentences.refusal(refusal), posted=request.POST)
    return show_tokens(request, token=token)


@login_required
def site_tokens_remove(request: HttpRequest) -> HttpResponse:
    """Remove a token."""
    if request.method == "POST":
        remove_site_token(signed_in_user(request), posted_key(request, "token") or 0)
        messages.success(request, _("The token no longer works."))
    return redirect("site_tokens")


for _form in (site_tokens_create, site_tokens_remove):
    _form.is_form = True  # type: ignore[attr-defined]  # read by the tests: such an address is no page
