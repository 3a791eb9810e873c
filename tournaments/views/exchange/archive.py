"""The archive of an event: one file to take away, to bring in, and to move an event from one server to another."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange import archives
from tournaments.actions.exchange.archives import hand_over_event, resume_event
from tournaments.formats import archive as container
from tournaments.formats.archive_write import export_event
from tournaments.forms.archive import ArchiveForm
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@staff_page("own")
def archive(request, event):
    """Offer the file, and hand the event over, take that back, or put the file of its return in place."""
    if request.method != "POST":
        return show(request, event)
    steps = {"hand-over": hand_over, "go-on-here": go_on_here, "return": bring_back}
    try:
        return steps.get(request.POST.get("do"), show)(request, event)
    except Refusal as refusal:
        return show(request, event, error=place(refusal) + sentences.refusal(refusal))


@require_safe
@staff_page("own")
def archive_file(request, event):
    """Send the file of the event."""
    data = export_event(event)
    name = f"{event.slug}-{event.version}{container.SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/zip", headers=headers)


@login_required
def import_archive(request):
    """Bring an event in out of its file."""
    if not policy.may(request.user, None, "import"):
        return render(request, "tournaments/shared/denied.html", status=403)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return render(request, "tournaments/exchange/import_archive.html", {"form": ArchiveForm()})
    event = take(request, form) if form.is_valid() else None
    if event is None:
        return render(request, "tournaments/exchange/import_archive.html", {"form": form}, status=REFUSED)
    messages.success(request, _("%(name)s is here with its results and its log.") % {"name": event.name})
    return redirect("standings", event.slug)


def take(request, form):
    """Store the event of a valid form; None, with the sentence in the form, where it is refused."""
    file = form.cleaned_data["file"]
    try:
        slug = form.cleaned_data["slug"]
        return archives.import_archive(file.read(), actor(request), file=file.name, slug=slug)
    except Refusal as refusal:
        form.add_error(
            refusal.field if refusal.field in form.fields else "file", place(refusal) + sentences.refusal(refusal)
        )
        return None


def hand_over(request, event):
    hand_over_event(event, words(request, "where"), actor(request, event))
    messages.success(request, _("The event is handed over. Now download its file and import it where it goes on."))
    return redirect("archive", event.slug)


def go_on_here(request, event):
    resume_event(event, actor(request, event), words(request, "reason"))
    messages.success(request, _("The event goes on here."))
    return redirect("archive", event.slug)


def bring_back(request, event):
    """Put the file of a returned event in the place of the copy that is here."""
    form = ArchiveForm({}, request.FILES)
    if not form.is_valid():
        return show(request, event, error=next(iter(form.errors.values()))[0])
    file = form.cleaned_data["file"]
    archives.import_archive(file.read(), actor(request, event), file=file.name, slug=event.slug)
    messages.success(request, _("The event is back, with everything that was entered elsewhere."))
    return redirect("archive", event.slug)


def show(request, event, error=""):
    form = ArchiveForm()
    values = {"event": event, "form": form, "error": error, "line_count": event.log.count()}
    return render(request, "tournaments/exchange/archive.html", values, status=REFUSED if error else 200)


def place(refusal):
    """Say which document and row of the file is meant, "" for what concerns the whole."""
    return (
        f"{refusal.file}: {refusal.field}: "
        if refusal.file and refusal.field not in ("", "file", "slug", "log")
        else ""
    )
