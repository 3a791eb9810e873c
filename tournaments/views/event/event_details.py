"""What an event says about itself: the page on which its staff writes it, its logo, and the public page."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.event import event_details as actions
from tournaments.domain.event.logos import LARGEST_UPLOAD
from tournaments.forms.event_details import EventDetailsForm
from tournaments.models import Logo
from tournaments.pages.event.about import read_about
from tournaments.queries.event.events import reader_for
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.conditional import conditional
from tournaments.wording import sentences

AN_HOUR = 3600


@conditional
def about(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show what the event says about itself."""
    return render_event(request, reader, "tournaments/event/about.html", {"view": read_about(reader.event)})


@require_safe
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the logo of an event; its address has its digest, so that caches may keep it."""
    event = reader_for(request.user, slug).event
    picture = Logo.objects.filter(event=event).first() if event.logo else None
    if picture is None:
        raise Http404
    kept = "public" if event.is_public else "private"
    age = AN_HOUR if request.GET.get("v") == event.logo else 0
    return HttpResponse(
        bytes(picture.data), content_type="image/png", headers={"Cache-Control": f"{kept}, max-age={age}"}
    )


@staff_page("configure")
def event_details(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the facts in groups, and store what was changed."""
    event = reader.event
    form = EventDetailsForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            changed = actions.change_details(event, form.changes(), actor(request, reader), form.cleaned_data["seen"])
        except Refusal as refusal:
            form.add_error(None, sentences.refusal(refusal))
        else:
            messages.success(request, _("The details are saved.") if changed else _("Nothing was changed."))
            return redirect("event_details", event.slug)
    return show_details(request, reader, form, status=REFUSED if form.is_bound else 200)


def show_details(
    request: HttpRequest, reader: Reader, form: EventDetailsForm, error: str = "", status: int = 200
) -> HttpResponse:
    context = {"form": form, "error": error}
    return render_event(request, reader, "tournaments/event/event_details.html", context, status=status)


def refused_logo(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_details(request, reader, EventDetailsForm(event=reader.event), sentences.refusal(refusal), REFUSED)


@staff_form("configure", refused_logo)
def event_logo(request: HttpRequest, reader: Reader) -> str:
    """Store the posted picture as the logo."""
    file = request.FILES.get("logo")
    data = file.read(LARGEST_UPLOAD + 1) if file else b""
    actions.set_logo(reader.event, data, actor(request, reader))
    return _("The logo is saved.")


@staff_form("configure", refused_logo)
def event_no_logo(request: HttpRequest, reader: Reader) -> str:
    """Remove the logo."""
    actions.remove_logo(reader.event, actor(request, reader))
    return _("The logo is removed.")
