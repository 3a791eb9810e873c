"""The orders of the tie-breaks that an event has had before, from its log, and those of its owner's other events."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User

from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event

MOST_ORDERS, MOST_EVENTS = 6, 60


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


class OrderOfEvent(NamedTuple):
    """The order of another event, in notation, by the name of the newest event that has it."""

    notation: str
    event: str


def read_other_orders(event: Event, user: User) -> list[OrderOfEvent]:
    """Return the orders of other events of the same kind that somebody owns, the newest first. One query.

    A superuser owns all events of the site.
    """
    others = Event.objects.exclude(pk=event.pk).filter(discipline=event.discipline, is_dry_run=False)
    others = others.filter(team_boards__gt=0) if event.of_teams else others.filter(team_boards=0)
    if not user.is_superuser:
        others = others.filter(memberships__user=user, memberships__role=Role.OWNER)
    rows = others.exclude(tiebreaks=event.tiebreaks).order_by("-pk").values_list("tiebreaks", "name")
    found: dict[str, OrderOfEvent] = {}
    for notation, name in rows[:MOST_EVENTS]:
        found.setdefault(notation, OrderOfEvent(notation, name))
    return list(found.values())[:MOST_ORDERS]
