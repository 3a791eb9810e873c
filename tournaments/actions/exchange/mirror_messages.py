"""Take what the server that keeps an event sends to the one that shows it: in order, once, and from one copy alone."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.actions.event.event_details import store_logo
from tournaments.actions.event.events import find_free_address
from tournaments.actions.exchange import mirror_log
from tournaments.actions.exchange.archives import INCOHERENT, check_table, compute_digest, place_event
from tournaments.actions.exchange.carried_reports import list_carried_reports
from tournaments.actions.exchange.mirror_rows import write_differences
from tournaments.actions.writing import MIRROR, Actor, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.event.logos import NO_PICTURE, check_logo, digest_logo
from tournaments.domain.exchange.mirror_messages import ELSEWHERE, OVERTAKEN, MirrorMessage, Receipt
from tournaments.domain.exchange.mirrored import Mirrored
from tournaments.formats import archive
from tournaments.formats.public_read import PublicReader
from tournaments.models import Event, Membership, Mirror
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SILENCE
from tournaments.operation.release import VERSION

MOST_PAST = 100
SILENT_AFTER = timedelta(seconds=60)


class Content(NamedTuple):
    """The public content of an event, read and checked before anything is locked.

    `name` is the digest of what was sent and the release that read it: another release may understand more of it.
    """

    name: str
    reader: PublicReader


def read_content(data: bytes) -> Content:
    """Read what was sent. Raise Refusal."""
    _manifest, documents = archive.unpack_documents(data)
    return Content(f"{hashlib.sha256(data).hexdigest()[:32]} {VERSION}"[:64], PublicReader(documents))


def receive(mirror: Mirror, message: MirrorMessage, content: Content | None, address: str | None = None) -> Mirror:
    """Show what was sent, unless it is old, and note that the other server is alive. Raise Refusal.

    The same message again changes nothing, nor does one that a later one has overtaken.
    """
    try:
        with transaction.atomic():
            mirror = Mirror.objects.select_for_update().get(pk=mirror.pk)
            check_sender(mirror, message)
            if mirror.epoch != message.epoch or mirror.counter <= message.counter:
                show_message(mirror, message, content, Actor(None, MIRROR, address))
            return mirror
    except (IntegrityError, DataError) as error:
        raise Refusal(INCOHERENT) from error


def check_sender(mirror: Mirror, message: MirrorMessage) -> None:
    """Refuse another event or computer, an outdated copy, and one of two copies that are both in use."""
    if mirror.origin not in ("", message.origin):
        raise Refusal(ELSEWHERE)
    if message.epoch in mirror.past:
        raise Refusal(OVERTAKEN)
    goes_on = mirror.event is not None and (message.epoch, message.known) == (mirror.epoch, mirror.event.epoch)
    if goes_on and message.counter >= mirror.counter and mirror.nonce not in ("", message.follows, message.nonce):
        raise Refusal(OVERTAKEN)


def show_message(mirror: Mirror, message: MirrorMessage, content: Content | None, by: Actor) -> None:
    """Store what a message says in the locked mirror."""
    if content and mirror.event is None:
        mirror.event = begin_event(mirror, content, by)
    elif content and mirror.event:
        update_event(mirror, mirror.event, content, message, by)
    elif mirror.event:
        note_life(mirror.event, by, hidden=message.hidden)
    if content or message.hidden:
        if mirror.epoch not in ("", message.epoch):
            mirror.past = [*mirror.past, mirror.epoch][-MOST_PAST:]
        mirror.epoch, mirror.counter = message.epoch, message.counter
        mirror.content = content.name if content else f"hidden {VERSION}"
    mirror.origin, mirror.nonce, mirror.heard_at = message.origin, message.nonce, timezone.now()
    mirror.save()
    if mirror.event and not jobs.find_unfinished(mirror.event, SILENCE):
        jobs.enqueue(SILENCE, mirror.event, due=mirror.heard_at + SILENT_AFTER)


def begin_event(mirror: Mirror, content: Content, by: Actor) -> Event:
    """Store the first content of an event, which is public from now on; the creator of the token owns it."""
    sent = content.reader.event
    sent.version, sent.changed_at, sent.mirrored = 0, timezone.now(), describe_source(mirror, content)
    is_taken = Event.objects.filter(slug=sent.slug).exists()
    event = place_event(content.reader, find_free_address(sent.name) if is_taken else sent.slug, [])
    compute_digest(event)
    Membership.objects.create(event=event, user=mirror.created_by, role=Role.OWNER)
    record(event, by, LogAction.MIRROR, after={"name": mirror.name}, counts=False)
    return event


def update_event(mirror: Mirror, event: Event, content: Content, message: MirrorMessage, by: Actor) -> None:
    """Bring a mirrored event to new content; what equals it writes nothing."""
    with writing(event) as event:
        stated = describe_source(mirror, content)
        if (mirror.content, event.mirrored, event.is_public) == (content.name, stated, True):
            return
        rounds = {each.number: each for each in event.rounds.all()}
        differences = write_differences(event, content.reader)
        if differences.moved or differences.fields:
            check_table(event)
        event.mirrored, event.is_public = stated, True
        event.save(update_fields=["mirrored", "is_public"])
        mirror_log.record_differences(event, differences, rounds, by)
        event.changed_at = min(read_sent_moment(message.changed_at), event.changed_at)
        event.save(update_fields=["changed_at"])


def note_life(event: Event, by: Actor, *, hidden: bool) -> None:
    """Hide an event that is hidden where it is kept, and clear the note that its server is silent."""
    if not (hidden and event.is_public) and not (event.mirrored and event.mirrored["silent_since"]):
        return
    with writing(event) as event:
        assert event.mirrored is not None
        event.mirrored, event.is_public = {**event.mirrored, "silent_since": None}, event.is_public and not hidden
        event.save(update_fields=["mirrored", "is_public"])
        record(event, by, LogAction.MIRROR if hidden else LogAction.SILENCE, counts=False)


def describe_source(mirror: Mirror, content: Content) -> Mirrored:
    return {"source": mirror.name, "silent_since": None, "statements": content.reader.statements}


def read_sent_moment(text: str) -> datetime:
    """Return when the other server says that the event changed; the far future where it says nothing."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.max.replace(tzinfo=UTC)


