"""Other programs: tokens for the API, and the webhooks that receive what happens."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange.api_tokens import create_token, revoke_token
from tournaments.actions.exchange.webhooks import add_webhook, remove_webhook
from tournaments.domain.choices import OF_SITE, DoorKind, Scope, WebhookKind
from tournaments.pages.exchange.programs import programs_view
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.accounts.proof import asks_proof
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_key, posted_line, posted_number
from tournaments.wording import sentences


@require_safe
@never_cache
@staff_page(policy.SET_UP)
def programs(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show tokens and webhooks."""
    return show_programs(request, reader)


def show_programs(request: HttpRequest, reader: Reader, status: int = 200, **parts: object) -> HttpResponse:
    """Render the page; a new secret is shown this once."""
    scopes = [
        scope for scope in Scope if scope not in OF_SITE and policy.is_possible(reader.event, policy.SCOPES[scope])
    ]
    context: dict[str, object] = {"view": programs_view(reader.event), "kinds": WebhookKind.choices}
    context["scopes"] = [(scope.value, scope.label) for scope in scopes]
    chosen = Scope.RESULTS if Scope.RESULTS in scopes else scopes[0]
    context["chosen"] = request.POST.getlist("scopes") if "posted" in parts else [chosen]
    return render_event(request, reader, "tournaments/exchange/programs.html", context | parts, status=status)


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_programs(request, reader, REFUSED, error=sentences.refusal(refusal), posted=request.POST)


@never_cache
@staff_form(policy.SET_UP, refused=refused)
@asks_proof(DoorKind.TOKEN)
def programs_create_token(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Make a token, and show it."""
    days, scopes = posted_number(request, "days") or 0, request.POST.getlist("scopes")
    token = create_token(reader.event, posted_line(request, "name", 60), days, scopes, actor(request, reader))
    return show_programs(request, reader, token=token)


@staff_form(policy.SET_UP, refused=refused)
def programs_revoke_token(request: HttpRequest, reader: Reader) -> str:
    """Revoke a token."""
    revoke_token(reader.event, posted_key(request, "token") or 0, actor(request, reader))
    return _("The token no longer works.")


@never_cache
@staff_form(policy.SET_UP, refused=refused)
@asks_proof(DoorKind.WEBHOOK)
def programs_add_webhook(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Add a webhook, and show the secret that signs its messages."""
    url, kinds = posted_line(request, "url", 300), request.POST.getlist("kinds")
    return show_programs(request, reader, webhook=add_webhook(reader.event, url, kinds, actor(request, reader)))


@staff_form(policy.SET_UP, refused=refused)
def programs_remove_webhook(request: HttpRequest, reader: Reader) -> str:
    """Remove a webhook."""
    remove_webhook(reader.event, posted_key(request, "webhook") or 0, actor(request, reader))
    return _("Nothing is sent to this address any more.")
