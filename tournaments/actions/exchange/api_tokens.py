"""Create and revoke the tokens with which other programs use the API."""

from collections.abc import Collection
from datetime import timedelta

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.choices import Scope, TokenKind
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event, Token

MOST = 20  # tokens, and webhooks, of one event at a time
LONGEST_DAYS = 366

TOO_MANY = sentence("programs-many", gettext_noop("There are already {limit}: remove one first."))
NAMELESS = sentence("program-nameless", gettext_noop("The program needs a name, so that you can recognise it."))
NO_SCOPE = sentence("program-scopes", gettext_noop("Choose at least one thing that the program may do."))
NO_DAYS = sentence("program-days", gettext_noop("A token is valid for 1 to {limit} days."))


def create_token(event: Event, name: str, days: int, scopes: Collection[str], by: Actor) -> str:
    """Create a token for some scopes and return its text, which is stored nowhere. Raise Refusal."""
    require_owner(event, by)
    wanted = [each for each in Scope.values if each in scopes]
    if not name:
        raise Refusal(NAMELESS, field="name")
    if not 1 <= days <= LONGEST_DAYS:
        raise Refusal(NO_DAYS, field="days", limit=LONGEST_DAYS)
    if not wanted:
        raise Refusal(NO_SCOPE, field="scopes")
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
