"""Call other programs, and on a server in the internet nothing in its own network.

A name is looked up once for each call, every address is looked at, and the connection goes to one of these: a name
that answers anew each time leads nowhere. An answer that leads elsewhere is not followed.
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

LONGEST_CALL = 10.0  # seconds, where the caller names none
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

NO_ADDRESS = sentence("webhook-address", gettext_noop("“{url}” is no address: it begins with https:// or http://."))
INTERNAL = sentence("webhook-inside", gettext_noop("{host} is an address inside this server's network."))


def check_url(url: str) -> None:
    """Refuse what is no address for the web, and on a server in the internet what lies in its own network.

    A name that is not known now is looked up again by each delivery.
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
    """Look a name up, as the arguments of sockets and where they connect to. Raise Refusal, OSError, UnicodeError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if settings.WEBHOOKS_STAY_OUTSIDE and any(is_internal(str(where[0])) for *_kind, where in found):
        raise Refusal(INTERNAL, field="url", host=host)
    return [((family, kind, protocol), where) for family, kind, protocol, _name, where in found]


def is_internal(address: str) -> bool:
    """Tell whether an address lies in no public network; one of NAT64 leads to the IPv4 address in its last bits."""
    found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6 and found in NAT64:
        found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_multicast or getattr(found, "is_site_local", False) or not found.is_global


def open_connection(address: tuple[str, int], timeout: float, *_source: Any) -> socket.socket:
    """Open a connection to the first address of a name that takes one; none of them lies inside."""
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
    with suppress(OSError):  # it has ended by itself
        connection.shutdown(socket.SHUT_RDWR)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is a failure: the owner named one address."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


class OutboundConnection(http.client.HTTPConnection):
    """A connection that ends when its time is over.

    The limit of a socket begins anew with each byte: whoever answers letter by letter would hold up everybody's news.
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
