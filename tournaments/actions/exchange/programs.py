"""Manage the access of other programs: API tokens and webhooks."""

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.choices import News, Scope, TokenKind
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event, Token, Webhook
from tournaments.webhooks.outbound import check_url
from tournaments.webhooks.sending import generate_secret

MOST = 20  # tokens, and webhooks, of one event at a time
LONGEST_DAYS = 366

TOO_MANY = sentence("programs-many", gettext_noop("There are already {limit}: remove one first."))
NAMELESS = sentence("program-nameless", gettext_noop("The program needs a name, so that you can recognise it."))
NO_SCOPE = sentence("program-scopes", gettext_noop("Choose at least one thing that the program may do."))
NO_DAYS = sentence("program-days", gettext_noop("A token is valid for 1 to {limit} days."))
NO_NEWS = sentence("webhook-news", gettext_noop("Choose at least one kind of event to send."))
TAKEN = sentence("webhook-taken", gettext_noop("{url} already receives events."))


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


def add_webhook(event: Event, url: str, news: list[str], by: Actor) -> Webhook:
    """Add a webhook and return it with the secret that signs its messages. Raise Refusal."""
    require_owner(event, by)
    check_url(url)
    wanted = [each for each in News.values if each in news]
    if not wanted:
        raise Refusal(NO_NEWS, field="news")
    with writing(event) as event:
        if event.webhooks.count() >= MOST:
            raise Refusal(TOO_MANY, field="url", limit=MOST)
        if event.webhooks.filter(url=url).exists():
            raise Refusal(TAKEN, field="url", url=url)
        record(event, by, LogAction.WEBHOOK, after={"url": url, "news": wanted})
        return Webhook.objects.create(
            event=event, url=url, secret=generate_secret(), news=wanted, created_at=timezone.now()
        )


def remove_webhook(event: Event, number: int, by: Actor) -> None:
    """Remove a webhook with the record of its deliveries."""
    require_owner(event, by)
    with writing(event) as event:
        webhook = event.webhooks.filter(pk=number).first()
        if webhook:
            webhook.delete()
            record(event, by, LogAction.WEBHOOK, before={"url": webhook.url, "news": webhook.news})
