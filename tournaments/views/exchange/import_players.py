"""A list of players is brought in: its columns, who is here already, and who is added or brought up to date."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.players.players import import_players
from tournaments.domain.choices import Purpose
from tournaments.formats import blank_lists
from tournaments.imports import player_fields, player_list
from tournaments.queries.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.views.access import actor, staff_page
from tournaments.views.exchange.list_import import Kind, views_of


def beside(event, sheet, view):
    """Ask for the start numbers, and whether the rating lists are to be looked into."""
    late = last_paired_round(event)
    return {
        "may_number": not late,
        "may_keep_numbers": view.has_numbers and not event.players.exists(),
        "late": late,
        "has_lists": bool(store.read_lists()),
    }


def bring_in(request, event, sheet, view):
    """Add the players who are new and bring the others up to date."""
    known = {player.number: player for player in event.players.select_related("team")}
    updates = {row.target: player_list.find_new_values(known[row.target], row.values) for row in view.updated}
    by_file = request.POST.get("numbers") == "file" and view.has_numbers and not known
    new = [row.values if by_file else {**row.values, "number": None} for row in view.added]
    by_rating = request.POST.get("numbers") == "rating" and not last_paired_round(event)
    import_players(event, new, updates, actor(request, event), by_rating=by_rating)
    page = "players_ratings" if "complete" in request.POST else "players"
    return came_in(len(view.added), len(view.updated)), page


def came_in(added, updated):
    """Say how many players are new, and how many were here."""
    if not updated:
        return ngettext("%(added)d player was added.", "%(added)d players were added.", added) % {"added": added}
    said = _("%(added)d players were added and %(updated)d brought up to date.")
    return said % {"added": added, "updated": updated}


PLAYERS = Kind(
    name="players",
    title=gettext_lazy("Import a list"),
    purpose=Purpose.PLAYERS,
    takes=".xlsx,.csv,.txt,.tsv,.trf",
    help=gettext_lazy("A spreadsheet (.xlsx), a text (.csv, .txt) or a tournament file (.trf), at most 2 MB."),
    fields=player_fields.list_fields,
    preview=player_list.preview_players,
    beside=beside,
    choices=lambda request: {},
    bring_in=bring_in,
)
players_import, players_import_check, players_import_store, players_import_discard = views_of(PLAYERS)


@require_safe
@staff_page("pair")
def players_template(request, event, kind):
    """Send an empty list to fill in, with one example."""
    if kind not in blank_lists.KINDS:
        raise Http404
    write, mime = blank_lists.KINDS[kind]
    answer = HttpResponse(write(event.of_teams), content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="players.{kind}"'
    return answer
