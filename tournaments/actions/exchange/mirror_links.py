"""Show an event that is kept here on another server too: begin, and end."""

import secrets

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, MirrorLink
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SHOW_ELSEWHERE
from tournaments.webhooks.outbound import check_url

ALREADY = sentence("mirror-link-already", gettext_noop("This event is already shown on {url}."))
NO_TOKEN = sentence("mirror-link-token", gettext_noop("The token from the other server is missing or incomplete."))
SHORTEST_TOKEN = 20


def begin_mirror_link(event: Event, url: str, token: str, by: Actor) -> MirrorLink:
    """Show an event on another server from now on. Owners only. Raise Refusal."""
    require_owner(event, by)
    url, token = url.strip().rstrip("/"), token.strip()
    check_url(url)
    if not SHORTEST_TOKEN <= len(token) <= tokens.MAX_LENGTH or not token.isascii():
        raise Refusal(NO_TOKEN, field="token")
    with writing(event) as event:
        known = MirrorLink.objects.filter(event=event).first()
        if known:
            raise Refusal(ALREADY, field="url", url=known.url)
        now = timezone.now()
        link = MirrorLink.objects.create(
            event=event, url=url[:300], token=token, origin=secrets.token_hex(16), created_at=now, changed_at=now
        )
        record(event, by, LogAction.MIRROR_LINK, after={"url": url})
        jobs.run_soon(SHOW_ELSEWHERE, event)
        return link


def end_mirror_link(event: Event, by: Actor, *, take_down: bool) -> None:
    """Stop sending; the public page stays as it is, or is taken down as soon as the other server is reached."""
    require_owner(event, by)
    with writing(event, moved=True) as event:
        link = MirrorLink.objects.filter(event=event).first()
        if link is None:
            return
        record(event, by, LogAction.MIRROR_LINK, before={"url": link.url})
        if take_down:
            link.is_ending = True
            link.save(update_fields=["is_ending"])
            jobs.run_soon(SHOW_ELSEWHERE, event)
        else:
            link.delete()
