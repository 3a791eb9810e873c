"""A list is brought in: uploaded or pasted, its columns named, every line checked, and then all of it or nothing.

What the lines are is said by a `Kind`. Its two pages are NAME_import.html and NAME_preview.html.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.uploads import choose_for_upload, discard_upload, store_upload
from tournaments.domain.choices import Purpose
from tournaments.formats import list_reader as files
from tournaments.views.access import staff_page
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences

SHOWN = 20
LONGEST_CHOICE = 7


class Kind(NamedTuple):
    """What is brought in: where it is kept, how it is called, which fields its columns can be.

    `preview` says what would happen. `beside` adds to the page what its preview needs more, and `choices` what its form
    asks more. `bring_in` stores a preview that is ready and returns what to say and where to go, or raises Refusal.
    """

    name: str
    title: Promise
    purpose: Purpose
    takes: str
    help: Promise
    fields: Callable
    preview: Callable
    beside: Callable
    choices: Callable
    bring_in: Callable


class ListForm(forms.Form):
    """A file or pasted lines."""

    file = forms.FileField(label=gettext_lazy("The list"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"),
        help_text=gettext_lazy("Lines copied from a spreadsheet, with the line of titles if there is one."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        max_length=files.LARGEST,
        required=False,
        strip=False,
    )

    def __init__(self, kind, *posted):
        super().__init__(*posted, label_suffix="")
        self.fields["file"].help_text = kind.help
        self.fields["file"].widget = forms.FileInput(attrs={"accept": kind.takes})

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


def page_of(kind: Kind):
    """Return the view of a kind of lists."""

    @staff_page("pair")
    def page(request, event):
        sheet = event.sheets.filter(user=request.user, purpose=kind.purpose).first()
        if request.method != "POST":
            return show(request, event, kind, sheet) if sheet else ask(request, event, kind, ListForm(kind))
        if sheet is None or "file" in request.FILES or request.POST.get("do") == "upload":
            return upload(request, event, kind)
        return STEPS.get(request.POST.get("do"), check)(request, event, kind, sheet)

    page.__doc__ = f"Take a list of {kind.name}, or show what would happen with the one that was uploaded."
    return page


def ask(request, event, kind, form):
    """Show the fields for a list."""
    context = {"event": event, "form": form, "title": kind.title}
    status = REFUSED if form.is_bound else 200
    return render(request, f"tournaments/exchange/{kind.name}_import.html", context, status=status)


def upload(request, event, kind):
    """Read a list and keep its lines for the preview; a refused one leaves nothing behind."""
    form = ListForm(kind, request.POST, request.FILES)
    if not form.is_valid():
        return ask(request, event, kind, form)
    data, name = form.source()
    try:
        found = files.read_list(data, name)
    except Refusal as refusal:
        form.add_error("file", told(refusal))
        return ask(request, event, kind, form)
    store_upload(event, request.user, name, read_as(found), found.lines, kind.purpose)
    return again(event, kind)


def told(refusal):
    """Say what is wrong, and where in a file."""
    where = [refusal.file, _("line %(line)d") % {"line": refusal.line} if refusal.line else ""]
    return ": ".join(filter(None, (", ".join(filter(None, where)), sentences.refusal(refusal))))


def read_as(found):
    """Say what was guessed about a file."""
    if not found.encoding:
        return ""
    separator = {";": _("semicolon"), ",": _("comma"), "\t": _("tab"), "|": "|"}.get(found.separator)
    if separator is None:
        return found.encoding
    return _("%(encoding)s, separated by %(separator)s") % {"encoding": found.encoding, "separator": separator}


def show(request, event, kind, sheet, status=200):
    """Show the columns, every mistake, what is there already, and what would be brought in."""
    view = kind.preview(event, sheet)
    context: dict[str, Any] = {
        "event": event,
        "sheet": sheet,
        "title": kind.title,
        "view": view,
        "fields": [(field.name, field.title) for field in kind.fields(event)],
        "first": view.rows[:SHOWN],
        "more": max(0, len(view.rows) - SHOWN),
    }
    context |= kind.beside(event, sheet, view)
    return render(request, f"tournaments/exchange/{kind.name}_preview.html", context, status=status)


def check(request, event, kind, sheet):
    """Keep what was chosen for the columns and the lines, and show it anew."""
    keep(request, kind, sheet)
    return again(event, kind)


def keep(request, kind, sheet):
    """Store the choices of the form with the sheet."""
    posted = request.POST
    columns = posted.getlist("column")[: files.MOST_COLUMNS]
    rows = sheet.choices.get("rows", {}) | {
        name.removeprefix("row-"): posted[name][:LONGEST_CHOICE] for name in posted if name.startswith("row-")
    }
    kept = {"columns": [column[:20] for column in columns], "titles": "titles" in posted, "rows": rows}
    choose_for_upload(sheet, kept | kind.choices(request))


def bring_in(request, event, kind, sheet):
    """Store everything that counts, or nothing where something is still wrong or open."""
    keep(request, kind, sheet)
    view = kind.preview(event, sheet)
    if not view.is_ready:
        return show(request, event, kind, sheet, REFUSED)
    try:
        said, page = kind.bring_in(request, event, sheet, view)
    except Refusal as refusal:
        messages.error(request, told(refusal))
        return show(request, event, kind, sheet, REFUSED)
    discard_upload(sheet)
    messages.success(request, said)
    return redirect(page, event.slug)


def discard(request, event, kind, sheet):
    discard_upload(sheet)
    return again(event, kind)


def again(event, kind):
    return redirect(f"{kind.name}_import", event.slug)


STEPS = {"import": bring_in, "discard": discard}
