"""What the desk says about the server that shows an event."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.refusal import SENTENCES, Refusal
from tournaments.models import Event
from tournaments.queries.publication_state import PublicState
from tournaments.wording import dates, sentences


def describe_public_state(state: PublicState) -> str:
    """Say in a few words how current the public page is."""
    publication = state.publication
    if publication.is_ending:
        return _("Public page: is being taken down")
    if state.is_refused:
        return _("Public page: refused by the other server")
    if state.offline_since:
        since = {"time": write_time(publication.event, state.offline_since)}
        waiting = ", ".join(list_waiting(state))
        if waiting:
            return _("Public page: offline since %(time)s, %(waiting)s waiting") % {**since, "waiting": waiting}
        return _("Public page: offline since %(time)s") % since
    if state.is_starting:
        return _("Public page: is being set up")
    if state.behind > 1:
        return _("Public page: %(seconds)d s behind") % {"seconds": state.behind}
    return _("Public page: up to date")


def list_waiting(state: PublicState) -> list[str]:
    counted = []
    if state.rounds:
        counted.append(ngettext("%(count)d round", "%(count)d rounds", state.rounds) % {"count": state.rounds})
    if state.results:
        counted.append(ngettext("%(count)d result", "%(count)d results", state.results) % {"count": state.results})
    return counted


def explain_failure(state: PublicState) -> str:
    """Say why nothing arrives, "" where everything does."""
    if not state.publication.error:
        return ""
    code, params = state.publication.error
    return sentences.refusal(Refusal(code, **params)) if code in SENTENCES else code


def write_time(event: Event, at: datetime) -> str:
    """Write a time of today, "14:02", or another day with it."""
    local, now = (moment.astimezone(ZoneInfo(event.time_zone)) for moment in (at, timezone.now()))
    return f"{local:%H:%M}" if local.date() == now.date() else f"{dates.write_day(local)}, {local:%H:%M}"


def write_silence(event: Event) -> str:
    """Write since when nothing is heard from the server that keeps an event; "" where it is heard, or kept here."""
    since = event.mirrored and event.mirrored["silent_since"]
    return write_time(event, datetime.fromisoformat(since)) if since else ""
