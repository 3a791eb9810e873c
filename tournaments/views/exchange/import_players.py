"""Import a list of players: its columns, who is already in the event, and who is added or updated."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.players.players import import_players
from tournaments.domain.choices import Purpose
from tournaments.formats import blank_lists
from tournaments.imports import player_fields, player_list
from tournaments.models import Event, Upload
from tournaments.queries.rounds.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.views.access import actor, staff_page
from tournaments.views.exchange.list_import import Kind, views_of


def beside(event: Event, _sheet: Upload, view: Any) -> dict[str, Any]:
    """Ask for the start numbers, and whether to look the players up in the rating lists."""
    late = last_paired_round(event)
    return {
        "may_number": not late,
        "may_keep_numbers": view.has_numbers and not event.players.exists(),
        "late": late,
        "has_lists": bool(store.read_lists()),
    }


def store_players(request: HttpRequest, event: Event, _sheet: Upload, view: Any) -> tuple[str, str]:
    """Add the players who are new and update the others."""
    known = {player.number: player for player in event.players.select_related("team")}
    updates = {row.target: player_list.find_new_values(known[row.target], row.values) for row in view.updated}
    by_file = request.POST.get("numbers") == "file" and view.has_numbers and not known
    new = [row.values if by_file else {**row.values, "number": None} for row in view.added]
    by_rating = request.POST.get("numbers") == "rating" and not last_paired_round(event)
    import_players(event, new, updates, actor(request, event), by_rating=by_rating)
    page = "players_ratings" if "complete" in request.POST else "players"
    return imported_sentence(len(view.added), len(view.updated)), page


def imported_sentence(added: int, updated: int) -> str:
    """Say how many players were added and how many updated."""
    if not updated:
        return ngettext("%(added)d player was added.", "%(added)d players were added.", added) % {"added": added}
    sentence = _("%(added)d players were added and %(updated)d updated.")
    return sentence % {"added": added, "updated": updated}


PLAYERS = Kind(
    name="players",
    title=gettext_lazy("Import a list"),
    purpose=Purpose.PLAYERS,
    takes=".xlsx,.csv,.txt,.tsv,.trf",
    help=gettext_lazy("A spreadsheet (.xlsx), a text (.csv, .txt) or a tournament file (.trf), at most 2 MB."),
    fields=player_fields.list_fields,
    preview=player_list.preview_players,
    beside=beside,
    choices=lambda _request: {},
    write=store_players,
)
players_import, players_import_check, players_import_store, players_import_discard = views_of(PLAYERS)


@require_safe
@staff_page("pair")
def players_template(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Send an empty list to fill in, with one example."""
    if kind not in blank_lists.KINDS:
        raise Http404
    write, mime = blank_lists.KINDS[kind]
    answer = HttpResponse(write(event.of_teams), content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="players.{kind}"'
    return answer
