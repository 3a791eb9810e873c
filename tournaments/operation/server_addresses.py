"""The addresses that this server is reached at, for the lines it prints."""

import contextlib
import socket
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


def site_addresses() -> list[str]:
    """Return the site's addresses, the one for this machine first; listening everywhere adds those of the LAN."""
    if settings.PUBLIC_URL:
        return [str(settings.PUBLIC_URL)]
    if settings.HOST in EVERYWHERE:
        return [address_of(host) for host in ("127.0.0.1", *lan_hosts())]
    return [address_of(settings.HOST)]


def signin_address(token: str) -> str:
    """Return the full address of a one-time sign-in link: on this machine, unless the settings name another."""
    return (find_running_site() or site_addresses()[0]) + reverse("signin_link", args=[token])


def note_running_site() -> None:
    """Write down where this process serves: other commands may know nothing of its PORT."""
    if not settings.PUBLIC_URL:
        note_path().write_text(site_addresses()[0], encoding="ascii")


def find_running_site() -> str:
    """Return the address that `manage.py serve` wrote down last, "" where nothing listens there any more."""
    if settings.PUBLIC_URL or not note_path().exists():
        return ""
    address = note_path().read_text(encoding="ascii")
    place = urlsplit(address)
    with contextlib.suppress(OSError), socket.create_connection((place.hostname, place.port or 80), timeout=1):
        return address
    return ""


def note_path() -> Path:
    return Path(settings.VAR) / "address"


def visitors_site(request: HttpRequest) -> str:
    """Return the site's address as a phone in the hall reaches it, "" where only this machine can."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    host = request.get_host()
    if not is_loopback(host):
        return f"{request.scheme}://{host}"
    hosts = lan_hosts() if settings.HOST in EVERYWHERE else []
    return address_of(hosts[0]) if hosts else ""


def is_loopback(host: str) -> bool:
    """Tell whether a host, with its port or without, is this machine's name for itself."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
    return name.strip("[]") in ("localhost", "::1") or name.startswith("127.")


def address_of(host: str) -> str:
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}" + (f":{settings.PORT}" if settings.PORT != 80 else "")


def lan_hosts() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the one towards the internet first; none without a network.

    Connecting a UDP socket sends nothing: it asks the system which address it would use.
    """
    hosts: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
        hosts.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        hosts += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(hosts) if not host.startswith("127.")]
