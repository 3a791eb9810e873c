"""Import a list of pairings or results: its columns, what differs, and what is published or entered."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange.game_lists import import_games
from tournaments.actions.exchange.uploads import discard_upload
from tournaments.domain.choices import Purpose
from tournaments.imports import game_fields, game_list
from tournaments.models import Upload
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.exchange import list_import
from tournaments.views.posted import posted_line

PAGE = "games_import"
TAKES = ".xlsx,.ods,.csv,.txt,.tsv"


@staff_page(policy.PAIR)
def games_import(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Take a list of games, or show what would happen with the one that was uploaded."""
    event = reader.event
    form = list_import.ListForm(request, TAKES, _("A spreadsheet (.xlsx, .ods) or a text (.csv, .txt), at most 2 MB."))
    if list_import.take_upload(request, event, form, Purpose.GAMES):
        return redirect(PAGE, event.slug)
    if not form.is_bound and (upload := list_import.find_upload(request, event, Purpose.GAMES)):
        return show_games(request, reader, upload, game_list.preview_games(event, upload))
    return list_import.ask_for_list(request, reader, form, PAGE, _("Import pairings or results"))


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_check(request: HttpRequest, reader: Reader) -> str:
    """Store what was chosen for the columns and the lines, and show the preview again."""
    keep_game_choices(request, list_import.own_upload(request, reader.event, Purpose.GAMES))
    return ""


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_store(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Store everything that counts, or nothing where something is still wrong or open."""
    event = reader.event
    upload = list_import.own_upload(request, event, Purpose.GAMES)
    keep_game_choices(request, upload)
    view = game_list.preview_games(event, upload)
    show = partial(show_games, request, reader, upload, view, REFUSED)
    write = partial(store_games, request, reader, upload, view)
    return list_import.import_once(request, event, upload, write, show) if view.is_ready else show()


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_discard(request: HttpRequest, reader: Reader) -> str:
    """Forget the list."""
    discard_upload(list_import.own_upload(request, reader.event, Purpose.GAMES))
    return ""


def keep_game_choices(request: HttpRequest, upload: Upload) -> None:
    """Store the choices with the reason, and the round where it is one."""
    number = request.POST.get("round", "")
    chosen = {"round": int(number[:3])} if number.isdecimal() and 0 < int(number[:3]) <= 99 else {}
    list_import.keep_choices(request, upload, reason=posted_line(request, "reason"), **chosen)


def show_games(
    request: HttpRequest, reader: Reader, upload: Upload, view: game_list.GamesPreview, status: int = 200
) -> HttpResponse:
    """Ask for the round of lines that name none, and for the reason of corrections."""
    context = list_import.list_context(reader.event, upload, view, PAGE, game_fields.FIELDS) | {
        "title": _("Import pairings or results"),
        "has_round": any(column.field == "round" for column in view.columns),
        "round": view.round,
        "reason": upload.choices.get("reason", ""),
    }
    return render_event(request, reader, "tournaments/exchange/games_preview.html", context, status=status)


def store_games(request: HttpRequest, reader: Reader, upload: Upload, view: game_list.GamesPreview) -> str:
    """Publish the rounds that are new and enter the results of the others."""
    lines = [row.game for row in view.rows if row.game and row.counts]
    reason = upload.choices["reason"]
    imported = import_games(reader.event, lines, actor(request, reader), file=upload.file, reason=reason)
    sentence = _("%(rounds)d rounds were published and %(results)d results entered.")
    messages.success(request, sentence % {"rounds": imported.rounds, "results": imported.results})
    return "pairings"
