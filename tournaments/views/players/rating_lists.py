"""The rating lists of the site: uploaded, their columns named where they cannot be guessed, listed, deleted."""

import re
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.formats.rating_fields import FIELDS
from tournaments.pages.players.rating_lists import rating_lists_view
from tournaments.rating_lists import fetching, importing, store
from tournaments.views.access import site_form, site_page
from tournaments.views.answers import REFUSED
from tournaments.views.exchange.list_import import explain
from tournaments.wording import sentences

SHOWN = 5
KEY = re.compile(r"[0-9a-f]{24}")


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The list"),
        help_text=gettext_lazy("As you downloaded it: XML, text or CSV, packed as a ZIP or not, at most 64 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip,.xml,.txt,.csv,.tsv"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the list"),
        required=False,
        max_length=importing.LONGEST_NAME,
        help_text=gettext_lazy(
            "For example FIDE or DSB; leave empty to use the name in the file. It replaces the list of the same name "
            "and month."
        ),
    )


@site_page(policy.IMPORT)
def rating_lists(request: HttpRequest) -> HttpResponse:
    """Show the rating lists, which serve the whole site; POST uploads one."""
    return upload(request) if request.method == "POST" else show_lists(request, UploadForm(label_suffix=""))


def show_lists(request: HttpRequest, form: UploadForm, status: int = 200) -> HttpResponse:
    view = rating_lists_view()
    return render(request, "tournaments/players/rating_lists.html", {"view": view, "form": form}, status=status)


def upload(request: HttpRequest) -> HttpResponse:
    """Keep a file that looks like a list: FIDE's is read at once, of a CSV the columns are shown first."""
    form = UploadForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return show_lists(request, form, REFUSED)
    file, name = form.cleaned_data["file"], form.cleaned_data["name"]
    try:
        key = importing.store_upload(file, file.name, file.size)
        with importing.open_upload(key, file.name) as reading:
            is_csv = not reading.is_fide
        if is_csv:
            asked = urlencode({"file": file.name[:120], "name": name})
            return redirect(f"{reverse('rating_list', args=[key])}?{asked}")
        importing.request_import(key, file.name, name)
    except Refusal as refusal:
        form.add_error("file", explain(refusal))
        return show_lists(request, form, REFUSED)
    return redirect("rating_lists")


@site_form(policy.IMPORT)
def rating_lists_fetch(request: HttpRequest) -> HttpResponse:
    """Fetch FIDE's current list once, or switch on or off that it is fetched every day."""
    if "daily" in request.POST:
        fetching.switch_daily(request.POST["daily"] == "on")
    else:
        fetching.request_fetch()
    return redirect("rating_lists")


@site_form(policy.IMPORT)
def rating_lists_delete(request: HttpRequest) -> HttpResponse:
    """Delete a list."""
    for each in store.read_all_lists():
        if each.key == request.POST.get("list"):
            store.delete_list(each)
            messages.success(request, _("The list %(name)s is deleted.") % {"name": each.name})
    return redirect("rating_lists")


@site_form(policy.IMPORT)
def rating_lists_stop(request: HttpRequest) -> HttpResponse:
    """Stop the import of a list; the one before stays."""
    job = importing.find_newest_job()
    if job is not None:
        importing.discard_upload(job.payload["key"])
    return redirect("rating_lists")


@site_form(policy.IMPORT)
def rating_list_discard(request: HttpRequest, key: str) -> HttpResponse:
    """Forget an uploaded file."""
    require_upload(key)
    importing.discard_upload(key)
    return redirect("rating_lists")


def require_upload(key: str) -> None:
    """Raise a 404 where no file was uploaded under this key."""
    if not KEY.fullmatch(key) or not importing.upload_path(key).is_file():
        raise Http404


@site_page(policy.IMPORT)
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show what the columns of an uploaded CSV mean; POST imports it with the chosen columns."""
    require_upload(key)
    file, name = request.GET.get("file", "")[:120] or "list.csv", request.GET.get("name", "")
    columns = request.POST.getlist("column") if request.method == "POST" else None
    try:
        if columns is not None:
            importing.request_import(key, file, request.POST.get("name", ""), columns)
            return redirect("rating_lists")
        return show_columns(request, key, file, name)
    except Refusal as refusal:
        return show_columns(request, key, file, request.POST.get("name", ""), columns, sentences.refusal(refusal))


def show_columns(
    request: HttpRequest, key: str, file: str, name: str, columns: list[str] | None = None, error: str = ""
) -> HttpResponse:
    """Show each column with its title, its first values and the field that it is taken for."""
    with importing.open_upload(key, file, columns) as reading:
        titles, fields = reading.titles, [*reading.columns, *[""] * len(reading.titles)]
        suggested, samples = importing.suggest_name(reading), reading.samples(SHOWN)
    parts = [
        (at, title, fields[at], [row[at] for row in samples if at < len(row) and row[at]])
        for at, title in enumerate(titles)
    ]
    context: dict[str, object] = {"key": key, "file": file, "name": name or suggested, "columns": parts}
    context |= {"fields": FIELDS.items(), "error": error}
    return render(request, "tournaments/players/rating_list.html", context, status=REFUSED if error else 200)


@require_safe
@site_page(policy.IMPORT)
def rating_lists_state(request: HttpRequest) -> HttpResponse:
    """Show how far the reading is; once it has ended, the page must be loaded again."""
    view = rating_lists_view()
    if view.coming is None:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/players/_rating_list_coming.html", {"coming": view.coming})
