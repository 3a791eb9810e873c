"""The job that keeps the server which shows an event up to date: one for each publication, as long as it lasts.

Each content is sent whole and under a number, so that one message makes up for any number of lost ones. Where the
network is away the job tries again and again; what was written meanwhile goes out in one message.
"""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.carried_reports import name_slips, take_reports, write_slips
from tournaments.domain.choices import UNFINISHED, MirrorLinkState
from tournaments.domain.event.event_details import host_of, is_web_address
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.exchange.mirror_messages import (
    MOST_REPORTS,
    OVERTAKEN,
    STOPPED,
    WITHDRAWN,
    MirrorMessage,
    Receipt,
)
from tournaments.formats.public_archive import export_public_event
from tournaments.models import Event, Job, Logo, MirrorLink
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SHOW_ELSEWHERE
from tournaments.webhooks.mirror_client import Unreachable, send_logo, send_message, send_slips, take_down

PACE = 0.25  # seconds between two messages: a burst goes out in few
SIGN_OF_LIFE = 5.0  # seconds without anything new
MOST_FETCHES = 20  # messages in a row that only fetch reports
RETRY = (1.0, 2.0, 5.0, 10.0)  # seconds after the first failures, the last one from then on
SENT_BESIDE = (LogAction.SLIPS, LogAction.EVENT_DETAILS)  # the list of slips and the logo are no part of the content
ASK_AGAIN = 60.0  # where somebody has to decide something


def show_elsewhere(task: jobs.Task) -> None:
    """Bring the other server up to date. Raise `jobs.Later` for the next time."""
    link = MirrorLink.objects.filter(event=task.job.event).first()
    if link is None:
        return
    task.job.attempts = 1  # the job has no end: a killed server is no reason to give it up
    if link.is_ending:
        return end(task, link)
    try:
        pause = update_mirror(link)
    except Unreachable as late:
        pause = note_failure(link, late.refusal, MirrorLinkState.SHOWN)
    except Refusal as refused:
        pause = note_failure(link, refused, MirrorLinkState.REFUSED)
        pause = ASK_AGAIN if refused.code in STOPPED else pause
    raise jobs.Later(pause)


def update_mirror(link: MirrorLink) -> float:
    """Send what is new, or a sign of life, and return the seconds until the next time. Raise Unreachable or Refusal."""
    event = Event.objects.get(pk=link.event_id)
    content, seen = read_new_content(link, event)
    if rest := find_rest(link, event):
        link.seen = seen
        store(link, "seen")
        return rest
    receipt = send(link, event, content, seen)
    for _ in range(MOST_FETCHES):
        if len(receipt.reports) < MOST_REPORTS:
            break
        receipt = send(link, event, b"", link.seen)
    if receipt.epoch and event.is_public:
        send_parts(link, event, receipt)
    return SIGN_OF_LIFE if link.sent == link.counter else PACE


def find_rest(link: MirrorLink, event: Event) -> float:
    """Return for how many seconds a sign of life waits after a hidden write: it would reveal the time of the write."""
    if link.heard_at is None or link.nonce or link.sent != link.counter:
        return 0
    since = (timezone.now() - link.heard_at).total_seconds()
    if link.seen == event.version or not 0 <= since < SIGN_OF_LIFE:
        return 0
    written = event.log.filter(version__gt=link.seen, action__in=SENT_BESIDE)
    return 0 if written.exists() else SIGN_OF_LIFE - since


def send(link: MirrorLink, event: Event, content: bytes, seen: int) -> Receipt:
    """Send one message, and store what its receipt says. Raise Unreachable or Refusal."""
    message = begin_message(link, event)
    receipt = send_message(link, message, content)
    if receipt.have > message.counter:  # a copy of this database has sent more under the same names
        raise Refusal(OVERTAKEN)
    fetch_reports(link, event, receipt)
    note_receipt(link, receipt, seen, with_content=bool(content))
    return receipt


def fetch_reports(link: MirrorLink, event: Event, receipt: Receipt) -> None:
    """Take what players have reported there; a mirror that was restored begins again at the first."""
    if receipt.epoch != link.mirror_epoch:
        link.reports_seen = 0
    take_reports(event, receipt.reports)
    if receipt.reports:
        link.reports_seen = receipt.reports[-1].number


