"""What happens at the door: who came in, who was refused, who wanted more than his role allows. Kept for 90 days."""

from datetime import timedelta
from functools import wraps

from django.shortcuts import render
from django.utils import timezone

from tournaments.access.client_address import network_of
from tournaments.domain.choices import DoorKind
from tournaments.models import DoorEntry, Event

KEPT = timedelta(days=90)
WINDOW = timedelta(minutes=10)
# Wrong passwords and unknown links of one network address in that time. A whole hall may share it: from the first
# number on only those accounts are locked there that failed themselves, from the second on everybody.
MOST_REFUSED, MOST_OF_ALL = 100, 1000
FEW = 3  # so often a name may fail while others guess


def note(kind: str, request, user=None, name: str = "", event: Event | None = None) -> None:
    """Write one line about the door, and let old ones go when somebody comes in."""
    if kind == DoorKind.SIGNED_IN:
        sweep()
    DoorEntry.objects.create(
        at=timezone.now(),
        kind=kind,
        user=user if user is not None and user.pk else None,
        name=(name or (user.get_username() if user is not None else ""))[:150].replace("\0", ""),
        event=event,
        path=request.path[:200] if request is not None and kind == DoorKind.DENIED else "",
        address=guesser(request) if kind == DoorKind.REFUSED else address_of(request),
    )


def denied(request, event: Event) -> None:
    """Note that somebody was denied a page; the same page again within a minute is the same line."""
    minute = timezone.now() - timedelta(minutes=1)
    if not DoorEntry.objects.filter(
        user=request.user.pk, kind=DoorKind.DENIED, path=request.path[:200], at__gt=minute
    ).exists():
        note(DoorKind.DENIED, request, request.user, event=event)


def limited(view):
    """Refuse guessing: after too many wrong passwords and unknown links from one network address in a few minutes."""

    @wraps(view)
    def answer(request, *arguments, **named):
        if request.method == "POST" and is_locked(request, request.POST.get("username", "")):
            return render(request, "tournaments/accounts/signin_locked.html", status=429)
        return view(request, *arguments, **named)

    return answer


def is_locked(request, name: str) -> bool:
    """Tell whether an address may not try a name now: too many guesses came from there, and some at this name."""
    since = timezone.now() - WINDOW
    refused = DoorEntry.objects.filter(kind=DoorKind.REFUSED, address=guesser(request), at__gt=since)
    count = refused.count()
    if count < MOST_REFUSED or count >= MOST_OF_ALL:
        return count >= MOST_OF_ALL
    return refused.filter(name__iexact=name[:150].replace("\0", "")).count() >= FEW


def sweep() -> None:
    """Forget what happened at the door long ago."""
    DoorEntry.objects.filter(at__lt=timezone.now() - KEPT).delete()


def address_of(request) -> str | None:
    """Return the network address of whoever asks; None for a command and behind a socket."""
    return (request.META.get("REMOTE_ADDR") or None) if request is not None else None


def guesser(request, *_credentials) -> str | None:
    """Return what counts as one address where guesses are counted; django-axes asks here too."""
    address = address_of(request)
    return network_of(address) if address else None
