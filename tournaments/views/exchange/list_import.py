"""Import a list: uploaded or pasted, its columns named, every line checked, and then all of it stored or nothing.

A `Kind` says what the lines are. Its two pages are NAME_import.html and NAME_preview.html.
"""

from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.invisible import REMOVED
from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange.uploads import UPLOAD_GONE, choose_for_upload, discard_upload, store_upload
from tournaments.domain.choices import Purpose
from tournaments.formats import list_reader as files
from tournaments.models import Event, Upload
from tournaments.views.access import View, flash_refusal, signed_in_user, staff_form, staff_page
from tournaments.views.answers import REFUSED
from tournaments.views.once import answer_once
from tournaments.wording import sentences

SHOWN = 20
LONGEST_CHOICE = 7
VERBS = ("check", "store", "discard")


class Kind(NamedTuple):
    """A kind of lists: where an upload is stored, what it is called, which fields its columns can be.

    `preview` says what would happen. `beside` adds to the page what its preview needs more, and `choices` what its form
    asks more. `write` stores a preview that is ready and returns what to say and where to go, or raises Refusal.
    """

    name: str
    title: Promise
    purpose: Purpose
    takes: str
    help: Promise
    fields: Callable[[Event], Iterable[Any]]
    preview: Callable[[Event, Upload], Any]
    beside: Callable[[Event, Upload, Any], dict[str, Any]]
    choices: Callable[[HttpRequest], dict[str, Any]]
    write: Callable[[HttpRequest, Event, Upload, Any], tuple[str, str]]


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

    def __init__(self, kind: Kind, posted: QueryDict | None = None, uploaded: Any = None) -> None:
        super().__init__(posted, uploaded, label_suffix="")
        self.fields["file"].help_text = str(kind.help)
        self.fields["file"].widget = forms.FileInput(attrs={"accept": kind.takes})

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste the list."))
        return data

    def source(self) -> tuple[bytes, str]:
        """Return the list of a valid form as bytes, and its name in messages."""
        file = self.cleaned_data["file"]
        if file:
            return file.read(files.LARGEST + 1), file.name
        return self.cleaned_data["text"].encode("utf-8", "replace"), _("pasted list")


class ImportViews(NamedTuple):
    """The four addresses of a kind of lists."""

    page: View
    check: View
    store: View
    discard: View


def views_of(kind: Kind) -> ImportViews:
    """Return the views of a kind of lists."""

    def uploaded_list(request: HttpRequest, event: Event) -> Upload | None:
        return event.uploads.filter(user=signed_in_user(request), purpose=kind.purpose).first()

    @staff_page(policy.PAIR)
    def page(request: HttpRequest, event: Event) -> HttpResponse:
        if request.method == "POST":
            return take_upload(request, event, kind)
        upload = uploaded_list(request, event)
        if upload is None:
            return ask_for_list(request, event, kind, ListForm(kind))
        return show_preview(request, event, kind, upload)

    def verb(act: Callable[[HttpRequest, Event, Kind, Upload], HttpResponse]) -> View:
        @staff_form(policy.PAIR, refused=flash_refusal)
        @wraps(act)
        def answer(request: HttpRequest, event: Event) -> HttpResponse:
            upload = uploaded_list(request, event)
            if upload is None:
                return answer_once(request, partial(say_gone, request, event, kind))
            return act(request, event, kind, upload)

        return answer

    page.__doc__ = f"Take a list of {kind.name}, or show what would happen with the one that was uploaded."
    return ImportViews(page, verb(check), verb(store), verb(discard))


def ask_for_list(request: HttpRequest, event: Event, kind: Kind, form: ListForm) -> HttpResponse:
    """Show the fields for a list."""
    context = {"event": event, "form": form, "title": kind.title}
    status = REFUSED if form.is_bound else 200
    return render(request, f"tournaments/exchange/{kind.name}_import.html", context, status=status)


