"""Sign and post deliveries as standardwebhooks.com describes, so that its libraries can verify them:

    webhook-id: msg_17                          the same for every attempt: ignore one that you have seen
    webhook-timestamp: 1790000000               time of this attempt; refuse one older than a few minutes
    webhook-signature: v1,<base64 of HMAC-SHA256 over "msg_17.1790000000." and the body>

The key is the base64 part after "whsec_" in the secret that the owner was shown.
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import secrets
import urllib.error
import urllib.request
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.models import Delivery, Webhook
from tournaments.operation import jobs
from tournaments.webhooks.outbound import OPENER

JOB = "webhook"
PREFIX = "whsec_"
PATIENCE = 10  # seconds for one answer
PAUSES = (10, 30, 120, 600, 1800, 3600, 4 * 3600, 12 * 3600)  # seconds before each further attempt: about a day
JITTER = 1.2  # each pause grows by up to a fifth, so that retries spread out
LONGEST_RETRY_AFTER = 24 * 3600
GONE = 410  # the receiver wants no more deliveries
RETENTION = timedelta(days=30)


class Outcome(NamedTuple):
    """The outcome of one attempt: the status (None without an answer), the error, the pause that was asked for."""

    status: int | None
    error: str = ""
    retry_after: int = 0

    @property
    def has_arrived(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def generate_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def send_delivery(task: jobs.Task) -> None:
    """Send a delivery once; raise `jobs.Later` while it may still arrive."""
    own = Delivery.objects.filter(pk=task.job.payload["delivery"], delivered_at=None)
    # Count the attempt before reading: a later write becomes a delivery of its own and leaves this body unchanged.
    own.update(attempts=F("attempts") + 1)
    delivery = own.select_related("webhook__event").first()
    if delivery is None:
        return task.finish()
    outcome = post_delivery(delivery.webhook, delivery)
    delivery.status, delivery.error = outcome.status, outcome.error
    last = delivery.attempts > len(PAUSES) or outcome.status == GONE
    with transaction.atomic():
        delivery.delivered_at = timezone.now() if outcome.has_arrived else None
        delivery.save(update_fields=["status", "error", "delivered_at"])
        if outcome.has_arrived or last:
            return task.finish(status=delivery.status)
    pause = PAUSES[delivery.attempts - 1] * random.uniform(1, JITTER)  # noqa: S311 - spreads load, guards nothing
    raise jobs.Later(max(pause, outcome.retry_after))


def post_delivery(webhook: Webhook, delivery: Delivery) -> Outcome:
    """Post a delivery and return the outcome."""
    body = json.dumps(delivery.body, ensure_ascii=False).encode()
    try:
        headers = build_headers(webhook, f"msg_{delivery.pk}", body)
        request = urllib.request.Request(webhook.url, body, headers, method="POST")  # noqa: S310
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return Outcome(answer.status)
    except urllib.error.HTTPError as error:
        return Outcome(error.code, retry_after=read_retry_after(error.headers.get("Retry-After", "")))
    except (Refusal, OSError, http.client.HTTPException, ValueError) as error:
        return Outcome(None, str(error)[:200])


def read_retry_after(text: str) -> int:
    """Read the pause in seconds that a receiver asks for; at most a day, 0 for none."""
    return min(int(text), LONGEST_RETRY_AFTER) if text.isdecimal() and len(text) < 7 else 0


def build_headers(webhook: Webhook, name: str, body: bytes) -> dict[str, str]:
    moment = int(timezone.now().timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Crosstable",
        "Webhook-Id": name,
        "Webhook-Timestamp": str(moment),
        "Webhook-Signature": f"v1,{sign_message(webhook.secret, name, moment, body)}",
    }


def sign_message(secret: str, name: str, moment: int, body: bytes) -> str:
    """Sign a message at a moment (seconds since 1970)."""
    digest = hmac.new(read_key(secret), f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def read_key(secret: str) -> bytes:
    """Return the key in a secret; one without the prefix, from an earlier release, is the key itself."""
    return base64.b64decode(secret.removeprefix(PREFIX)) if secret.startswith(PREFIX) else secret.encode()


def delete_old_deliveries() -> None:
    """Delete deliveries that are older than a month."""
    Delivery.objects.filter(created_at__lt=timezone.now() - RETENTION).delete()
