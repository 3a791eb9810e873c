"""Add and remove the webhooks of an event: the addresses of programs that receive what happens."""

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.exchange.api_tokens import MOST, TOO_MANY
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.choices import WebhookKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Webhook
from tournaments.webhooks.outbound import check_url
from tournaments.webhooks.sending import generate_secret

NO_KIND = sentence("webhook-news", gettext_noop("Choose at least one kind of event to send."))
TAKEN = sentence("webhook-taken", gettext_noop("{url} already receives events."))


def add_webhook(event: Event, url: str, kinds: list[str], by: Actor) -> Webhook:
    """Add a webhook and return it with the secret that signs its messages. Raise Refusal."""
    require_owner(event, by)
    check_url(url)
    wanted = [each for each in WebhookKind.values if each in kinds]
    if not wanted:
        raise Refusal(NO_KIND, field="kinds")
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