def take_upload(request: HttpRequest, event: Event, kind: Kind) -> HttpResponse:
    """Read a list and keep its lines for the preview; a refused one leaves nothing behind."""
    form = ListForm(kind, request.POST, request.FILES)
    if not form.is_valid():
        return ask_for_list(request, event, kind, form)
    data, name = form.source()
    try:
        found = files.read_list(data, name)
    except Refusal as refusal:
        form.add_error("file", explain(refusal))
        return ask_for_list(request, event, kind, form)
    if found.cleaned:
        messages.warning(request, explain(Refusal(REMOVED, line=found.cleaned[0])))
    store_upload(event, request.user, name, describe_reading(found), found.lines, kind.purpose)
    return go_to_page(event, kind)


def explain(refusal: Refusal) -> str:
    """Say what is wrong, and where in a file."""
    where = [refusal.file, _("line %(line)d") % {"line": refusal.line} if refusal.line else ""]
    return ": ".join(filter(None, (", ".join(filter(None, where)), sentences.refusal(refusal))))


def describe_reading(found: files.RawList) -> str:
    """Say what was guessed about a file."""
    if not found.encoding:
        return ""
    separator = {";": _("semicolon"), ",": _("comma"), "\t": _("tab"), "|": "|"}.get(found.separator)
    if separator is None:
        return found.encoding
    return _("%(encoding)s, separated by %(separator)s") % {"encoding": found.encoding, "separator": separator}


def show_preview(request: HttpRequest, event: Event, kind: Kind, upload: Upload, status: int = 200) -> HttpResponse:
    """Show the columns, every mistake, what is already there, and what would be imported."""
    view = kind.preview(event, upload)
    context: dict[str, Any] = {
        "event": event,
        "upload": upload,
        "title": kind.title,
        "view": view,
        "addresses": {verb: reverse(f"{kind.name}_import_{verb}", args=[event.slug]) for verb in VERBS},
        "fields": [(field.name, field.title) for field in kind.fields(event)],
        "first": view.rows[:SHOWN],
        "more": max(0, len(view.rows) - SHOWN),
    }
    context |= kind.beside(event, upload, view)
    return render(request, f"tournaments/exchange/{kind.name}_preview.html", context, status=status)


def check(request: HttpRequest, event: Event, kind: Kind, upload: Upload) -> HttpResponse:
    """Store what was chosen for the columns and the lines, and show the preview again."""
    keep_choices(request, kind, upload)
    return go_to_page(event, kind)


def keep_choices(request: HttpRequest, kind: Kind, upload: Upload) -> None:
    """Store the choices of the form with the upload."""
    posted = request.POST
    columns = posted.getlist("column")[: files.MOST_COLUMNS]
    rows = upload.choices.get("rows", {}) | {
        name.removeprefix("row-"): posted[name][:LONGEST_CHOICE] for name in posted if name.startswith("row-")
    }
    choices = {"columns": [column[:20] for column in columns], "titles": "titles" in posted, "rows": rows}
    choose_for_upload(upload, choices | kind.choices(request))


def store(request: HttpRequest, event: Event, kind: Kind, upload: Upload) -> HttpResponse:
    """Store everything that counts, or nothing where something is still wrong or open."""
    keep_choices(request, kind, upload)
    view = kind.preview(event, upload)
    if not view.is_ready:
        return show_preview(request, event, kind, upload, REFUSED)
    try:
        return answer_once(request, partial(import_list, request, event, kind, upload, view))
    except Refusal as refusal:
        messages.error(request, explain(refusal))
        return show_preview(request, event, kind, upload, REFUSED)


def import_list(request: HttpRequest, event: Event, kind: Kind, upload: Upload, view: Any) -> HttpResponse:
    """Store a list, unless another page of the same person has imported or discarded it meanwhile."""
    if not discard_upload(upload):
        return say_gone(request, event, kind)
    sentence, page = kind.write(request, event, upload, view)
    messages.success(request, sentence)
    return redirect(page, event.slug)


def say_gone(request: HttpRequest, event: Event, kind: Kind) -> HttpResponse:
    messages.warning(request, explain(Refusal(UPLOAD_GONE)))
    return go_to_page(event, kind)


def discard(_request: HttpRequest, event: Event, kind: Kind, upload: Upload) -> HttpResponse:
    discard_upload(upload)
    return go_to_page(event, kind)


def go_to_page(event: Event, kind: Kind) -> HttpResponse:
    return redirect(f"{kind.name}_import", event.slug)
