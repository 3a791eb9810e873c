"""Believe so many proxies and no more: who sends a request, and whether it came over HTTPS.

Each proxy appends the address that asked it to X-Forwarded-For. With one trusted proxy the last address counts,
with two the last but one; whatever stands further left the visitor may have written himself.
"""

from ipaddress import ip_address

from django.conf import settings

SCHEMES = ("http", "https")


class Proxies:
    """Wrap an ASGI application. Without trusted proxies the headers are not looked at."""

    def __init__(self, app, trusted=None):
        self.app = app
        self.trusted = settings.TRUSTED_PROXIES if trusted is None else trusted

    async def __call__(self, scope, receive, send):
        if self.trusted and scope["type"] == "http":
            scope = seen_through(scope, self.trusted)
        return await self.app(scope, receive, send)


def seen_through(scope, trusted):
    """Return the scope with the visitor's own address and scheme, as the trusted proxies report them."""
    addresses, schemes = forwarded(scope, b"x-forwarded-for"), forwarded(scope, b"x-forwarded-proto")
    known = {}
    if len(addresses) >= trusted and (address := readable(addresses[-trusted])):
        known["client"] = (address, 0)
    if schemes and schemes[-min(trusted, len(schemes))] in SCHEMES:
        known["scheme"] = schemes[-min(trusted, len(schemes))]
    return {**scope, **known}


def forwarded(scope, header):
    """Return the values of a header that lists them with commas, also over several lines."""
    lines = (value.decode("latin-1") for name, value in scope["headers"] if name == header)
    return [part.strip() for line in lines for part in line.split(",")]


def readable(address):
    """Return an address in its usual spelling without port or brackets, None for what is none."""
    bare = address.removeprefix("[").partition("]")[0] if address.startswith("[") else address
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return None
