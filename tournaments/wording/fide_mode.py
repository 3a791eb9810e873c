"""Departures from FIDE's rules, in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext, override

from tournaments.domain.rounds.fide_mode import Departure


def list_departures(stored: Iterable[dict[str, Any]]) -> list[str]:
    """Say how and when an event has left FIDE's rules, in its order."""
    return [describe_departure(each["kind"], each["round"]) for each in stored]


def describe_departure(kind: str, last: int) -> str:
    """Say how an event has left FIDE's rules, and after which round."""
    what = name_departure(kind)
    if not last:
        return gettext("before round 1: %(what)s") % {"what": what}
    return gettext("after round %(round)s: %(what)s") % {"round": last, "what": what}


def name_departure(kind: str) -> str:
    """Return a departure in words; a code that this release does not know is returned as it is."""
    return str(Departure(kind).label) if kind in Departure else kind


def write_departures(stored: Iterable[dict[str, Any]]) -> list[str]:
    """Return the departures as files have them, which is in English."""
    with override("en"):
        return [f"FIDE mode left {line}" for line in list_departures(stored)]


def refuse_departures(found: Iterable[str]) -> str:
    """Say to a program what would leave FIDE's rules."""
    sentence = gettext("This leaves FIDE mode, which only a person can do, on the Settings page: %(what)s.")
    return sentence % {"what": "; ".join(map(name_departure, found))}
