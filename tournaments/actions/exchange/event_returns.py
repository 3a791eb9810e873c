"""Bring back one event from a copy that was kept: all of it, and nothing of other events."""

from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event.kept_copies import keeping_copy
from tournaments.actions.exchange.archives import find_known_accounts, import_archive, place_event, take_place
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.formats import archive
from tournaments.formats.archive_read import ArchiveReader
from tournaments.models import Event
from tournaments.operation import event_copies

# What people who are not of the staff see and do, and what they are told now.
OPEN_TO_OTHERS = (
    *("is_public", "may_embed", "takes_reports", "shows_provisional"),
    *("notice", "notice_at", "notice_until"),
)
SHOWN_AS = ("number", "pseudonym", "is_withheld")
GONE = sentence("event-copy-gone", gettext_noop("This copy is no longer there."))


def return_to_copy(event: Event, name: str, by: Actor, reason: str) -> Event:
    """Replace an event by one of its copies, and keep it as it was. Owners only. Raise Refusal.

    The log is that of the copy, with one more line; the later lines are in the copy that is kept now. Nobody gets a
    right back: who may enter, and what each link, token, slip and webhook opens, stays as it is now. What is hidden
    from visitors now stays hidden, and so do names that were erased since.
    """
    require_owner(event, by)
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    kept = event_copies.find_copy(name, event.slug)
    if kept is None:
        raise Refusal(GONE, field="copy")
    _manifest, documents = archive.unpack_documents(kept.path.read_bytes(), name)
    documents.pop("members", None)
    reader = ArchiveReader(documents)
    with writing(event) as left, keeping_copy(left, event_copies.BEFORE_RETURN):
        found = place_event(reader, "", find_known_accounts(reader.documents["people"]))
        found.version = max(found.version, left.version)  # no page may take an older state for a newer one
        left.memberships.update(event=found)
        found.write_fields(left.read_fields(OPEN_TO_OTHERS))
        hide_as_now(found, left)
        take_place(found, left)
        record(found, by, LogAction.RESTORE, after={"copy": name}, reason=reason)
    return found


def hide_as_now(found: Event, left: Event) -> None:
    """Hide from visitors what was hidden, or erased, since the copy was made."""
    for number, pseudonym, withheld in left.players.exclude(pseudonym="", is_withheld=False).values_list(*SHOWN_AS):
        found.players.filter(number=number).update(pseudonym=pseudonym, is_withheld=withheld)
    forgotten = [line.new_values for line in left.log.filter(action=LogAction.FORGET)]
    erased = [values["number"] for values in forgotten if "number" in values]
    for number, name in left.players.filter(number__in=erased).values_list("number", "name"):
        found.players.filter(number=number).exclude(name=name).update(pseudonym="", is_withheld=True)
    hidden = left.rounds.filter(is_withheld=True).values_list("number", flat=True)
    found.rounds.filter(number__in=list(hidden)).update(is_withheld=True)


def bring_back(name: str, by: Actor) -> Event:
    """Import an event that was erased from its last copy. Raise Refusal, or PermissionDenied for all but the admin."""
    kept = event_copies.find_copy(name)
    if kept is None:
        raise Refusal(GONE, field="copy")
    with transaction.atomic():
        return import_archive(kept.path.read_bytes(), by, file=name)
