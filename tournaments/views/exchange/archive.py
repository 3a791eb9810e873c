"""The archive of an event: one file to export, to import, and to move an event from one server to another."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange import archives
from tournaments.actions.exchange.archives import hand_over_event, resume_event
from tournaments.formats import archive as container
from tournaments.formats.archive_write import export_event
from tournaments.forms.archive import ArchiveForm
from tournaments.models import Event
from tournaments.views.access import actor, site_page, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line
from tournaments.wording import sentences


@require_safe
@staff_page(policy.KEEP)
def archive(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Offer the file of the event, and what moves the event to another server and back."""
    return show_archive(request, reader)


@require_safe
@staff_page(policy.KEEP)
def archive_file(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Send the file of the event."""
    event = reader.event
    data = export_event(event)
    name = f"{event.slug}-{event.version}{container.SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/zip", headers=headers)


@site_page(policy.IMPORT)
def import_archive(request: HttpRequest) -> HttpResponse:
    """Import an event from its archive."""
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return render(request, "tournaments/exchange/import_archive.html", {"form": ArchiveForm()})
    event = import_posted(request, form) if form.is_valid() else None
    if event is None:
        return render(request, "tournaments/exchange/import_archive.html", {"form": form}, status=REFUSED)
    messages.success(request, _("%(name)s has been imported with its results and its log.") % {"name": event.name})
    return redirect("standings", event.slug)


def import_posted(request: HttpRequest, form: ArchiveForm) -> Event | None:
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


def show_archive(request: HttpRequest, reader: Reader, error: str = "") -> HttpResponse:
    values = {"form": ArchiveForm(), "error": error, "line_count": reader.event.log.count()}
    return render_event(request, reader, "tournaments/exchange/archive.html", values, status=REFUSED if error else 200)


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_archive(request, reader, place(refusal) + sentences.refusal(refusal))


@staff_form(policy.KEEP, refused=refused)
def archive_hand_over(request: HttpRequest, reader: Reader) -> str:
    """Lock the event here, for it to go on at another server."""
    hand_over_event(reader.event, posted_line(request, "where"), actor(request, reader))
    return _("The event has been handed over. Now download its file and import it on the other server.")


@staff_form(policy.KEEP, refused=refused)
def archive_resume(request: HttpRequest, reader: Reader) -> str:
    """Unlock the event here: the copy elsewhere was lost or never used."""
    resume_event(reader.event, actor(request, reader), posted_line(request, "reason"))
    return _("The event continues here.")


@staff_form(policy.KEEP, refused=refused)
def archive_return(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Replace the locked copy by the file of the returned event."""
    form = ArchiveForm({}, request.FILES)
    if not form.is_valid():
        return show_archive(request, reader, str(next(iter(form.errors.values()))[0]))
    file = form.cleaned_data["file"]
    archives.import_archive(file.read(), actor(request, reader), file=file.name, slug=reader.event.slug)
    return _("The event is back, with everything that was entered elsewhere.")


def place(refusal: Refusal) -> str:
    """Say which document and row of the file a refusal is about, "" for the whole file."""
    return (
        f"{refusal.file}: {refusal.field}: "
        if refusal.file and refusal.field not in ("", "file", "slug", "log")
        else ""
    )
