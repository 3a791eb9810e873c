"""The page that makes copies, dry runs and sections of an event, and erases it."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.event.events import purge_event
from tournaments.actions.event.series import begin_series, change_series, leave_series, new_section
from tournaments.actions.event.setup import copy_event
from tournaments.actions.exchange.event_returns import return_to_copy
from tournaments.models import Series
from tournaments.operation import event_copies
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.once import once
from tournaments.views.posted import posted_line
from tournaments.wording import backups as backups_wording
from tournaments.wording import sentences


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]  # Django takes no parameter here
    class Meta:
        model = Series
        fields = ["name", "place", "starts_on", "ends_on"]
        widgets = {
            name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in ("starts_on", "ends_on")
        }


@require_safe
@staff_page(policy.COPY)
def copies(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show what can be made of an event."""
    return show_copies(request, reader)


def show_copies(request: HttpRequest, reader: Reader, error: str = "", form: SeriesForm | None = None) -> HttpResponse:
    event = reader.event
    context = {"error": error, "may_own": reader.may(policy.OWN)}
    context["may_set_up"] = reader.may(policy.SET_UP)
    if context["may_set_up"]:
        kept = event_copies.list_copies(event.slug)
        context["kept"] = [(copy, backups_wording.event_copy_reason(copy)) for copy in kept]
    if event.series:
        context["form"] = form or SeriesForm(instance=event.series, label_suffix="")
        context["sections"] = event.series.sections.order_by("section", "name")
    return render_event(
        request, reader, "tournaments/event/copies.html", context, status=REFUSED if error or form else 200
    )


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_copies(request, reader, sentences.refusal(refusal))


@once
@staff_form(policy.COPY, refused=refused)
def copies_copy(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Copy the event, with or without its players."""
    name = posted_line(request, "name", 120) or _("%(name)s (copy)") % {"name": reader.event.name}
    with_players = "with_players" in request.POST
    copy = copy_event(reader.event, actor(request, reader), name=name[:120], with_players=with_players)
    messages.success(request, _("The copy is yours, and nobody else sees it."))
    return redirect("setup_ready", copy.slug)


@once
@staff_form(policy.COPY, refused=refused)
def copies_dry_run(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Make a copy to practise with."""
    name = (_("Dry run: %(name)s") % {"name": reader.event.name})[:120]
    copy = copy_event(reader.event, actor(request, reader), name=name, with_players=True, dry_run=True)
    messages.success(request, _("This is a practice copy. Try whatever you like: you can delete it at any time."))
    return redirect("setup_ready", copy.slug)


@staff_form(policy.OWN, refused=refused)
def copies_erase(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Erase a dry run at once, and another event when its name was typed."""
    event = reader.event
    if not event.is_dry_run and posted_line(request, "typed", 120) != event.name:
        return show_copies(request, reader, _("To erase the event, type its name exactly as above."))
    purge_event(event, actor(request, reader))
    messages.success(request, _("%(name)s has been deleted.") % {"name": event.name})
    return redirect("events")


@staff_form(policy.SET_UP, refused=refused)
def copies_restore(request: HttpRequest, reader: Reader) -> str:
    """Replace the event by one of its copies."""
    return_to_copy(
        reader.event, request.POST.get("copy", "")[:200], actor(request, reader), posted_line(request, "reason")
    )
    return _("The event is as it was when the copy was made. A copy of its last state is in the list.")


@staff_form(policy.SET_UP, refused=refused)
def copies_begin_series(request: HttpRequest, reader: Reader) -> str:
    """Put the event on a front page for several sections, as the first one of a new page or beside others."""
    name, section = posted_line(request, "name", 120), posted_line(request, "section", 40)
    begin_series(reader.event, name, section, actor(request, reader))
    return ""


@once
@staff_form(policy.SET_UP, refused=refused)
def copies_add_section(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Add a section to the tournament that this event belongs to."""
    section = new_section(reader.event, posted_line(request, "section", 40), actor(request, reader))
    messages.success(request, _("%(name)s has been created: now import its players.") % {"name": section.name})
    return redirect("players", section.slug)


@staff_form(policy.SET_UP, refused=refused)
def copies_change_series(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Change the front page of the sections."""
    event = reader.event
    form = SeriesForm(request.POST, instance=Series.objects.filter(sections=event).first(), label_suffix="")
    if not form.is_valid():
        return show_copies(request, reader, form=form)
    change_series(event, form.cleaned_data, actor(request, reader))
    return _("The front page has been changed.")


@staff_form(policy.SET_UP, refused=refused)
def copies_leave_series(request: HttpRequest, reader: Reader) -> str:
    """Take the event out of its series."""
    leave_series(reader.event, actor(request, reader))
    return _("The event is no longer part of the front page.")
