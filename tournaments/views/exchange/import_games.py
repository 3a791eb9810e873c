"""Import a list of pairings or results: its columns, what differs, and what is published or entered."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.exchange.game_lists import import_games
from tournaments.domain.choices import Purpose
from tournaments.imports import game_fields, game_list
from tournaments.models import Event, Upload
from tournaments.views.access import actor
from tournaments.views.exchange.list_import import Kind, views_of
from tournaments.views.posted import posted_line


def beside(_event: Event, upload: Upload, view: Any) -> dict[str, Any]:
    """Ask for the round of lines that name none, and for the reason of corrections."""
    return {
        "has_round": any(column.field == "round" for column in view.columns),
        "round": view.round,
        "reason": upload.choices.get("reason", ""),
    }


def choices(request: HttpRequest) -> dict[str, Any]:
    """Return the reason, and the round where it is one."""
    number = request.POST.get("round", "")
    chosen = {"reason": posted_line(request, "reason")}
    return chosen | ({"round": int(number[:3])} if number.isdecimal() and 0 < int(number[:3]) <= 99 else {})


def store_games(request: HttpRequest, event: Event, upload: Upload, view: Any) -> tuple[str, str]:
    """Publish the rounds that are new and enter the results of the others."""
    lines = [row.game for row in view.rows if row.counts]
    reason = upload.choices["reason"]
    imported = import_games(event, lines, actor(request, event), file=upload.file, reason=reason)
    sentence = _("%(rounds)d rounds were published and %(results)d results entered.")
    return sentence % {"rounds": imported.rounds, "results": imported.results}, "pairings"


GAMES = Kind(
    name="games",
    title=gettext_lazy("Import pairings or results"),
    purpose=Purpose.GAMES,
    takes=".xlsx,.csv,.txt,.tsv",
    help=gettext_lazy("A spreadsheet (.xlsx) or a text (.csv, .txt), at most 2 MB."),
    fields=lambda _event: game_fields.FIELDS,
    preview=game_list.preview_games,
    beside=beside,
    choices=choices,
    write=store_games,
)
games_import, games_import_check, games_import_store, games_import_discard = views_of(GAMES)
