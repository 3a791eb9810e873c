"""The job that keeps the server which shows an event up to date: one for each publication, as long as it lasts.

Each content is sent whole and under a number, so that one message makes up for any number of lost ones. Where the
network is away the job tries again and again; what was written meanwhile goes out in one message.
"""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.access import audience
from tournaments.actions.exchange.carried_reports import name_slips, take_reports, write_slips
from tournaments.domain.choices import UNFINISHED, PublicationState
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.exchange.mirror_messages import MOST_REPORTS, OVERTAKEN, STOPPED, WITHDRAWN, Message, Receipt
from tournaments.formats.public_archive import export_public_event
from tournaments.models import Event, Job, Logo, Publication
from tournaments.operation import jobs
from tournaments.operation.job_kinds import PUBLISH
from tournaments.webhooks.mirror_client import Unreachable, send_logo, send_message, send_slips, take_down

PACE = 0.25  # seconds between two messages: a burst goes out in few
SIGN_OF_LIFE = 5.0  # seconds without anything new
RETRY = (1.0, 2.0, 5.0, 10.0)  # seconds after the first failures, the last one from then on
SENT_BESIDE = (LogAction.SLIPS, LogAction.FACTS)  # the list of slips and the logo are no part of the content
ASK_AGAIN = 60.0  # where somebody has to decide something


def publish(task: jobs.Task) -> None:
    """Bring the other server up to date. Raise `jobs.Later` for the next time."""
    publication = Publication.objects.filter(event=task.job.event).first()
    if publication is None:
        return
    task.job.attempts = 1  # the job has no end: a killed server is no reason to give it up
    if publication.is_ending:
        return end(task, publication)
    try:
        pause = exchange(publication)
    except Unreachable as late:
        pause = note_failure(publication, late.refusal, PublicationState.SHOWN)
    except Refusal as refused:
        pause = note_failure(publication, refused, PublicationState.REFUSED)
        pause = ASK_AGAIN if refused.code in STOPPED else pause
    raise jobs.Later(pause)


def exchange(publication: Publication) -> float:
    """Send what is new, or a sign of life, and return the seconds until the next time. Raise Unreachable or Refusal."""
    event = audience.as_public(Event.objects.get(pk=publication.event_id))
    content, seen = read_new_content(publication, event)
    if rest := find_rest(publication, event):
        publication.seen = seen
        store(publication, "seen")
        return rest
    receipt = send(publication, event, content, seen)
    while len(receipt.reports) == MOST_REPORTS:
        receipt = send(publication, event, b"", publication.seen)
    if receipt.epoch and event.is_public:
        send_parts(publication, event, receipt)
    return SIGN_OF_LIFE if publication.sent == publication.counter else PACE


def find_rest(publication: Publication, event: Event) -> float:
    """Return for how many seconds a write that nobody sees lets a sign of life wait: its time would give it away."""
    if publication.heard_at is None or publication.nonce or publication.sent != publication.counter:
        return 0
    since = (timezone.now() - publication.heard_at).total_seconds()
    if publication.seen == event.version or not 0 <= since < SIGN_OF_LIFE:
        return 0
    written = event.log.filter(version__gt=publication.seen, action__in=SENT_BESIDE)
    return 0 if written.exists() else SIGN_OF_LIFE - since


def send(publication: Publication, event: Event, content: bytes, seen: int) -> Receipt:
    """Send one message, and take in what its receipt says. Raise Unreachable or Refusal."""
    message = begin_message(publication, event)
    receipt = send_message(publication, message, content)
    if receipt.have > message.counter:  # a copy of this database has sent more under the same names
        raise Refusal(OVERTAKEN)
    fetch_reports(publication, event, receipt)
    note_receipt(publication, receipt, seen, with_content=bool(content))
    return receipt


def fetch_reports(publication: Publication, event: Event, receipt: Receipt) -> None:
    """Take what players have reported there; a mirror that was restored begins again at the first."""
    if receipt.epoch != publication.mirror_epoch:
        publication.reports_seen = 0
    take_reports(event, receipt.reports)
    if receipt.reports:
        publication.reports_seen = receipt.reports[-1].number


