"""Create and revoke the tokens with which other programs use the API: those of an event, and those of a whole site."""

from collections.abc import Collection
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import site_tokens, tokens
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.choices import OF_SITE, Scope, TokenKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, SiteToken, Token

MOST = 20  # tokens, and webhooks, of one event at a time
LONGEST_DAYS = 366

TOO_MANY = sentence("programs-many", gettext_noop("There are already {limit}: remove one first."))
NAMELESS = sentence("program-nameless", gettext_noop("The program needs a name, so that you can recognise it."))
NO_SCOPE = sentence("program-scopes", gettext_noop("Choose at least one thing that the program may do."))
NO_DAYS = sentence("program-days", gettext_noop("A token is valid for 1 to {limit} days."))


def create_token(event: Event, name: str, days: int, scopes: Collection[str], by: Actor) -> str:
    """Create a token for some scopes and return its text, which is stored nowhere. Raise Refusal."""
    require_owner(event, by)
    wanted = [scope.value for scope in Scope if scope in scopes and scope not in OF_SITE]
    check_wishes(name, days, wanted)
    with writing(event) as event:
        if tokens.valid_tokens().filter(event=event, kind=TokenKind.API).count() >= MOST:
            raise Refusal(TOO_MANY, field="name", limit=MOST)
        valid = timedelta(days=days)
        text = tokens.issue_token(event, TokenKind.API, valid=valid, by=by.user, name=name, scopes=wanted)
        record(event, by, LogAction.PROGRAM, after={"name": name, "days": days, "scopes": wanted})
        return text


def revoke_token(event: Event, number: int, by: Actor) -> None:
    """Revoke a token; one that is already closed stays closed."""
    require_owner(event, by)
    with writing(event) as event:
        token = Token.objects.filter(event=event, kind=TokenKind.API, pk=number).first()
        if token and tokens.revoke_token(token):
            record(event, by, LogAction.PROGRAM, before={"name": token.payload["name"]})


def create_site_token(user: User, name: str, days: int, scopes: Collection[str]) -> str:
    """Create a token that opens every event to what the user may do there, and return its text. Raise Refusal."""
    wanted = [scope.value for scope in Scope if scope in scopes]
    check_wishes(name, days, wanted)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if SiteToken.objects.filter(user=user).count() >= MOST:
            raise Refusal(TOO_MANY, field="name", limit=MOST)
        return site_tokens.issue_token(user, name, wanted, timedelta(days=days))


def remove_site_token(user: User, number: int) -> None:
    """Remove a token of a user; one that is not there stays away."""
    SiteToken.objects.filter(user=user, pk=number).delete()


def check_wishes(name: str, days: int, scopes: Collection[str]) -> None:
    """Raise Refusal for a token without a name, a duration or a scope."""
    if not name:
        raise Refusal(NAMELESS, field="name")
    if not 1 <= days <= LONGEST_DAYS:
        raise Refusal(NO_DAYS, field="days", limit=LONGEST_DAYS)
    if not scopes:
        raise Refusal(NO_SCOPE, field="scopes")
