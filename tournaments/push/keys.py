"""The key that names this server to push services (VAPID, RFC 8292): made once, shared by all its processes."""

from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import timezone
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from tournaments.models import PushKey

VALID = 12 * 3600  # seconds of one signature; services take a day at most


def find_or_make_key() -> Vapid02:
    """Return the key of this server; the first call makes it. Processes that start together agree on one."""
    fresh = Vapid02()
    fresh.generate_keys()
    private = b64urlencode(fresh.private_key.private_numbers().private_value.to_bytes(32, "big"))
    stored, _made = PushKey.objects.get_or_create(pk=1, defaults={"private": private, "created_at": timezone.now()})
    return Vapid02.from_raw(stored.private.encode())


@cache
def public_key() -> str:
    """Return the public half as browsers take it; the database is asked once in each process."""
    point = find_or_make_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def authorize(key: Vapid02, service: str) -> str:
    """Return the header that names this server to a service, given by scheme and host."""
    contact = settings.SECURITY_CONTACT if settings.SECURITY_CONTACT.startswith("mailto:") else settings.PUBLIC_URL
    expires = int(timezone.now().timestamp()) + VALID
    return str(key.sign({"aud": service, "exp": expires, "sub": contact})["Authorization"])
