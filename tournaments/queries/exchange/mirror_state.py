"""How far the server that shows an event is behind: what the desk says about the public page."""

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from tournaments.domain.choices import MirrorLinkState
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, MirrorLink

PATIENCE = 5  # seconds of failures that nobody needs to know of


class MirrorState(NamedTuple):
    """`behind` are the seconds since the first write that has not arrived, 0 for none.

    While nothing arrives, `offline_since` says since when, and `results` and `rounds` count what waits.
    """

    link: MirrorLink
    behind: int = 0
    offline_since: datetime | None = None
    results: int = 0
    rounds: int = 0

    @property
    def is_refused(self) -> bool:
        return self.link.state == MirrorLinkState.REFUSED

    @property
    def is_starting(self) -> bool:
        return self.link.state == MirrorLinkState.STARTING


def read_mirror_state(event: Event) -> MirrorState | None:
    """Return how far another server is behind, None where none shows the event. Up to three queries."""
    link = MirrorLink.objects.filter(event=event).first()
    if link is None:
        return None
    now, waiting = timezone.now(), event.log.filter(version__gt=link.seen)
    first = waiting.order_by("pk").values_list("at", flat=True).first()
    behind = max(1, round((now - first).total_seconds())) if first else 0
    since = link.failing_since
    if since is None or (now - since).total_seconds() < PATIENCE:
        return MirrorState(link, behind)
    lines = list(waiting.values_list("action", "game_id", "after"))
    results = {game for action, game, _after in lines if game is not None and action != LogAction.REPORT}
    rounds = {
        facts["round"]
        for action, _game, after in lines
        if action == LogAction.PUBLISH
        for facts in (after or {}).get("rounds", ())
    }
    return MirrorState(link, behind, since, len(results), len(rounds))


def find_slips_site(event: Event) -> str:
    """Return the address of the server where players report by their slips, "" where they do it here."""
    shown = MirrorLink.objects.filter(event=event, takes_slips=True, state=MirrorLinkState.SHOWN, is_ending=False)
    return (shown.values_list("url", flat=True).first() or "") if event.is_public else ""
