"""A list of pairings or results is brought in: uploaded, its columns named, every line checked, then all or nothing."""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.refusal import Refusal
from tournaments import actions, game_fields, game_sheets, queries, wording
from tournaments.formats import sheet as files
from tournaments.models import Purpose
from tournaments.views.access import actor, staff_page, words
from tournaments.views.lists import place, read_as

REFUSED = 422
SHOWN = 40


class GamesForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The list"),
        help_text=gettext_lazy("A spreadsheet (.xlsx) or a text (.csv, .txt), at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv"}),
    )


@staff_page("pair")
def games_import(request, event):
    """Take a file, or show what would happen with the one that was uploaded."""
    sheet = event.sheets.filter(user=request.user, purpose=Purpose.GAMES).first()
    if request.method != "POST":
        return show(request, event, sheet) if sheet else ask(request, event, GamesForm(label_suffix=""))
    if sheet is None or request.POST.get("do") == "upload":
        return upload(request, event)
    return STEPS.get(request.POST.get("do"), check)(request, event, sheet)


def ask(request, event, form):
    status = REFUSED if form.is_bound else 200
    return render(request, "tournaments/games_import.html", {"event": event, "form": form}, status=status)


def upload(request, event):
    """Read a file and keep its lines for the preview; a refused one leaves nothing behind."""
    form = GamesForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return ask(request, event, form)
    file = form.cleaned_data["file"]
    try:
        found = files.read(file.read(files.LARGEST + 1), file.name)
    except Refusal as refusal:
        form.add_error("file", place(refusal) + wording.refusal(refusal))
        return ask(request, event, form)
    actions.keep_sheet(event, request.user, file.name, read_as(found), found.lines, Purpose.GAMES)
    return redirect("games_import", event.slug)


def show(request, event, sheet, status=200):
    """Show the columns, every mistake, what is stored otherwise, and what would be brought in."""
    view = game_sheets.preview(event, sheet)
    context = {
        "event": event,
        "sheet": sheet,
        "view": view,
        "fields": [(field.name, field.title) for field in game_fields.FIELDS],
        "has_round": any(column.field == "round" for column in view.columns),
        "round": sheet.choices.get("round") or max(queries.last_paired(event), 1),
        "reason": sheet.choices.get("reason", ""),
        "first": view.rows[:SHOWN],
        "more": max(0, len(view.rows) - SHOWN),
    }
    return render(request, "tournaments/games_preview.html", context, status=status)


def check(request, event, sheet):
    """Keep what was chosen for the columns and the lines, and show it anew."""
    keep(request, sheet)
    return redirect("games_import", event.slug)


def keep(request, sheet):
    """Store the choices of the form with the sheet; unknown fields count as left out."""
    posted = request.POST
    columns = [each if each in game_fields.BY_NAME else "" for each in posted.getlist("column")[: files.MOST_COLUMNS]]
    rows = sheet.choices.get("rows", {}) | {
        name.removeprefix("row-"): posted[name][:7] for name in posted if name.startswith("row-")
    }
    round = posted.get("round", "")
    choices = {"columns": columns, "titles": "titles" in posted, "rows": rows, "reason": words(request, "reason")}
    if round.isdecimal() and 0 < int(round[:3]) <= 99:
        choices["round"] = int(round[:3])
    actions.choose_for_sheet(sheet, choices)


def bring_in(request, event, sheet):
    """Store everything that counts, or nothing where something is still wrong or open."""
    keep(request, sheet)
    view = game_sheets.preview(event, sheet)
    if not view.is_ready:
        return show(request, event, sheet, REFUSED)
    lines = [row.said for row in view.rows if row.counts]
    try:
        reason = sheet.choices["reason"]
        done = actions.import_games(event, lines, actor(request, event), file=sheet.file, reason=reason)
    except Refusal as refusal:
        messages.error(request, place(refusal) + wording.refusal(refusal))
        return show(request, event, sheet, REFUSED)
    actions.drop_sheet(sheet)
    said = _("%(rounds)d rounds were published and %(results)d results entered.")
    messages.success(request, said % {"rounds": done.rounds, "results": done.results})
    return redirect("pairings", event.slug)


def discard(request, event, sheet):
    actions.drop_sheet(sheet)
    return redirect("games_import", event.slug)


STEPS = {"import": bring_in, "discard": discard}
