"""Events come and go: imported from a file, and erased with everything that belongs to them."""

import datetime
import secrets
from decimal import Decimal
from typing import Any

from django.conf import settings as django_settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tiebreaks.command import ROUND_ROBIN_ORDER, SWISS_ORDER
from tiebreaks.crosstable import Crosstable
from tiebreaks.notation import read_order, write_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import policy
from tournaments.actions.writing import Actor, announce, record, writing
from tournaments.formats import rows
from tournaments.models import Discipline, Event, LogEntry, Membership, Role, System

NAMELESS = sentence("name-missing", gettext_noop("The event needs a name."))
TAKEN = sentence("slug-taken", gettext_noop("There is an event at the address “{slug}” already."))

UNFIT = sentence("points-unfit", gettext_noop("{points} points for a result can't be kept: one decimal, below 1000."))

# The usual order of each game and system, until an admin chooses another one.
ORDERS = {
    (Discipline.CHESS, System.SWISS): SWISS_ORDER,
    (Discipline.CHESS, System.ROUND_ROBIN): ROUND_ROBIN_ORDER,
    (Discipline.SCRABBLE, System.SWISS): "PTS,SPREAD,SCORE",
    (Discipline.SCRABBLE, System.ROUND_ROBIN): "PTS,SPREAD,SCORE",
    (Discipline.PETANQUE, System.SWISS): "PTS,BHZ,FBHZ,DIFF",
    (Discipline.PETANQUE, System.ROUND_ROBIN): "PTS,DE,DIFF",
}


def import_tournament(
    table: Crosstable, by: Actor, *, name: str = "", slug: str = "", order: str | None = None, **settings: Any
) -> Event:
    """Make an event of a crosstable and return it; the user who imports owns it.

    `order` is the order of the criteria (default: the usual one), `settings` are other fields of Event.
    Nothing is left behind when something does not fit. Raise Refusal.
    """
    name = (name or table.name).strip()[:120]
    if not name:
        raise Refusal(NAMELESS, field="name")
    slug = slugify(slug or name)[:60].strip("-") or f"event-{secrets.token_hex(3)}"  # a name in other letters
    facts = facts_of(table) | {"name": name, "slug": slug, "tiebreaks": order_for(table, order)} | settings
    with transaction.atomic():
        if Event.objects.filter(slug=slug).exists():
            raise Refusal(TAKEN, field="slug", slug=slug)
        event = Event.objects.create(**facts)
        rows.save(event, table)
        if by.user:
            Membership.objects.create(event=event, user=by.user, role=Role.OWNER)
        record(event, by, "import", after={"players": len(table.players), "rounds": table.rounds})
        return event


def facts_of(table: Crosstable) -> dict[str, Any]:
    """Return the fields of Event that a crosstable states, with a new epoch and a seed for drawing lots."""
    return {
        "discipline": table.discipline,
        "system": table.system,
        "edition": table.edition,
        "planned_rounds": table.rounds,
        "win_points": storable(table.scheme.win),
        "draw_points": storable(table.scheme.draw),
        "loss_points": storable(table.scheme.loss),
        "bye_points": storable(table.scheme.pab),
        "unrated_rating": table.unrated_rating,
        "spread_cap": table.spread_cap,
        "bye_spread": table.bye_spread,
        "forfeit_spread": table.forfeit_spread,
        "lots_seed": table.lots_seed or secrets.randbelow(2**31),
        "starts_on": day(table.starts_on),
        "time_zone": django_settings.TIME_ZONE,
        "version": 0,
        "epoch": secrets.token_hex(6),
        "changed_at": timezone.now(),
    }


def order_for(table: Crosstable, order: str | None) -> str:
    """Return the order in canonical spelling; the usual one of game and system where none is named."""
    return write_order(read_order(order or ORDERS[table.discipline, table.system]))


def storable(points: Decimal) -> Decimal:
    """Return points that fit their column. Raise Refusal for others."""
    if points != round(points, 1) or abs(points) >= 1000:
        raise Refusal(UNFIT, field="162", points=points)
    return points


def day(text: str) -> datetime.date | None:
    """Read a date of a tournament file: 2026/05/01 or 2026-05-01."""
    try:
        return datetime.date.fromisoformat(text.strip().replace("/", "-").replace(".", "-"))
    except ValueError:
        return None


def purge_event(event: Event, by: Actor) -> None:
    """Erase an event with its log: the one way out of the log. Owners only.

    The event's row goes first, since the log refuses to go while it exists; the foreign keys are checked at commit.
    """
    if not policy.may(by.user, event, policy.OWN):
        raise PermissionDenied
    with writing(event, moved=True) as event:
        pk = event.pk
        announce(event)
        event.delete()
        LogEntry.objects.filter(event_id=pk).delete()
