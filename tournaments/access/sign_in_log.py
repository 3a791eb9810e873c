"""The sign-in log: who signed in, who was refused, and who asked for more than their role allows. Kept for 90 days."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from tournaments.access.client_address import find_network
from tournaments.domain.choices import DoorKind
from tournaments.models import DoorEntry, Event

RETENTION = timedelta(days=90)
WINDOW = timedelta(minutes=10)
# The limits for wrong passwords and unknown links from one network address within the window. A whole hall may share
# an address: from the first limit on it locks only those accounts that failed themselves, from the second on everybody.
MAX_REFUSED, MAX_REFUSED_OF_ALL = 100, 1000
MAX_OWN_FAILURES = 3  # how often a name may fail while others guess
# A code has six digits, and whoever tries them knows the password: the limit for one account, from wherever they come.
MAX_WRONG_CODES = 20
GUESSES = (DoorKind.REFUSED, DoorKind.WRONG_CODE)
# Codes of slips are typed by whoever plays: mistakes there lock that page alone, never the sign-in of the hall.
COUNTED = (*GUESSES, DoorKind.WRONG_SLIP)


def write_entry(
    kind: str, request: HttpRequest | None, user: Any = None, name: str = "", event: Event | None = None
) -> None:
    """Write one entry, and delete the old ones when somebody signs in."""
    if kind == DoorKind.SIGNED_IN:
        delete_old_entries()
    DoorEntry.objects.create(
        at=timezone.now(),
        kind=kind,
        user=user if user is not None and user.pk else None,
        name=clean_name(name or (user.get_username() if user is not None else "")),
        event=event,
        path=request.path[:200] if request is not None and kind == DoorKind.DENIED else "",
        address=read_guessing_address(request) if kind in COUNTED else read_address(request),
    )


def clean_name(name: str) -> str:
    """Return a typed name as the database can store it."""
    return name[:150].replace("\0", "")


def record_denied_page(request: HttpRequest, event: Event) -> None:
    """Record that a user was denied a page, once a minute for each page."""
    user = request.user if isinstance(request.user, User) else None
    recent = DoorEntry.objects.filter(kind=DoorKind.DENIED, at__gt=timezone.now() - timedelta(minutes=1))
    if not recent.filter(user=user, path=request.path[:200]).exists():
        write_entry(DoorKind.DENIED, request, request.user, event=event)


def limit_guesses(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Refuse guessing: too many wrong passwords and unknown links from one network address within a few minutes."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if request.method == "POST" and is_locked(request, request.POST.get("username", "")):
            return render(request, "tournaments/accounts/signin_locked.html", status=429)
        return view(request, *arguments, **named)

    return answer


def is_locked(request: HttpRequest, name: str) -> bool:
    """Tell whether an address may not try a name now: too many guesses came from it, some of them at this name."""
    since = timezone.now() - WINDOW
    refused = DoorEntry.objects.filter(kind__in=GUESSES, address=read_guessing_address(request), at__gt=since)
    count = refused.count()
    if count < MAX_REFUSED or count >= MAX_REFUSED_OF_ALL:
        return count >= MAX_REFUSED_OF_ALL
    return refused.filter(name__iexact=clean_name(name)).count() >= MAX_OWN_FAILURES


def has_many_wrong_slips(request: HttpRequest) -> bool:
    """Tell whether too many wrong codes of slips came from a network, which then types none for a while."""
    since, address = timezone.now() - WINDOW, read_guessing_address(request)
    return DoorEntry.objects.filter(kind=DoorKind.WRONG_SLIP, address=address, at__gt=since).count() >= MAX_REFUSED


def has_many_wrong_codes(user: User) -> bool:
    """Tell whether too many wrong codes were tried at an account, which then takes none for a while."""
    recent = DoorEntry.objects.filter(kind=DoorKind.WRONG_CODE, user=user, at__gt=timezone.now() - WINDOW)
    return recent.count() >= MAX_WRONG_CODES


def delete_old_entries() -> None:
    """Delete the entries that are older than the log keeps."""
    DoorEntry.objects.filter(at__lt=timezone.now() - RETENTION).delete()


def read_address(request: HttpRequest | None) -> str | None:
    """Return the network address of a request; None for a command and behind a socket."""
    return (request.META.get("REMOTE_ADDR") or None) if request is not None else None


def read_guessing_address(request: HttpRequest | None, *_credentials: Any) -> str | None:
    """Return what counts as one address where guesses are counted, here and in django-axes."""
    address = read_address(request)
    return find_network(address) if address else None
