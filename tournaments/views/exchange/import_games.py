"""Import a list of pairings or results: its columns, what differs, and what is published or entered."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.access import policy
from tournaments.actions.exchange.game_lists import import_games
from tournaments.actions.exchange.uploads import discard_upload
from tournaments.domain.choices import Purpose
from tournaments.imports import game_fields, game_list
from tournaments.models import Event, Upload
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED
from tournaments.views.exchange import list_import
from tournaments.views.posted import posted_line

PAGE = "games_import"
TAKES = ".xlsx,.csv,.txt,.tsv"


@staff_page(policy.PAIR)
def games_import(request: HttpRequest, event: Event) -> HttpResponse:
    """Take a list of games, or show what would happen with the one that was uploaded."""
    form = list_import.ListForm(request, TAKES, _("A spreadsheet (.xlsx) or a text (.csv, .txt), at most 2 MB."))
    if list_import.take_upload(request, event, form, Purpose.GAMES):
        return redirect(PAGE, event.slug)
    if not form.is_bound and (upload := list_import.find_upload(request, event, Purpose.GAMES)):
        return show_games(request, event, upload, game_list.preview_games(event, upload))
    return list_import.ask_for_list(request, event, form, PAGE, _("Import pairings or results"))


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_check(request: HttpRequest, event: Event) -> str:
    """Store what was chosen for the columns and the lines, and show the preview again."""
    keep_game_choices(request, list_import.own_upload(request, event, Purpose.GAMES))
    return ""


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_store(request: HttpRequest, event: Event) -> HttpResponse:
    """Store everything that counts, or nothing where something is still wrong or open."""
    upload = list_import.own_upload(request, event, Purpose.GAMES)
    keep_game_choices(request, upload)
    view = game_list.preview_games(event, upload)
    show = partial(show_games, request, event, upload, view, REFUSED)
    write = partial(store_games, request, event, upload, view)
    return list_import.import_once(request, event, upload, write, show) if view.is_ready else show()


@staff_form(policy.PAIR, refused=list_import.say_gone)
def games_import_discard(request: HttpRequest, event: Event) -> str:
    """Forget the list."""
    discard_upload(list_import.own_upload(request, event, Purpose.GAMES))
    return ""


def keep_game_choices(request: HttpRequest, upload: Upload) -> None:
    """Store the choices with the reason, and the round where it is one."""
    number = request.POST.get("round", "")
    chosen = {"round": int(number[:3])} if number.isdecimal() and 0 < int(number[:3]) <= 99 else {}
    list_import.keep_choices(request, upload, reason=posted_line(request, "reason"), **chosen)


def show_games(
    request: HttpRequest, event: Event, upload: Upload, view: game_list.Preview, status: int = 200
) -> HttpResponse:
    """Ask for the round of lines that name none, and for the reason of corrections."""
    context = list_import.list_context(event, upload, view, PAGE, game_fields.FIELDS) | {
        "title": _("Import pairings or results"),
        "has_round": any(column.field == "round" for column in view.columns),
        "round": view.round,
        "reason": upload.choices.get("reason", ""),
    }
    return render(request, "tournaments/exchange/games_preview.html", context, status=status)


def store_games(request: HttpRequest, event: Event, upload: Upload, view: game_list.Preview) -> str:
    """Publish the rounds that are new and enter the results of the others."""
    lines = [row.game for row in view.rows if row.game and row.counts]
    reason = upload.choices["reason"]
    imported = import_games(event, lines, actor(request, event), file=upload.file, reason=reason)
    sentence = _("%(rounds)d rounds were published and %(results)d results entered.")
    messages.success(request, sentence % {"rounds": imported.rounds, "results": imported.results})
    return "pairings"
