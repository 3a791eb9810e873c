"""Import a whole event from its archive, hand an event over to another server, and resume it here."""

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, DataError, IntegrityError, transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.event.events import erase_event
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.log_actions import LogAction
from tournaments.formats import archive
from tournaments.formats.archive_read import ArchiveReader, refuse_value
from tournaments.formats.archive_rows import FIELDS_LEFT_OUT, LEFT_OUT
from tournaments.formats.archive_write import digest_standings
from tournaments.models import Event, LogEntry, Membership, MirrorLink
from tournaments.queries.standings.standings import event_order, rank_rows

MOST_PEOPLE = 1000
OF_LINES = ("version", "at", "action", "uuid", "role", "address", "reason", "before", "after")
NO_PLACE = sentence(
    "hand-over-where", gettext_noop("Enter the address to which the event moves, for example https://chess.example.")
)
UNLOCKED = sentence(
    "archive-unlocked",
    gettext_noop("The event at the address “{slug}” is in use: hand it over first, or choose another address."),
)
NOT_CONTINUED = sentence(
    "archive-not-continued",
    gettext_noop(
        "This file does not continue the copy stored here: entries are missing from its log. Nothing was changed."
    ),
)
INCOHERENT = sentence(
    "archive-incoherent", gettext_noop("The rows of the archive contradict each other. Nothing was imported.")
)


def import_archive(data: bytes, by: Actor, *, file: str = "", slug: str = "") -> Event:
    """Store the event of an archive with its log, under a new epoch; all or nothing. Raise Refusal.

    Nobody but its staff sees it before it is shown.
    At the address of an event that was handed over, the archive replaces it if its log continues that event's log.
    """
    manifest, documents = archive.unpack_documents(data, file)
    try:
        reader = ArchiveReader(documents)
        with transaction.atomic():
            return store_event(manifest, reader, by, slug)
    except Refusal as refusal:
        refusal.file = file
        raise
    except (IntegrityError, DataError) as error:
        raise Refusal(INCOHERENT, file=file) from error


def store_event(manifest: dict[str, Any], reader: ArchiveReader, by: Actor, slug: str) -> Event:
    address = slug or reader.event.slug
    left = Event.objects.select_for_update().filter(slug=address).first()
    check_permission(left, address, by)
    reader.event.is_public &= left is not None  # a new event is hidden until somebody shows it
    event = place_event(reader, "" if left else address, find_accounts(reader.documents["people"]))
    same = compute_digest(event) == manifest.get("standings")
    if left:
        replace_copy(event, left)
    elif by.user:
        Membership.objects.update_or_create(event=event, user=by.user, defaults={"role": Role.OWNER})
    facts = {"release": str(manifest.get("release", ""))[:20], "same_standings": same}
    record(event, by, LogAction.IMPORT_ARCHIVE, after=facts)
    return event


def place_event(reader: ArchiveReader, slug: str, people: list[int | None]) -> Event:
    """Store what was read as an event of its own under a new epoch, without a `slug` at an address for the moment.

    `people` are the keys of its accounts; what only shows an event brings none.
    """
    event: Event = reader.event
    event.slug, event.epoch = slug or f"coming-{secrets.token_hex(8)}", secrets.token_hex(6)
    for row in event.rows:
        row.save()
    reader.save(event, people)
    return event


def check_permission(left: Event | None, slug: str, by: Actor) -> None:
    """Let the site's admin import, and owners bring back their own events. Raise Refusal or PermissionDenied."""
    allowed = policy.may(by.user, left, policy.OWN) if left else policy.may(by.user, None, policy.IMPORT)
    if by.user and not allowed:
        raise PermissionDenied
    if left and not left.moved_to:
        raise Refusal(UNLOCKED, field="slug", slug=slug)


