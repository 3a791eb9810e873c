"""The addresses that this server is reached at, for the lines it prints."""

import contextlib
import socket

from django.conf import settings
from django.urls import reverse

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


def site_addresses():
    """Return the site's addresses, the one for this machine first; listening everywhere adds those of the LAN."""
    if settings.PUBLIC_URL:
        return [settings.PUBLIC_URL]
    if settings.HOST in EVERYWHERE:
        return [address_of(host) for host in ("127.0.0.1", *lan_hosts())]
    return [address_of(settings.HOST)]


def signin_address(token):
    """Return the whole address of a one-time sign-in link, on this machine where nothing else is set."""
    return site_addresses()[0] + reverse("signin_link", args=[token])


def address_of(host):
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}" + (f":{settings.PORT}" if settings.PORT != 80 else "")


def lan_hosts():
    """Return this machine's IPv4 addresses in its networks, the one towards the internet first; none without a network.

    Connecting a UDP socket sends nothing: it asks the system which address it would use.
    """
    hosts = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
        hosts.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        hosts += [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(hosts) if not host.startswith("127.")]