def write_receipt(mirror: Mirror, message: MirrorMessage, content: Content | None, address: str) -> Receipt:
    """Say what is shown now; content that an older release has read should be sent again."""
    is_current = mirror.epoch == message.epoch and mirror.content.endswith(f" {VERSION}")
    unknown = tuple(content.reader.unknown) if content else ()
    have = mirror.counter if is_current else 0
    if mirror.event is None:
        return Receipt(have, "", address, "", unknown, mirror.slips)
    event = mirror.event
    reports = list_carried_reports(event, message.reports_seen if message.known == event.epoch else 0)
    return Receipt(have, event.epoch, address, event.logo, unknown, mirror.slips, reports)


def receive_logo(mirror: Mirror, picture: bytes, address: str | None = None) -> None:
    """Show the logo of a mirrored event, or none any more. Raise Refusal."""
    if picture:
        try:
            check_logo(picture)
        except ValidationError as error:
            raise Refusal(NO_PICTURE, field="logo") from error
    if mirror.event:
        store_logo(mirror.event, picture, digest_logo(picture) if picture else "", Actor(None, MIRROR, address))


def watch_silence(task: jobs.Task) -> None:
    """Say on the pages since when nothing has been heard, as soon as that is long. Raise `jobs.Later` until then."""
    event = task.job.event
    mirror = Mirror.objects.filter(event=event).first()
    if event is None or mirror is None or mirror.heard_at is None or event.is_final:
        return
    left = mirror.heard_at + SILENT_AFTER - timezone.now()
    if left > timedelta():
        raise jobs.Later(left.total_seconds())
    with writing(event) as event:
        assert event.mirrored is not None
        event.mirrored = {**event.mirrored, "silent_since": mirror.heard_at.isoformat()}
        event.save(update_fields=["mirrored"])
        record(event, Actor(None, MIRROR), LogAction.SILENCE, counts=False)
        task.finish()
