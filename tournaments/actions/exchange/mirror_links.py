"""Show an event that is kept here on another server too: begin, and end."""

import secrets

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Publication
from tournaments.operation import jobs
from tournaments.operation.job_kinds import PUBLISH
from tournaments.webhooks.outbound import check_url

ALREADY = sentence("publication-already", gettext_noop("This event is already shown on {url}."))
NO_TOKEN = sentence("publication-token", gettext_noop("The token from the other server is missing or incomplete."))
SHORTEST_TOKEN = 20


def publish_event(event: Event, url: str, token: str, by: Actor) -> Publication:
    """Show an event on another server from now on. Owners only. Raise Refusal."""
    require_owner(event, by)
    url, token = url.strip().rstrip("/"), token.strip()
    check_url(url)
    if not SHORTEST_TOKEN <= len(token) <= tokens.MAX_LENGTH or not token.isascii():
        raise Refusal(NO_TOKEN, field="token")
    with writing(event) as event:
        known = Publication.objects.filter(event=event).first()
        if known:
            raise Refusal(ALREADY, field="url", url=known.url)
        now = timezone.now()
        publication = Publication.objects.create(
            event=event, url=url[:300], token=token, origin=secrets.token_hex(16), created_at=now, changed_at=now
        )
        record(event, by, LogAction.PUBLICATION, after={"url": url})
        jobs.wake(PUBLISH, event)
        return publication


def end_publication(event: Event, by: Actor, *, take_down: bool) -> None:
    """Send nothing more; what was sent stays as it is, or is taken down as soon as the other server is reached."""
    require_owner(event, by)
    with writing(event, moved=True) as event:
        publication = Publication.objects.filter(event=event).first()
        if publication is None:
            return
        record(event, by, LogAction.PUBLICATION, before={"url": publication.url})
        if take_down:
            publication.is_ending = True
            publication.save(update_fields=["is_ending"])
            jobs.wake(PUBLISH, event)
        else:
            publication.delete()
