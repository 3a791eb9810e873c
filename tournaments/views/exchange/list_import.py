"""What the pages that import a list share: it is uploaded or pasted, its columns are named, every line is checked, and
then all of it is stored or nothing.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.invisible import REMOVED
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.exchange.uploads import UPLOAD_GONE, choose_for_upload, discard_upload, store_upload
from tournaments.domain.choices import Purpose
from tournaments.formats import list_reader as files
from tournaments.models import Event, Upload
from tournaments.views.access import page_above, signed_in_user
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.once import answer_once
from tournaments.wording import sentences

SHOWN = 20
LONGEST_CHOICE = 7


class ListForm(forms.Form):
    """Pasted lines or a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste the list here"),
        help_text=gettext_lazy("Lines copied from a spreadsheet, with the line of titles if there is one."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        max_length=files.LARGEST,
        required=False,
        strip=False,
    )
    file = forms.FileField(label=gettext_lazy("Or choose a file"), required=False)

    def __init__(self, request: HttpRequest, takes: str, advice: str) -> None:
        is_sent = request.method == "POST"
        super().__init__(request.POST if is_sent else None, request.FILES if is_sent else None, label_suffix="")
        self.fields["file"].help_text = advice
        self.fields["file"].widget = forms.FileInput(attrs={"accept": takes})

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("text") or "").strip():
            self.add_error("text", _("Paste the list, or choose a file."))
        return data

    def source(self) -> tuple[bytes, str]:
        """Return the list of a valid form as bytes, and its name in messages."""
        file = self.cleaned_data["file"]
        if file:
            return file.read(files.LARGEST + 1), file.name
        return self.cleaned_data["text"].encode("utf-8", "replace"), _("pasted list")


def ask_for_list(request: HttpRequest, reader: Reader, form: ListForm, page: str, title: str) -> HttpResponse:
    """Show the fields for a list, with what is wrong with the one that was sent."""
    context = {"form": form, "title": title}
    return render_event(
        request, reader, f"tournaments/exchange/{page}.html", context, status=REFUSED if form.is_bound else 200
    )


def find_upload(request: HttpRequest, event: Event, purpose: Purpose) -> Upload | None:
    """Return the list that this person has uploaded and not imported yet."""
    return event.uploads.filter(user=signed_in_user(request), purpose=purpose).first()


def own_upload(request: HttpRequest, event: Event, purpose: Purpose) -> Upload:
    """Return the same; raise Refusal where it is gone."""
    if upload := find_upload(request, event, purpose):
        return upload
    raise Refusal(UPLOAD_GONE)


def say_gone(request: HttpRequest, _reader: Reader, refusal: Refusal) -> HttpResponse:
    """Say that there is no list any more, or go where the same form has led before."""
    return answer_once(request, partial(go_back, request, refusal))


def go_back(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    messages.warning(request, explain(refusal))
    return redirect(page_above(request))


def take_upload(request: HttpRequest, event: Event, form: ListForm, purpose: Purpose) -> bool:
    """Read a list that was sent and keep its lines for the preview; a refused one leaves the mistakes in its form."""
    if not form.is_valid():
        return False
    data, name = form.source()
    try:
        found = files.read_list(data, name)
    except Refusal as refusal:
        form.add_error("file", explain(refusal))
        return False
    if found.cleaned:
        messages.warning(request, explain(Refusal(REMOVED, line=found.cleaned[0])))
    if found.gap:
        messages.warning(request, explain(found.gap))
    store_upload(event, request.user, name, describe_reading(found), found.lines, purpose)
    return True


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


def keep_choices(request: HttpRequest, upload: Upload, **more: object) -> None:
    """Store what was chosen for the columns and lines of a list, and more."""
    posted = request.POST
    columns = posted.getlist("column")[: files.MOST_COLUMNS]
    rows = upload.choices.get("rows", {}) | {
        name.removeprefix("row-"): posted[name][:LONGEST_CHOICE] for name in posted if name.startswith("row-")
    }
    choices = {"columns": [column[:20] for column in columns], "titles": "titles" in posted, "rows": rows}
    choose_for_upload(upload, choices | more)


def import_once(
    request: HttpRequest, event: Event, upload: Upload, write: Callable[[], str], show: Callable[[], HttpResponse]
) -> HttpResponse:
    """Store a list, unless another page has done so: `write` names the page to go to, `show` answers its Refusal."""

    def act() -> HttpResponse:
        return redirect(write(), event.slug) if discard_upload(upload) else go_back(request, Refusal(UPLOAD_GONE))

    try:
        return answer_once(request, act)
    except Refusal as refusal:
        messages.error(request, explain(refusal))
        return show()


def list_context(event: Event, upload: Upload, view: Any, page: str, fields: Iterable[Any]) -> dict[str, Any]:
    """Return what a preview shows: the columns, every mistake, what is already there, and what would be imported."""
    return {
        "upload": upload,
        "view": view,
        "addresses": {verb: reverse(f"{page}_{verb}", args=[event.slug]) for verb in ("check", "store", "discard")},
        "fields": [(field.name, field.title) for field in fields],
        "first": view.rows[:SHOWN],
        "more": max(0, len(view.rows) - SHOWN),
    }
