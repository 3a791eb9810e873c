"""What the desk says about the server that shows an event."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.refusal import Refusal
from tournaments.models import (
    Absence,
    Category,
    Event,
    Game,
    Player,
    PlayOff,
    Prize,
    Round,
    Stage,
    Team,
    TeamAbsence,
    TeamMatch,
)
from tournaments.models.events import COLUMNS
from tournaments.queries.exchange.mirror_state import MirrorState
from tournaments.wording import dates, sentences

# What is sent to a server that shows an event, under the names that it answers with.
SENT: dict[str, tuple[type[Model] | None, str | Promise]] = {
    "event": (Event, gettext_lazy("the event itself")),
    "teams": (Team, gettext_lazy("teams")),
    "team_absences": (TeamAbsence, gettext_lazy("byes of teams")),
    "players": (Player, gettext_lazy("players")),
    "absences": (Absence, gettext_lazy("byes and absences")),
    "categories": (Category, gettext_lazy("categories")),
    "prizes": (Prize, gettext_lazy("prizes")),
    "stages": (Stage, gettext_lazy("schedule")),
    "rounds": (Round, gettext_lazy("rounds")),
    "matches": (TeamMatch, gettext_lazy("matches")),
    "games": (Game, gettext_lazy("games")),
    "play_offs": (PlayOff, gettext_lazy("play-offs")),
    "statements": (None, gettext_lazy("notes about corrections")),
}


def describe_mirror_state(state: MirrorState) -> str:
    """Say in a few words how current the public page is."""
    link = state.link
    if link.is_ending:
        return _("Public page: is being taken down")
    if state.is_refused:
        return _("Public page: refused by the other server")
    if state.offline_since:
        since = {"time": write_time(link.event, state.offline_since)}
        waiting = ", ".join(list_waiting(state))
        if waiting:
            return _("Public page: offline since %(time)s, %(waiting)s waiting") % {**since, "waiting": waiting}
        return _("Public page: offline since %(time)s") % since
    if state.is_starting:
        return _("Public page: is being set up")
    if state.behind > 1:
        return _("Public page: %(seconds)d s behind") % {"seconds": state.behind}
    return _("Public page: up to date")


def list_waiting(state: MirrorState) -> list[str]:
    counted = []
    if state.rounds:
        counted.append(ngettext("%(count)d round", "%(count)d rounds", state.rounds) % {"count": state.rounds})
    if state.results:
        counted.append(ngettext("%(count)d result", "%(count)d results", state.results) % {"count": state.results})
    return counted


def name_left_out(names: Iterable[str]) -> str:
    """Write in words what an older server does not know: "players: club or town, title; prizes"."""
    fields: dict[str, list[str]] = {}
    for kind, _space, field in (name.partition(" ") for name in names):
        fields.setdefault(kind, []).extend([field] if field else [])
    return "; ".join(name_sent_fields(kind, of_kind) for kind, of_kind in fields.items())


def name_sent_fields(kind: str, fields: list[str]) -> str:
    model, title = SENT.get(kind, (None, kind.replace("_", " ")))
    return f"{title}: {', '.join(name_field(model, field) for field in fields)}" if fields else str(title)


def name_field(model: type[Model] | None, name: str) -> str:
    """Return the title of a field, its name in words where this release does not have it either."""
    fields = COLUMNS.values() if model is Event else model._meta.fields if model else ()
    titles = {field.name: field.verbose_name for field in fields}
    return str(titles.get(name, name.replace("_", " ")))


def explain_failure(state: MirrorState) -> str:
    """Say why nothing arrives, "" where everything does."""
    if not state.link.error:
        return ""
    code, params = state.link.error
    known = Refusal(code, **params)
    return sentences.refusal(known) if known.is_whole else code


def write_time(event: Event, at: datetime) -> str:
    """Write a time of today, "14:02", or another day with it."""
    local, now = (moment.astimezone(ZoneInfo(event.time_zone)) for moment in (at, timezone.now()))
    return f"{local:%H:%M}" if local.date() == now.date() else f"{dates.write_day(local)}, {local:%H:%M}"


def write_silence(event: Event) -> str:
    """Write since when nothing is heard from the server that keeps an event; "" where it is heard, or kept here."""
    since = event.mirrored and event.mirrored["silent_since"]
    return write_time(event, datetime.fromisoformat(since)) if since else ""
