"""The orders of the tie-breaks that an event has had before, from its log."""

from datetime import datetime
from typing import NamedTuple

from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event

MOST_ORDERS = 6


class EarlierOrder(NamedTuple):
    """An order that was in force, in notation, and when another one took its place."""

    notation: str
    until: datetime


def read_earlier_orders(event: Event) -> list[EarlierOrder]:
    """Return the other orders that an event has had, the last one first. One query."""
    lines = event.log.filter(action=LogAction.TIEBREAKS).order_by("-pk").values_list("before", "at")
    found: dict[str, EarlierOrder] = {}
    for before, at in lines:
        notation = str((before or {}).get("order", ""))
        if notation and notation != event.tiebreaks:
            found.setdefault(notation, EarlierOrder(notation, at))
    return list(found.values())[:MOST_ORDERS]