def send_parts(link: MirrorLink, event: Event, receipt: Receipt) -> None:
    """Send changes outside the content: the logo, and the slips with which players report there."""
    if receipt.logo != event.logo:
        send_logo(link, read_logo(event))
    slips = name_slips(event)
    if receipt.slips not in (None, slips):
        send_slips(link, write_slips(event, slips))


def read_new_content(link: MirrorLink, event: Event) -> tuple[bytes, int]:
    """Return what the other server lacks, b"" for nothing, and the version of the event that is then there.

    What differs from the content before gets the next number, which is stored before anything is sent.
    """
    if link.seen == event.version and link.sent == link.counter > 0:
        return b"", event.version
    content = export_public_event(event) if event.is_public else b""
    digest = hashlib.sha256(content).hexdigest()
    if digest != link.digest:
        link.digest, link.counter = digest, link.counter + 1
        link.changed_at = event.changed_at
        store(link, "digest", "counter", "changed_at")
    return (b"" if link.sent == link.counter else content), event.version


def read_logo(event: Event) -> bytes:
    """Return the logo of an event, b"" for none."""
    picture = Logo.objects.filter(event=event).values_list("data", flat=True).first()
    return bytes(picture or b"")


def begin_message(link: MirrorLink, event: Event) -> MirrorMessage:
    """Return the next message. It keeps its name until it is answered."""
    if not link.nonce:
        link.nonce = secrets.token_hex(16)
        store(link, "nonce")
    return MirrorMessage(
        link.origin,
        event.epoch,
        link.counter,
        link.follows,
        link.nonce,
        link.mirror_epoch,
        link.changed_at.isoformat(),
        hidden=not event.is_public,
        reports_seen=link.reports_seen,
    )


def note_receipt(link: MirrorLink, receipt: Receipt, seen: int, *, with_content: bool) -> None:
    """Store what has arrived."""
    link.follows, link.nonce = link.nonce, ""
    link.sent, link.mirror_epoch, link.address = receipt.have, receipt.epoch, read_address(link, receipt)
    link.heard_at, link.failing_since, link.error = timezone.now(), None, None
    link.state, link.takes_slips = MirrorLinkState.SHOWN, receipt.slips is not None
    if receipt.have == link.counter:
        link.seen = seen
    if with_content:
        link.unknown = list(receipt.unknown)
    store(
        link,
        *("follows", "nonce", "sent", "mirror_epoch", "address", "heard_at", "failing_since", "error", "state"),
        *("seen", "unknown", "takes_slips", "reports_seen"),
    )


def read_address(link: MirrorLink, receipt: Receipt) -> str:
    """Return the page of the event there, "" unless it is on the server whose address was typed here."""
    is_there = is_web_address(receipt.address) and host_of(receipt.address) == host_of(link.url)
    return receipt.address if is_there else ""


def note_failure(link: MirrorLink, refusal: Refusal, state: MirrorLinkState) -> float:
    """Store why nothing arrives, and return after how many seconds it is tried again."""
    now = timezone.now()
    link.failing_since = link.failing_since or now
    link.error = [refusal.code, {name: str(value) for name, value in refusal.params.items()}]
    link.state = state
    store(link, "failing_since", "error", "state")
    failing = (now - link.failing_since).total_seconds()
    return next((pause for pause in RETRY if failing < 3 * pause), RETRY[-1])


def end(task: jobs.Task, link: MirrorLink) -> None:
    """Take the event down there, and forget where it was shown. Raise `jobs.Later` while nobody answers."""
    try:
        take_down(link)
    except Unreachable as late:
        raise jobs.Later(note_failure(link, late.refusal, MirrorLinkState.SHOWN)) from late
    except Refusal as refused:
        if refused.code != WITHDRAWN:  # then it is down already, or not ours any more
            raise jobs.Later(note_failure(link, refused, MirrorLinkState.REFUSED)) from refused
    with transaction.atomic():
        link.delete()
        task.finish()


def store(link: MirrorLink, *names: str) -> None:
    """Write some fields, unless the publication has ended meanwhile."""
    MirrorLink.objects.filter(pk=link.pk).update(**{name: getattr(link, name) for name in names})


def revive_jobs() -> None:
    """Begin the job of each publication again that has lost it."""
    working = Job.objects.filter(kind=SHOW_ELSEWHERE, state__in=UNFINISHED).values("event")
    for link in MirrorLink.objects.exclude(event__in=working).select_related("event"):
        jobs.run_soon(SHOW_ELSEWHERE, link.event)
