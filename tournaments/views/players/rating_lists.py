"""The rating lists of the site: uploaded, their columns named where nobody can guess them, looked over, deleted."""

import re
from functools import wraps
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.formats.rating_fields import FIELDS
from tournaments.pages.players.rating_lists import rating_lists_view
from tournaments.rating_lists import store, uploads
from tournaments.views.answers import REFUSED
from tournaments.views.exchange.list_import import told
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
        max_length=uploads.LONGEST_NAME,
        help_text=gettext_lazy(
            "Such as FIDE or DSB; left empty the file tells. It replaces the list of the same name."
        ),
    )


def for_admins(view):
    """Let in who may bring events in: the lists serve the whole site."""

    @login_required
    @wraps(view)
    def answer(request, *arguments, **named):
        if not policy.may(request.user, None, policy.IMPORT):
            return render(request, "tournaments/shared/denied.html", status=403)
        return view(request, *arguments, **named)

    return answer


@for_admins
def rating_lists(request):
    """Show the lists; POST takes a file, deletes a list or stops the reading of one."""
    if request.method != "POST":
        return show(request, UploadForm(label_suffix=""))
    return VERBS.get(request.POST.get("do"), upload)(request)


def show(request, form, status=200):
    view = rating_lists_view()
    return render(request, "tournaments/players/rating_lists.html", {"view": view, "form": form}, status=status)


def upload(request):
    """Keep a file that looks like a list: FIDE's is read at once, of a CSV the columns are shown first."""
    form = UploadForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return show(request, form, REFUSED)
    file, name = form.cleaned_data["file"], form.cleaned_data["name"]
    try:
        key = uploads.store_upload(file, file.name, file.size)
        with uploads.open_upload(key, file.name) as reading:
            is_csv = not reading.is_fide
        if is_csv:
            asked = urlencode({"file": file.name[:120], "name": name})
            return redirect(f"{reverse('rating_list', args=[key])}?{asked}")
        uploads.request_import(key, file.name, name)
    except Refusal as refusal:
        form.add_error("file", told(refusal))
        return show(request, form, REFUSED)
    return redirect("rating_lists")


def delete(request):
    """Delete a list."""
    for each in store.read_lists():
        if each.key == request.POST.get("list"):
            store.delete_list(each)
            messages.success(request, _("The list %(name)s is deleted.") % {"name": each.name})
    return redirect("rating_lists")


def stop(request):
    """Stop the reading of a list; the one before stays."""
    job = uploads.find_newest_job()
    if job is not None:
        uploads.discard_upload(job.payload["key"])
    return redirect("rating_lists")


VERBS = {"delete": delete, "stop": stop}


@for_admins
def rating_list(request, key):
    """Show what the columns of an uploaded CSV mean; POST reads it so, or forgets it."""
    if not KEY.fullmatch(key) or not uploads.upload_path(key).is_file():
        raise Http404
    if request.POST.get("do") == "discard":
        uploads.discard_upload(key)
        return redirect("rating_lists")
    file, name = request.GET.get("file", "")[:120] or "list.csv", request.GET.get("name", "")
    columns = request.POST.getlist("column") if request.method == "POST" else None
    try:
        if columns is not None:
            uploads.request_import(key, file, request.POST.get("name", ""), columns)
            return redirect("rating_lists")
        return columns_of(request, key, file, name)
    except Refusal as refusal:
        return columns_of(request, key, file, request.POST.get("name", ""), columns, sentences.refusal(refusal))


def columns_of(request, key, file, name, columns=None, error=""):
    """Show each column with its title, its first values and the field that it is taken for."""
    with uploads.open_upload(key, file, columns) as reading:
        titles, fields = reading.titles, [*reading.columns, *[""] * len(reading.titles)]
        suggested, samples = uploads.suggest_name(reading), reading.samples(SHOWN)
    parts = [
        (at, title, fields[at], [row[at] for row in samples if at < len(row) and row[at]])
        for at, title in enumerate(titles)
    ]
    context = {"file": file, "name": name or suggested, "columns": parts, "fields": FIELDS.items(), "error": error}
    return render(request, "tournaments/players/rating_list.html", context, status=REFUSED if error else 200)


@require_safe
@for_admins
def rating_lists_state(request):
    """Show how far the reading is; once it has ended, the page is to be loaded anew."""
    view = rating_lists_view()
    if view.coming is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return render(request, "tournaments/players/_rating_list_coming.html", {"coming": view.coming})
