"""The way back: players report on the server that shows an event, and the one that keeps it fetches the reports.

The laptop sends for each code on a slip a lock (`domain/desk/slip_locks.py`). A report that fits one is logged on the
mirror with the digest of its code, which the laptop compares with its own tokens.
"""

import hashlib
import json
import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.desk.reports import MOST_CHANGES, CarriedReport, report_result
from tournaments.actions.writing import PLAYER, Actor, record, writing
from tournaments.domain.choices import TokenKind
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.slip_locks import make_lock
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.exchange.mirror_messages import MALFORMED, MOST_REPORTS, ReportMessage
from tournaments.models import Event, Mirror, Player, Token
from tournaments.wording import sentences

log = logging.getLogger(__name__)

LONGEST_VALID = timedelta(days=1)
MOST_SLIPS = 10_000
CARRIED = {kind.value: kind for kind in (TokenKind.SLIP, TokenKind.CODE)}  # what a mirror lets in, and nothing else
UNKNOWN_SLIP = sentence("report-slip", gettext_noop("No slip of this event has the code of this report."))


# Where the event is kept.


def name_slips(event: Event) -> str:
    """Name the slips that are valid now: another list has another name, "" for none. One query."""
    digests = list(find_slips(event).values_list("digest", flat=True))
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16] if digests else ""


def find_slips(event: Event) -> Any:
    """Return the printed codes that are valid; one that was opened by a typed code has that one's proof."""
    return tokens.valid_tokens().filter(event=event, kind__in=CARRIED).exclude(payload__has_key="proof").order_by("pk")


def write_slips(event: Event, name: str) -> bytes:
    """Return the locks of the valid slips, with the board of each and its remaining seconds: clocks differ."""
    now, numbers = timezone.now(), dict(Player.objects.filter(event=event).values_list("pk", "number"))
    slips = [
        {
            "kind": token.kind,
            "lock": make_lock(token.digest, is_short=token.kind == TokenKind.CODE),
            "round": token.payload["round"],
            "board": token.payload["board"],
            "player": numbers.get(token.payload.get("player")),
            "seconds": round((token.expires_at - now).total_seconds()),
        }
        for token in find_slips(event)
    ]
    return json.dumps({"name": name, "slips": slips}).encode()


def take_reports(event: Event, reports: Sequence[ReportMessage]) -> None:
    """Fetch the reports that players made there, each once. What no slip of ours opens is counted and not logged.

    The other server is not ours: it may send as many as it likes, and lines of the log stay for ever.
    """
    slips = {token.digest: token for token in list_issued_slips(event, [report.proof for report in reports])}
    if unknown := sum(report.proof not in slips for report in reports):
        log.warning("%d reports from the server that shows %s have no slip of this event.", unknown, event)
    for report in reports:
        if report.proof not in slips or event.log.filter(uuid=report.uuid).exists():
            continue
        if not has_room(event):
            log.warning("The server that shows %s sends more reports than its slips allow.", event)
            return
        try:
            take_report(event, slips[report.proof], report)
        except Refusal as refusal:
            note_refusal(event, report, refusal)


def has_room(event: Event) -> bool:
    """Tell whether the log has room for one more report, by the slips that there are, and the lines since the first.

    Slips are deleted long after their round, and lines never. Two queries.
    """
    made = list(event.tokens.filter(kind__in=CARRIED).order_by("created_at").values_list("created_at", flat=True))
    lines = event.log.filter(action__in=(LogAction.REPORT, LogAction.REPORT_REFUSED))
    return bool(made) and lines.filter(at__gte=made[0]).count() < MOST_CHANGES * len(made)


def list_issued_slips(event: Event, digests: Iterable[str]) -> list[Token]:
    """Return the slips of an event that have these digests, also those that are not valid any more. One query."""
    return list(Token.objects.filter(event=event, kind__in=CARRIED, digest__in=digests))


def take_report(event: Event, token: Token, report: ReportMessage) -> None:
    """Store one report as if it had been made here. Raise Refusal."""
    if token.revoked_at:
        raise Refusal(UNKNOWN_SLIP, field="slip")
    opened, carried = token.payload, CarriedReport(report.uuid, report.proof, is_doubtful=report.is_doubtful)
    entry = Entry(report.result or None, report.white_score, report.black_score)
    by, holder = Actor(None, PLAYER), opened.get("player")
    report_result(event, opened["round"], opened["board"], report.side, entry, by, "", holder, carried=carried)


def note_refusal(event: Event, report: ReportMessage, refusal: Refusal) -> None:
    """Log a report that came too late or makes no sense, so that nothing is lost silently."""
    said = {"side": report.side, "result": report.result}
    scores = {"white_score": report.white_score, "black_score": report.black_score}
    with writing(event) as event:
        record(
            event,
            Actor(None, PLAYER),
            LogAction.REPORT_REFUSED,
            after={**said, **scores},
            reason=sentences.refusal(refusal)[:200],
            uuid=report.uuid,
        )


# Where it is shown.


def receive_slips(mirror: Mirror, data: bytes) -> None:
    """Let players report with the slips of a list, and with no others. Raise Refusal."""
    if mirror.event is None:
        return
    numbers = dict(Player.objects.filter(event=mirror.event).values_list("number", "pk"))
    try:
        sent = json.loads(data)
        name = str(sent["name"])[:16]
        slips = [read_slip(numbers, mirror.event, each) for each in sent["slips"][:MOST_SLIPS]]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise Refusal(MALFORMED) from error
    with transaction.atomic():
        mirror = Mirror.objects.select_for_update().get(pk=mirror.pk)
        locks = {slip.digest for slip in slips}
        known = Token.objects.filter(event=mirror.event, kind__in=CARRIED).exclude(payload__has_key="proof")
        known.exclude(digest__in=locks).delete()
        Token.objects.bulk_create(slips, batch_size=500, ignore_conflicts=True)
        Mirror.objects.filter(pk=mirror.pk).update(slips=name)


def read_slip(numbers: dict[int, int], event: Event, sent: Any) -> Token:
    """Return the token of one slip; `numbers` are the keys of players. Raise ValueError, TypeError or KeyError."""
    now, payload = timezone.now(), {"round": int(sent["round"]), "board": int(sent["board"])}
    if sent["player"] is not None:
        payload["player"] = numbers[int(sent["player"])]
    return Token(
        event=event,
        kind=CARRIED[sent["kind"]],
        digest=bytes.fromhex(sent["lock"]).hex(),
        payload=payload,
        created_at=now,
        expires_at=now + min(timedelta(seconds=int(sent["seconds"])), LONGEST_VALID),
    )


def list_carried_reports(event: Event, after: int) -> tuple[ReportMessage, ...]:
    """Return what players have reported here since a report, in order. One query."""
    lines = event.log.filter(action=LogAction.REPORT, pk__gt=after).order_by("pk")[:MOST_REPORTS]
    return tuple(read_carried_report(line.pk, line.uuid, line.new_values) for line in lines if line.uuid)


def read_carried_report(number: int, uuid: UUID, values: dict[str, Any]) -> ReportMessage:
    scores = (values["white_score"], values["black_score"])
    return ReportMessage(
        number, uuid, values["proof"], values["side"], values["result"] or "", *scores, values["is_doubtful"]
    )
