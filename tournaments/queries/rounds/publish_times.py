"""When the rounds of an event came out."""

from collections.abc import Collection
from datetime import datetime

from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event


def read_published_rounds(event: Event, rounds: Collection[int]) -> dict[int, datetime]:
    """Return when some rounds came out last, the newest first. One query."""
    if event.mirrored:
        published = event.mirrored["statements"]["published"]
        moments = {int(number): datetime.fromisoformat(at) for number, at in published.items() if int(number) in rounds}
        return dict(sorted(moments.items(), key=lambda pair: pair[1], reverse=True))
    moments = {}
    for at, after in event.log.filter(action=LogAction.PUBLISH).values_list("at", "after"):
        for facts in (after or {}).get("rounds", ()):
            if facts["round"] in rounds:
                moments.setdefault(facts["round"], at)
    return moments