def send_parts(publication: Publication, event: Event, receipt: Receipt) -> None:
    """Send what is no part of the content and has changed: the logo, and with which slips players report there."""
    if receipt.logo != event.logo:
        send_logo(publication, read_logo(event))
    slips = name_slips(event)
    if receipt.slips not in (None, slips):
        send_slips(publication, write_slips(event, slips))


def read_new_content(publication: Publication, event: Event) -> tuple[bytes, int]:
    """Return what the other server lacks, b"" for nothing, and the version of the event that is then there.

    What differs from the content before gets the next number, which is stored before anything is sent.
    """
    if publication.seen == event.version and publication.sent == publication.counter > 0:
        return b"", event.version
    content = export_public_event(event) if event.is_public else b""
    digest = hashlib.sha256(content).hexdigest()
    if digest != publication.digest:
        publication.digest, publication.counter = digest, publication.counter + 1
        publication.changed_at = event.changed_at
        store(publication, "digest", "counter", "changed_at")
    return (b"" if publication.sent == publication.counter else content), event.version


def read_logo(event: Event) -> bytes:
    """Return the logo of an event, b"" for none."""
    picture = Logo.objects.filter(event=event).values_list("data", flat=True).first()
    return bytes(picture or b"")


def begin_message(publication: Publication, event: Event) -> Message:
    """Return the next message. It keeps its name until it is answered."""
    if not publication.nonce:
        publication.nonce = secrets.token_hex(16)
        store(publication, "nonce")
    return Message(
        publication.origin,
        event.epoch,
        publication.counter,
        publication.follows,
        publication.nonce,
        publication.mirror_epoch,
        publication.changed_at.isoformat(),
        hidden=not event.is_public,
        reports_seen=publication.reports_seen,
    )


def note_receipt(publication: Publication, receipt: Receipt, seen: int, *, with_content: bool) -> None:
    """Store what has arrived."""
    publication.follows, publication.nonce = publication.nonce, ""
    publication.sent, publication.mirror_epoch, publication.address = receipt.have, receipt.epoch, receipt.address
    publication.heard_at, publication.failing_since, publication.error = timezone.now(), None, None
    publication.state, publication.takes_slips = PublicationState.SHOWN, receipt.slips is not None
    if receipt.have == publication.counter:
        publication.seen = seen
    if with_content:
        publication.unknown = list(receipt.unknown)
    store(
        publication,
        *("follows", "nonce", "sent", "mirror_epoch", "address", "heard_at", "failing_since", "error", "state"),
        *("seen", "unknown", "takes_slips", "reports_seen"),
    )


def note_failure(publication: Publication, refusal: Refusal, state: PublicationState) -> float:
    """Store why nothing arrives, and return after how many seconds it is tried again."""
    now = timezone.now()
    publication.failing_since = publication.failing_since or now
    publication.error = [refusal.code, {name: str(value) for name, value in refusal.params.items()}]
    publication.state = state
    store(publication, "failing_since", "error", "state")
    failing = (now - publication.failing_since).total_seconds()
    return next((pause for pause in RETRY if failing < 3 * pause), RETRY[-1])


def end(task: jobs.Task, publication: Publication) -> None:
    """Take the event down there, and forget where it was shown. Raise `jobs.Later` while nobody answers."""
    try:
        take_down(publication)
    except Unreachable as late:
        raise jobs.Later(note_failure(publication, late.refusal, PublicationState.SHOWN)) from late
    except Refusal as refused:
        if refused.code != WITHDRAWN:  # then it is down already, or not ours any more
            raise jobs.Later(note_failure(publication, refused, PublicationState.REFUSED)) from refused
    with transaction.atomic():
        publication.delete()
        task.finish()


def store(publication: Publication, *names: str) -> None:
    """Write some fields, unless the publication has ended meanwhile."""
    Publication.objects.filter(pk=publication.pk).update(**{name: getattr(publication, name) for name in names})


def revive_jobs() -> None:
    """Begin the job of each publication again that has lost it."""
    working = Job.objects.filter(kind=PUBLISH, state__in=UNFINISHED).values("event")
    for publication in Publication.objects.exclude(event__in=working).select_related("event"):
        jobs.wake(PUBLISH, publication.event)
