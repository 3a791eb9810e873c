"""Ask the server that shows an event of ours: plain requests outwards, nothing comes in."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.exchange.mirror_messages import HEADER, MirrorMessage, Receipt, clean
from tournaments.models import MirrorLink
from tournaments.webhooks.outbound import OPENER

PATH = "/api/mirror/"
PATIENCE = 30.0  # seconds for one answer
LARGEST_ANSWER = 2**20
LONGEST_REASON = 200

UNREACHED = sentence("mirror-unreached", gettext_noop("The other server can’t be reached ({reason})."))
NO_CROSSTABLE = sentence(
    "mirror-foreign",
    gettext_noop(
        "No Crosstable that shows other servers’ events answers at this address ({reason}). Check the address."
    ),
)
FOREIGN_REFUSAL = sentence("mirror-refused", gettext_noop("The other server refused it: {reason}"))


class Unreachable(Exception):
    """Nothing that this client understands has answered; `refusal` says what came instead."""

    def __init__(self, code: str, reason: object) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, reason=str(reason)[:LONGEST_REASON])


def send_message(link: MirrorLink, message: MirrorMessage, content: bytes = b"") -> Receipt:
    """Send a message and return the receipt. Raise Unreachable, or Refusal where the other server does not take it."""
    answer = call(link, "POST", content, {HEADER: message.write(), "Content-Type": "application/zip"})
    try:
        return Receipt.read(answer)
    except ValueError as error:
        raise Unreachable(NO_CROSSTABLE, error) from error


def send_logo(link: MirrorLink, picture: bytes) -> None:
    """Send the logo, or that there is none. Raise Unreachable or Refusal."""
    call(link, "POST", picture, {"Content-Type": "image/png"}, "logo/")


def send_slips(link: MirrorLink, slips: bytes) -> None:
    """Send with which slips players may report. Raise Unreachable or Refusal."""
    call(link, "POST", slips, {"Content-Type": "application/json"}, "slips/")


def take_down(link: MirrorLink) -> None:
    """Let the other server remove the event. Raise Unreachable or Refusal."""
    call(link, "DELETE", None, {})


def call(link: MirrorLink, method: str, body: bytes | None, headers: Mapping[str, str], part: str = "") -> bytes:
    """Make one request and return the answer. Raise Unreachable or Refusal."""
    own = {"Authorization": f"Bearer {link.token}", "User-Agent": "Crosstable", "Accept": "application/json"}
    try:
        request = urllib.request.Request(link.url + PATH + part, body, {**own, **headers}, method=method)  # noqa: S310
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return bytes(answer.read(LARGEST_ANSWER))
    except urllib.error.HTTPError as error:
        raise read_refusal(error) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(UNREACHED, getattr(error, "reason", error)) from error


def read_refusal(error: urllib.error.HTTPError) -> Refusal | Unreachable:
    """Return why the other server refuses, in our words where we know the code; a busy server is only late."""
    try:
        answer: Any = json.loads(error.read(LARGEST_ANSWER))
        params: dict[str, Any] = {name: clean(value, LONGEST_REASON) for name, value in answer["params"].items()}
        known = Refusal(str(answer["refused"]), **params)
        return known if known.is_whole else Refusal(FOREIGN_REFUSAL, reason=clean(answer["sentence"], LONGEST_REASON))
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Unreachable(UNREACHED if error.code >= 500 else NO_CROSSTABLE, f"{error.code} {error.reason}")
