"""Send notifications as jobs: encrypted for one browser each, so that the service that carries them can't read them.

A message that a service takes has arrived for us. An address that is gone (404, 410) is deleted with its subscription;
where a service is busy or does not answer, the message is sent again a few times, as long as it is worth reading.
"""

import http.client
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import batched
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils import timezone
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode

from tiebreaks.refusal import Refusal
from tournaments.models import Event, Job, PushSubscription
from tournaments.operation import jobs
from tournaments.push.encryption import encrypt
from tournaments.push.keys import authorize, find_or_make_key
from tournaments.push.services import check_endpoint
from tournaments.webhooks.outbound import OPENER
from tournaments.webhooks.sending import read_retry_after

JOB, NOTIFY_JOB = "push", "push-news"  # as databases hold them
GATHER = timedelta(seconds=3)  # what happens within this time is one message
BATCH, AT_ONCE = 100, 8
PATIENCE = 10  # seconds for one answer
PAUSES = (30, 120, 600)  # seconds before each further attempt
LIFETIME = 4 * 3600  # seconds for which a service keeps a message for a phone that is off
SECRET = 16  # bytes
LONGEST = 3000  # bytes of a message; services take 4096, encrypted
GONE = (404, 410)
LEFT_ALONE = timedelta(days=30)  # after the last change of an event nobody waits to hear of it


class PushMessage(NamedTuple):
    """A notification for one subscription."""

    subscription: int
    title: str
    body: str
    tag: str
    address: str


def queue_notifications(event: Event) -> None:
    """Ask, inside the transaction of a write, that the subscribers of an event be notified of what happened."""
    jobs.enqueue_once(NOTIFY_JOB, event, due=timezone.now() + GATHER)


def queue_messages(event: Event, messages: list[PushMessage]) -> None:
    """Enqueue messages inside a transaction. They are dropped if something of the event is hidden before they leave."""
    for batch in batched(messages, BATCH):
        jobs.enqueue(JOB, event, messages=batch, key=event.shared_key, attempt=0)


def send_messages(task: jobs.Task) -> None:
    """Send a batch, and what could not be sent once more later; the job keeps no text."""
    payload = task.job.payload
    assert task.job.event_id is not None  # an event has the messages
    event = Event.objects.filter(pk=task.job.event_id, is_public=True, shared_key=payload["key"]).first()
    unsent = post_all(task, [PushMessage(*each) for each in payload["messages"]]) if event else []
    with transaction.atomic():
        attempt = payload["attempt"]
        if unsent and attempt < len(PAUSES):
            pause = max(PAUSES[attempt], *(seconds for _message, seconds in unsent))
            due = timezone.now() + timedelta(seconds=pause)
            rest = [message for message, _seconds in unsent]
            jobs.enqueue(JOB, event, due=due, messages=rest, key=payload["key"], attempt=attempt + 1)
        task.finish(sent=len(payload["messages"]) - len(unsent))
        Job.objects.filter(pk=task.job.pk).update(payload={})


def post_all(task: jobs.Task, messages: list[PushMessage]) -> list[tuple[PushMessage, int]]:
    """Post messages, some at once; return those to send again, each with the seconds that its service asks for."""
    known = PushSubscription.objects.in_bulk([message.subscription for message in messages])
    ready = [message for message in messages if message.subscription in known]
    key, unsent, gone = find_or_make_key(), [], []

    def post(message: PushMessage) -> tuple[int | None, int]:
        return post_message(key, known[message.subscription], message)

    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") as threads:
        for message, (status, seconds) in zip(ready, threads.map(post, ready), strict=True):
            if status in GONE:
                gone.append(message.subscription)
            elif status is None or status == 429 or status >= 500:
                unsent.append((message, seconds))
    PushSubscription.objects.filter(pk__in=gone).delete()
    task.go_on()
    return unsent


def post_message(key: Vapid02, subscription: PushSubscription, message: PushMessage) -> tuple[int | None, int]:
    """Post one message; return the status, None without an answer, and the pause that was asked for."""
    parts = urlsplit(subscription.endpoint)
    headers = {
        "Authorization": authorize(key, f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFETIME),
        "User-Agent": "Crosstable",
    }
    try:
        check_endpoint(subscription.endpoint)
        body = encrypt(write_message(subscription, message), *read_keys(subscription.p256dh, subscription.auth))
        request = urllib.request.Request(subscription.endpoint, body, headers, method="POST")  # noqa: S310
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return answer.status, 0
    except urllib.error.HTTPError as error:
        return error.code, read_retry_after(error.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException):
        return None, 0
    except (Refusal, ValueError):  # such a subscription gets nothing, ever
        return GONE[0], 0


def write_message(subscription: PushSubscription, message: PushMessage) -> bytes:
    """Write a message as static/offline/worker.js reads it, no longer than services take."""
    facts: dict[str, Any] = {name: getattr(message, name) for name in ("title", "body", "tag", "address")}
    facts["lang"] = subscription.language
    while len(text := json.dumps(facts, ensure_ascii=False).encode()) > LONGEST:
        facts["body"] = facts["body"][: -max(1, (len(text) - LONGEST) // 4)]
    return text


def read_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Return what a browser wants its messages encrypted with: a point of the curve P-256 and a secret of 16 bytes.

    Raise ValueError for anything else.
    """
    point, secret = b64urldecode(p256dh.encode()), b64urldecode(auth.encode())
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    if len(secret) != SECRET:
        raise ValueError(auth)
    return point, secret


def delete_old_subscriptions() -> None:
    """Delete the subscriptions of events in which nothing has happened for a month."""
    PushSubscription.objects.filter(event__changed_at__lt=timezone.now() - LEFT_ALONE).delete()
