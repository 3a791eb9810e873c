"""Import a list of players: its columns, who is already in the event, and who is added or updated."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange.uploads import discard_upload
from tournaments.actions.players.players import import_players
from tournaments.domain.choices import Purpose
from tournaments.formats import blank_lists
from tournaments.imports import player_fields, player_list
from tournaments.models import Upload
from tournaments.queries.rounds.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.exchange import list_import

PAGE = "players_import"
TAKES = ".xlsx,.ods,.csv,.txt,.tsv,.trf"


@staff_page(policy.PAIR)
def players_import(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Take a list of players, or show what would happen with the one that was uploaded."""
    event = reader.event
    form = make_list_form(request)
    if list_import.take_upload(request, event, form, Purpose.PLAYERS):
        return redirect(PAGE, event.slug)
    if not form.is_bound and (upload := list_import.find_upload(request, event, Purpose.PLAYERS)):
        return show_players(request, reader, upload, player_list.preview_players(event, upload))
    return list_import.ask_for_list(request, reader, form, PAGE, _("Import a list"))


def make_list_form(request: HttpRequest) -> list_import.ListForm:
    """Return the form that takes a list of players; the field to paste into has the focus."""
    advice = _("A spreadsheet (.xlsx, .ods), a text (.csv, .txt) or a tournament file (.trf), at most 2 MB.")
    form = list_import.ListForm(request, TAKES, advice)
    form.fields["text"].widget.attrs["autofocus"] = True
    form.fields["text"].help_text = _("Names, one per line, or lines from a spreadsheet, with its line of titles.")
    return form


@staff_form(policy.PAIR, refused=list_import.say_gone)
def players_import_check(request: HttpRequest, reader: Reader) -> str:
    """Store what was chosen for the columns and the lines, and show the preview again."""
    list_import.keep_choices(request, list_import.own_upload(request, reader.event, Purpose.PLAYERS))
    return ""


@staff_form(policy.PAIR, refused=list_import.say_gone)
def players_import_store(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Store everything that counts, or nothing where something is still wrong or open."""
    event = reader.event
    upload = list_import.own_upload(request, event, Purpose.PLAYERS)
    list_import.keep_choices(request, upload)
    view = player_list.preview_players(event, upload)
    show = partial(show_players, request, reader, upload, view, REFUSED)
    write = partial(store_players, request, reader, view)
    return list_import.import_once(request, event, upload, write, show) if view.is_ready else show()


@staff_form(policy.PAIR, refused=list_import.say_gone)
def players_import_discard(request: HttpRequest, reader: Reader) -> str:
    """Forget the list."""
    discard_upload(list_import.own_upload(request, reader.event, Purpose.PLAYERS))
    return ""


def show_players(
    request: HttpRequest, reader: Reader, upload: Upload, view: player_list.PlayersPreview, status: int = 200
) -> HttpResponse:
    """Ask for the start numbers, and whether to look the players up in the rating lists."""
    event = reader.event
    late = last_paired_round(event)
    context = list_import.list_context(reader.event, upload, view, PAGE, player_fields.list_fields(event)) | {
        "title": _("Import a list"),
        "may_number": not late,
        "may_keep_numbers": view.has_numbers and not event.players.exists(),
        "late": late,
        "has_lists": bool(store.read_lists()),
    }
    return render_event(request, reader, "tournaments/exchange/players_preview.html", context, status=status)


def store_players(request: HttpRequest, reader: Reader, view: player_list.PlayersPreview) -> str:
    """Add the players who are new and update the others."""
    event = reader.event
    known = {player.number: player for player in event.players.select_related("team")}
    updates = {n: player_list.find_new_values(known[n], row.values) for row in view.updated if (n := row.target)}
    by_file = request.POST.get("numbers") == "file" and view.has_numbers and not known
    new: list[Mapping[str, Any]] = [row.values if by_file else {**row.values, "number": None} for row in view.added]
    by_rating = request.POST.get("numbers") == "rating" and not last_paired_round(event)
    import_players(event, new, updates, actor(request, reader), by_rating=by_rating)
    messages.success(request, imported_sentence(len(view.added), len(view.updated)))
    return "players_ratings" if "complete" in request.POST else "players"


def imported_sentence(added: int, updated: int) -> str:
    """Say how many players were added and how many updated."""
    if not updated:
        return ngettext("%(added)d player was added.", "%(added)d players were added.", added) % {"added": added}
    sentence = _("%(added)d players were added and %(updated)d updated.")
    return sentence % {"added": added, "updated": updated}


@require_safe
@staff_page(policy.PAIR)
def players_template(request: HttpRequest, reader: Reader, kind: str) -> HttpResponse:
    """Send an empty list to fill in, with one example."""
    if kind not in blank_lists.KINDS:
        raise Http404
    write, mime = blank_lists.KINDS[kind]
    answer = HttpResponse(write(reader.event.of_teams), content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="players.{kind}"'
    return answer