def find_accounts(names: list[str | None]) -> list[int | None]:
    """Return the accounts of these user names; unknown ones get an account that only a sign-in link opens."""
    if len(names) > MOST_PEOPLE:
        raise refuse_value(len(names), "people")
    known = find_known_accounts(names)
    return [
        create_account(name, f"people {number}").pk if name is not None and account is None else account
        for number, (name, account) in enumerate(zip(names, known, strict=True), 1)
    ]


def find_known_accounts(names: list[str | None]) -> list[int | None]:
    """Return the accounts of these user names, None for an unknown one. One query."""
    known: dict[str, int] = dict(User.objects.filter(username__in=filter(None, names)).values_list("username", "pk"))
    return [known.get(name or "") for name in names]


def create_account(name: str, place: str) -> User:
    """Create an account without a password. Raise Refusal for an invalid user name."""
    user = User(username=name)
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError as error:
        raise refuse_value(name, place) from error
    user.save()
    return user


def compute_digest(event: Event) -> str:
    """Return the digest of the table computed from the stored rows. Raise Refusal if none can be computed."""
    try:
        return digest_standings(event)
    except DatabaseError:
        raise
    except Exception as error:  # any contradiction in the file would make every page fail
        raise Refusal(INCOHERENT) from error


def check_table(event: Event) -> None:
    """Raise Refusal if no table can be computed from changed rows; nothing that is computed here is kept."""
    try:
        rank_rows(event, event_order(event))
    except DatabaseError:
        raise
    except Exception as error:  # as above
        raise Refusal(INCOHERENT) from error


def replace_copy(event: Event, left: Event) -> None:
    """Replace the copy that stayed here by the returned event."""
    if not continues_log(event, left):
        raise Refusal(NOT_CONTINUED, field="log")
    take_place(event, left)


def take_place(event: Event, left: Event) -> None:
    """Replace one event by another at its address, and keep what belongs to this server."""
    for name in (name for model, name in FIELDS_LEFT_OUT if model is Event and name not in ("epoch", "moved_to")):
        setattr(event, name, getattr(left, name))
    for model in LEFT_OUT:
        if any(field.name == "event" for field in model._meta.fields):
            model._default_manager.filter(event=left).update(event=event)
    for owner in left.memberships.filter(role=Role.OWNER):
        Membership.objects.update_or_create(event=event, user=owner.user, defaults={"role": Role.OWNER})
    slug = left.slug
    erase_event(left)
    event.slug = slug
    event.save()


def continues_log(event: Event, left: Event) -> bool:
    """Return whether the log of an event begins with the whole log of the copy that stayed, line by line.

    A line of the file may have no author where the account is gone, but never another author.
    """
    lines, own = (
        list(LogEntry.objects.filter(event=each).order_by("pk").values_list("actor", *OF_LINES))
        for each in (event, left)
    )
    known = {None, *User.objects.filter(pk__in={actor for actor, *_ in own}).values_list("pk", flat=True)}
    return len(lines) >= len(own) and all(
        theirs == ours and (their_actor in (None, our_actor) or our_actor not in known)
        for (their_actor, *theirs), (our_actor, *ours) in zip(lines, own, strict=False)
    )


def hand_over_event(event: Event, where: str, by: Actor) -> Event:
    """Lock an event that moves to another server; nothing can be entered until it comes back. Raise Refusal.

    A server that shows it gets nothing more from here: the new place goes on there.
    """
    where = where.strip()[:200]
    if not where:
        raise Refusal(NO_PLACE, field="where")
    with writing(event) as event:
        event.moved_to = where
        event.save(update_fields=["moved_to"])
        MirrorLink.objects.filter(event=event).delete()
        record(event, by, LogAction.HAND_OVER, after={"where": where})
        return event


def resume_event(event: Event, by: Actor, reason: str) -> Event:
    """Undo a hand-over, so that the event can be changed here again. Raise Refusal."""
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event, moved=True) as event:
        if not event.moved_to:
            return event
        before, event.moved_to = event.moved_to, ""
        event.save(update_fields=["moved_to"])
        record(event, by, LogAction.HAND_OVER_BACK, before={"where": before}, reason=reason)
        return event
