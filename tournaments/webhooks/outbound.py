"""Make HTTP requests to other programs; on a public server, none to its own network.

A name is resolved once for each request, every address is checked, and the connection uses one of them: a name that
resolves to something else the next time gains nothing. Redirects are not followed.
"""

import http.client
import ipaddress
import socket
import threading
import urllib.request
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from tiebreaks.refusal import Refusal, gettext_noop, sentence

LONGEST_CALL = 10.0  # seconds, unless the caller sets a limit
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

NO_ADDRESS = sentence(
    "webhook-address", gettext_noop("“{url}” is not a web address: it must begin with https:// or http://.")
)
INTERNAL = sentence("webhook-inside", gettext_noop("{host} is an address inside this server’s network."))


def check_url(url: str) -> None:
    """Refuse what is not a web address and, on a public server, what lies in its own network.

    A name that can't be resolved now is accepted: each delivery looks it up again.
    """
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("http", "https") or not host:
        raise Refusal(NO_ADDRESS, field="url", url=url)
    try:
        look_up_addresses(host, port or 443)
    except (OSError, UnicodeError):
        return


def look_up_addresses(host: str, port: int) -> list[Any]:
    """Resolve a name into the arguments of sockets and their targets. Raise Refusal, OSError, UnicodeError."""
    resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if settings.WEBHOOKS_STAY_OUTSIDE and any(is_internal(str(where[0])) for *_kind, where in resolved):
        raise Refusal(INTERNAL, field="url", host=host)
    return [((family, kind, protocol), where) for family, kind, protocol, _name, where in resolved]


def is_internal(address: str) -> bool:
    """Say whether an address is not public; a NAT64 address counts as the IPv4 address in its last bits."""
    parsed: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if parsed.version == 6 and parsed in NAT64:
        parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    return parsed.is_multicast or getattr(parsed, "is_site_local", False) or not parsed.is_global


def open_connection(address: tuple[str, int], timeout: float, *_source: Any) -> socket.socket:
    """Connect to the first address of a name that answers; none of them is internal."""
    failure = OSError(f"{address[0]} has no address")
    for arguments, where in look_up_addresses(*address):
        connection = socket.socket(*arguments)
        try:
            connection.settimeout(timeout)
            connection.connect(where)
        except OSError as error:
            connection.close()
            failure = error
        else:
            return connection
    raise failure


def close_connection(connection: socket.socket) -> None:
    with suppress(OSError):  # already closed
        connection.shutdown(socket.SHUT_RDWR)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Treat a redirect as a failure: the owner named one address."""

    def redirect_request(self, *_arguments: Any, **_named: Any) -> None:
        return None


class OutboundConnection(http.client.HTTPConnection):
    """A connection with a limit for the whole exchange.

    The timeout of a socket starts again with each byte: a server that answers byte by byte would block all deliveries.
    """

    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        self._create_connection = open_connection

    def connect(self) -> None:
        super().connect()
        end = threading.Timer(self.timeout or LONGEST_CALL, close_connection, [self.sock])
        end.daemon = True
        end.start()


class OutboundTLSConnection(OutboundConnection, http.client.HTTPSConnection):
    """The same over TLS, with the certificate of the name."""


class OutboundHTTPHandler(urllib.request.HTTPHandler):
    def http_open(self, request: Any) -> Any:
        return self.do_open(OutboundConnection, request)


class OutboundHTTPSHandler(urllib.request.HTTPSHandler):
    def https_open(self, request: Any) -> Any:
        return self.do_open(OutboundTLSConnection, request)


OPENER = urllib.request.build_opener(
    NoRedirects, urllib.request.ProxyHandler({}), OutboundHTTPHandler, OutboundHTTPSHandler
)
