"""Events come and go: imported from a file, and erased with everything that belongs to them."""

import datetime
import secrets
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tiebreaks.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import policy
from tournaments.actions.writing import Actor, record, writing
from tournaments.formats import rows
from tournaments.models import Discipline, Event, LogEntry, Membership, Role, System

NAMELESS = sentence("name-missing", gettext_noop("The event needs a name."))
TAKEN = sentence("slug-taken", gettext_noop("There is an event at the address “{slug}” already."))

ORDERS = {
    (Discipline.CHESS, System.SWISS): "PTS,BH/C1,BH,SB,DE",
    (Discipline.CHESS, System.ROUND_ROBIN): "PTS,DE,SB,KS,WIN",
}


def import_tournament(table: Crosstable, by: Actor, *, name: str = "", slug: str = "", **settings: Any) -> Event:
    """Make an event of a crosstable and return it; the user who imports owns it. `settings` are fields of Event.

    Nothing is left behind when something does not fit. Raise Refusal.
    """
    name = (name or table.name).strip()[:120]
    if not name:
        raise Refusal(NAMELESS, field="name")
    slug = (slug or slugify(name))[:60].strip("-") or "event"
    with transaction.atomic():
        if Event.objects.filter(slug=slug).exists():
            raise Refusal(TAKEN, field="slug", slug=slug)
        event = Event.objects.create(**{**facts_of(table), "name": name, "slug": slug, **settings})
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
        "win_points": table.scheme.win,
        "draw_points": table.scheme.draw,
        "loss_points": table.scheme.loss,
        "bye_points": table.scheme.pab,
        "tiebreaks": ORDERS.get((table.discipline, table.system), "PTS"),
        "unrated_rating": table.unrated_rating,
        "spread_cap": table.spread_cap,
        "forfeit_spread": table.forfeit_spread,
        "lots_seed": table.lots_seed or secrets.randbelow(2**31),
        "starts_on": day(table.starts_on),
        "version": 0,
        "epoch": secrets.token_hex(6),
        "changed_at": timezone.now(),
    }


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
    with writing(event) as event:
        pk = event.pk
        event.delete()
        LogEntry.objects.filter(event_id=pk).delete()
