"""A list of players is brought in: uploaded, its columns named, every line checked, and then all of it or nothing."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments import actions, person, queries, sheets, wording
from tournaments.formats import sheet as files
from tournaments.formats import templates
from tournaments.models import Purpose
from tournaments.rating_lists import store
from tournaments.views.access import actor, staff_page

REFUSED = 422
SHOWN = 20


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The list"),
        help_text=gettext_lazy("A spreadsheet (.xlsx), a text (.csv, .txt) or a tournament file (.trf), at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv,.trf"}),
        required=False,
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"),
        help_text=gettext_lazy("Lines copied from a spreadsheet, with the line of titles if there is one."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        max_length=files.LARGEST,
        required=False,
        strip=False,
    )

    def clean(self):
        """Ask for one of the two."""
        found = super().clean()
        if not self.errors and not found.get("file") and not (found.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste the list."))
        return found

    def source(self) -> tuple[bytes, str]:
        """Return the list of a valid form as bytes, and the name that it is told of by."""
        file = self.cleaned_data["file"]
        if file:
            return file.read(files.LARGEST + 1), file.name
        return self.cleaned_data["text"].encode("utf-8", "replace"), _("pasted list")


@staff_page("pair")
def players_import(request, event):
    """Take a file, or show what would happen with the one that was uploaded."""
    sheet = event.sheets.filter(user=request.user, purpose=Purpose.PLAYERS).first()
    if request.method != "POST":
        return show(request, event, sheet) if sheet else ask(request, event, UploadForm(label_suffix=""))
    if sheet is None or "file" in request.FILES or request.POST.get("do") == "upload":
        return upload(request, event)
    return VERBS.get(request.POST.get("do"), check)(request, event, sheet)


def ask(request, event, form):
    """Show the field for a file."""
    status = REFUSED if form.is_bound else 200
    return render(request, "tournaments/players_import.html", {"event": event, "form": form}, status=status)


def upload(request, event):
    """Read a file and keep its lines for the preview; a refused one leaves nothing behind."""
    form = UploadForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return ask(request, event, form)
    data, name = form.source()
    try:
        found = files.read(data, name)
    except Refusal as refusal:
        form.add_error("file", place(refusal) + wording.refusal(refusal))
        return ask(request, event, form)
    actions.keep_sheet(event, request.user, name, read_as(found), found.lines)
    return redirect("players_import", event.slug)


def place(refusal):
    """Say where in a file something is wrong."""
    where = [refusal.file, _("line %(line)d") % {"line": refusal.line} if refusal.line else ""]
    return ", ".join(filter(None, where)) + ": "


def read_as(found):
    """Say what was guessed about a file."""
    if not found.encoding:
        return ""
    separator = {";": _("semicolon"), ",": _("comma"), "\t": _("tab"), "|": "|"}.get(found.separator)
    if separator is None:
        return found.encoding
    return _("%(encoding)s, separated by %(separator)s") % {"encoding": found.encoding, "separator": separator}


def show(request, event, sheet, status=200):
    """Show the columns, every mistake, who is here already, and what would be brought in."""
    view = sheets.preview(event, sheet)
    context = {
        "event": event,
        "sheet": sheet,
        "view": view,
        "fields": [(field.name, field.title) for field in person.fields_of(event)],
        "may_number": not queries.last_paired(event),
        "may_keep_numbers": view.has_numbers and not event.players.exists(),
        "late": queries.last_paired(event),
        "first": view.rows[:SHOWN],
        "more": max(0, len(view.rows) - SHOWN),
        "has_lists": bool(store.ready()),
    }
    return render(request, "tournaments/players_preview.html", context, status=status)


def check(request, event, sheet):
    """Keep what was chosen for the columns and the lines, and show it anew."""
    keep(request, sheet)
    return redirect("players_import", event.slug)


def keep(request, sheet):
    """Store the choices of the form with the sheet; unknown fields count as left out."""
    posted = request.POST
    columns = [field if field in person.BY_NAME else "" for field in posted.getlist("column")[: files.MOST_COLUMNS]]
    columns = [field if field not in columns[:index] else "" for index, field in enumerate(columns)]
    rows = sheet.choices.get("rows", {}) | {
        name.removeprefix("row-"): posted[name][:6] for name in posted if name.startswith("row-")
    }
    actions.choose_for_sheet(sheet, {"columns": columns, "titles": "titles" in posted, "rows": rows})


def bring_in(request, event, sheet):
    """Store everybody, or nobody where something is still wrong or open."""
    keep(request, sheet)
    view = sheets.preview(event, sheet)
    if not view.is_ready:
        return show(request, event, sheet, REFUSED)
    known = {player.number: player for player in event.players.select_related("team")}
    updates = {row.target: sheets.news(known[row.target], row.values) for row in view.updated}
    by_file = request.POST.get("numbers") == "file" and view.has_numbers and not known
    new = [row.values if by_file else {**row.values, "number": None} for row in view.added]
    by_rating = request.POST.get("numbers") == "rating" and not queries.last_paired(event)
    try:
        actions.import_players(event, new, updates, actor(request, event), by_rating=by_rating)
    except Refusal as refusal:
        messages.error(request, wording.refusal(refusal))
        return show(request, event, sheet, REFUSED)
    actions.drop_sheet(sheet)
    said = _("%(added)d players were added and %(updated)d brought up to date.")
    messages.success(request, said % {"added": len(view.added), "updated": len(view.updated)})
    return redirect("players_ratings" if "complete" in request.POST else "players", event.slug)


def discard(request, event, sheet):
    actions.drop_sheet(sheet)
    return redirect("players_import", event.slug)


VERBS = {"import": bring_in, "discard": discard}


@require_safe
@staff_page("pair")
def players_template(request, event, kind):
    """Send an empty list to fill in, with one example."""
    if kind not in templates.KINDS:
        raise Http404
    write, mime = templates.KINDS[kind]
    answer = HttpResponse(write(event.of_teams), content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="players.{kind}"'
    return answer
