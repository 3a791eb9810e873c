"""The push services of browsers. A browser says itself where its messages go, so anybody could name any address."""

import re
from urllib.parse import urlsplit

from django.conf import settings

from tiebreaks.refusal import Refusal, gettext_noop, sentence

# A leading dot stands for any name below.
KNOWN = (
    "fcm.googleapis.com",  # Chrome, Edge on phones, Opera, Samsung
    ".push.services.mozilla.com",  # Firefox
    ".push.apple.com",  # Safari
    ".notify.windows.com",  # Edge
)
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
WRITTEN = re.compile(r"[!-~]+")  # neither blanks nor line ends, which libraries drop
UNKNOWN = sentence(
    "push-service",
    gettext_noop("{host} is not a push service that this server knows, so no notification is sent there."),
)


def check_endpoint(endpoint: str) -> None:
    """Refuse an address that belongs to no known push service."""
    try:
        parts = urlsplit(endpoint)
        host, is_usual = (parts.hostname or "").lower(), parts.port in (None, 443) and not parts.username
        is_usual &= HOST.fullmatch(host) is not None and WRITTEN.fullmatch(endpoint) is not None
    except ValueError:
        raise Refusal(UNKNOWN, field="endpoint", host="") from None
    is_own = parts.netloc in settings.PUSH_SERVICES
    if parts.scheme != "https" or not (is_own or (is_usual and any(belongs_to(host, name) for name in KNOWN))):
        raise Refusal(UNKNOWN, field="endpoint", host=host)


def belongs_to(host: str, name: str) -> bool:
    return host.endswith(name) if name.startswith(".") else host == name
