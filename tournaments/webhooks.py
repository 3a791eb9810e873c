"""News for other programs: written down in the transaction of the write, sent by a job, tried again for a day.

The body is JSON. It is signed like this, with the secret that the owner was shown:

    Crosstable-Signature: t=1790000000,v1=<hex of HMAC-SHA256 over "1790000000." and the body>

What is hidden from the public is in no body: a program that is told of news asks the interface for the rest.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import audience, jobs, queries
from tournaments.models import Delivery, Event, Game, LogEntry, News, Result, Webhook

JOB = "webhook"
PATIENCE = 10  # seconds for one answer
PAUSES = (10, 30, 120, 600, 1800, 3600, 4 * 3600, 12 * 3600)  # seconds before each further attempt: about a day
KEPT = timedelta(days=30)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

NO_ADDRESS = sentence("webhook-address", gettext_noop("“{url}” is no address: it begins with https:// or http://."))
INSIDE = sentence("webhook-inside", gettext_noop("{host} is an address inside this server's network."))

# Writes beside results after which the table may be another one.
OF_TABLES = frozenset(
    {"tiebreaks", "settings", "event", "publish", "take-back", "repair", "withdraw", "return", "late-entry", "absence"}
    | {"withhold", "release", "decide"}
)


def note(event: Event, entry: LogEntry) -> None:
    """Write down what the programs of an event are to be told of a write, inside its transaction.

    One question for an event that tells nobody.
    """
    webhooks = list(event.webhooks.all())
    for news, data in of_write(event, entry) if webhooks else ():
        for webhook in webhooks:
            if news in webhook.news:
                tell(webhook, news, body_of(event, entry.at, news, data))


def tell(webhook: Webhook, news: str, body: dict[str, Any]) -> None:
    """Write one delivery down and ask for its sending; a changed table that nobody was told of yet is told once."""
    waiting = webhook.deliveries.filter(news=News.STANDINGS, attempts=0)
    if news == News.STANDINGS and waiting.update(body=body):
        return
    delivery = Delivery.objects.create(webhook=webhook, news=news, body=body, created_at=timezone.now())
    jobs.enqueue(JOB, webhook.event, delivery=delivery.pk)


def body_of(event: Event, at: datetime, news: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"news": str(news), "event": event.slug, "version": f"{event.epoch}-{event.version}", "at": at.isoformat(),
            "data": data}  # fmt: skip


def of_write(event: Event, entry: LogEntry) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the news that a line of the log holds, with what the public may know of each."""
    if entry.game_id:
        game = queries.games_of(event).get(pk=entry.game_id)
        open_boards = Game.objects.filter(round=game.round_id, black__isnull=False, result=Result.OPEN)
        if not Game.objects.filter(audience.HIDDEN, pk=game.pk).exists():
            result = {name: getattr(game, name) for name in ("result", "white_score", "black_score")}
            yield News.RESULT, {"round": game.round.number, "board": game.board, **result}
        if game.result != Result.OPEN and not open_boards.exists():
            yield News.ROUND_FINISHED, {"round": game.round.number}
    if entry.action == "publish":
        for published in entry.after["rounds"]:
            yield News.ROUND_PUBLISHED, {"round": published["round"]}
    if entry.game_id or entry.action in OF_TABLES:
        yield News.STANDINGS, {}


# Sending.


def send(task: jobs.Task) -> None:
    """Send a delivery once; raise `jobs.Later` while it may still arrive."""
    own = Delivery.objects.filter(pk=task.job.payload["delivery"], delivered_at=None)
    # Counted before it is read: what is written from now on is news of its own, and changes nothing in this body.
    own.update(attempts=F("attempts") + 1)
    delivery = own.select_related("webhook__event").first()
    if delivery is None:
        return task.finish()
    delivery.status, delivery.error = attempt(delivery.webhook, delivery)
    arrived = delivery.status is not None and 200 <= delivery.status < 300
    last = delivery.attempts > len(PAUSES)
    with transaction.atomic():
        delivery.delivered_at = timezone.now() if arrived else None
        delivery.save(update_fields=["status", "error", "delivered_at"])
        if arrived or last:
            return task.finish(status=delivery.status)
    raise jobs.Later(PAUSES[delivery.attempts - 1])


def attempt(webhook: Webhook, delivery: Delivery) -> tuple[int | None, str]:
    """Post a delivery; return the status of the answer, or None and why there was none."""
    body = json.dumps({"id": delivery.pk, **delivery.body}, ensure_ascii=False).encode()
    try:
        check(webhook.url)
        request = urllib.request.Request(webhook.url, body, headers_of(webhook, body), method="POST")  # noqa: S310
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, ""
    except (Refusal, OSError, http.client.HTTPException, ValueError) as error:
        return None, str(error)[:200]


def headers_of(webhook: Webhook, body: bytes) -> dict[str, str]:
    moment = int(timezone.now().timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Crosstable",
        "Crosstable-Signature": f"t={moment},v1={signature(webhook.secret, moment, body)}",
    }


def signature(secret: str, moment: int, body: bytes) -> str:
    """Sign a body at a moment (seconds since 1970)."""
    return hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is a failure: the owner named one address."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


def connected(address: tuple[str, int], *more: Any) -> socket.socket:
    """Open a connection, and drop it before a byte is sent where it leads inside: a name may answer anew each time."""
    connection = socket.create_connection(address, *more)
    if settings.WEBHOOKS_STAY_OUTSIDE and is_inside(connection.getpeername()[0]):
        connection.close()
        raise Refusal(INSIDE, field="url", host=address[0])
    return connection


class Outside(http.client.HTTPConnection):
    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        self._create_connection = connected


class OutsideTLS(Outside, http.client.HTTPSConnection):
    """The same over TLS, with the certificate of the name."""


class ByHTTP(urllib.request.HTTPHandler):
    def http_open(self, request: Any) -> Any:
        return self.do_open(Outside, request)


class ByHTTPS(urllib.request.HTTPSHandler):
    def https_open(self, request: Any) -> Any:
        return self.do_open(OutsideTLS, request)


OPENER = urllib.request.build_opener(NoRedirects, urllib.request.ProxyHandler({}), ByHTTP, ByHTTPS)


def check(url: str) -> None:
    """Refuse what is no address for the web, and on a server in the internet what lies in its own network."""
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("http", "https") or not host:
        raise Refusal(NO_ADDRESS, field="url", url=url)
    if settings.WEBHOOKS_STAY_OUTSIDE and any(map(is_inside, addresses_of(host, port))):
        raise Refusal(INSIDE, field="url", host=host)


def addresses_of(host: str, port: int | None) -> list[str]:
    """Look a name up; none where it is not known now: a delivery looks again."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(host, port or 443, proto=socket.IPPROTO_TCP)]
    except (OSError, UnicodeError):
        return []


def is_inside(address: str) -> bool:
    """Tell whether an address lies in no public network; one of NAT64 leads to the IPv4 address in its last bits."""
    found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6 and found in NAT64:
        found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_multicast or not found.is_global


def sweep() -> None:
    """Forget deliveries that are older than a month."""
    Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
