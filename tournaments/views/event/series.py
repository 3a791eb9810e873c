"""One front page for the sections of a tournament, and the page that makes copies, dry runs and sections."""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.event.events import purge_event
from tournaments.actions.event.series import change_series, create_series, leave_series, new_section
from tournaments.actions.event.setup import copy_event
from tournaments.models import Series
from tournaments.pages.event.event_list import event_cards, listed
from tournaments.queries.events import visible_events
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import dates, sentences


@require_safe
def series(request, slug):
    """Show every section that the visitor may see, with how far it is."""
    found = get_object_or_404(Series, slug=slug)
    cards = event_cards(listed(visible_events(request.user).filter(series=found)))
    if not cards:
        return render(request, "404.html", status=404)
    template = "tournaments/event/_sections.html" if request.htmx else "tournaments/event/series.html"
    context = {"series": found, "cards": cards, "dates": dates.dates(found.starts_on, found.ends_on)}
    return render(request, template, context)


class SeriesForm(forms.ModelForm):
    class Meta:
        model = Series
        fields = ["name", "place", "starts_on", "ends_on"]
        widgets = {
            name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in ("starts_on", "ends_on")
        }


@staff_page("copy")
def copies(request, event):
    """Show what can be made of an event; POST makes it."""
    if request.method != "POST":
        return show(request, event)
    verb = VERBS.get(request.POST.get("do", ""))
    if verb is None:
        return show(request, event)
    try:
        return verb(request, event)
    except Refusal as refusal:
        return show(request, event, sentences.refusal(refusal))


def show(request, event, error="", form=None):
    context = {"event": event, "error": error, "may_own": policy.may(request.user, event, policy.OWN)}
    if event.series:
        context["form"] = form or SeriesForm(instance=event.series, label_suffix="")
        context["sections"] = event.series.sections.order_by("section", "name")
    return render(request, "tournaments/event/copies.html", context, status=REFUSED if error or form else 200)


def copy(request, event):
    """Make a template's copy, with or without players."""
    name = words(request, "name", 120) or _("%(name)s (copy)") % {"name": event.name}
    made = copy_event(event, actor(request, event), name=name[:120], with_players="with_players" in request.POST)
    messages.success(request, _("The copy is yours, and nobody else sees it."))
    return redirect("setup_ready", made.slug)


def practise(request, event):
    """Make a copy to practise with."""
    name = (_("Dry run: %(name)s") % {"name": event.name})[:120]
    made = copy_event(event, actor(request, event), name=name, with_players=True, dry_run=True)
    messages.success(request, _("This is a copy to practise with. Do what you like: it can be thrown away at once."))
    return redirect("setup_ready", made.slug)


def erase(request, event):
    """Erase a dry run at once, and another event when its name was typed."""
    if not event.is_dry_run and words(request, "typed", 120) != event.name:
        return show(request, event, _("Type the name of the event exactly as it stands above to erase it."))
    purge_event(event, actor(request, event))
    messages.success(request, _("%(name)s is gone.") % {"name": event.name})
    return redirect("events")


def begin(request, event):
    create_series(event, words(request, "name", 120), words(request, "section", 40), actor(request, event))
    return redirect("copies", event.slug)


def add_section(request, event):
    made = new_section(event, words(request, "section", 40), actor(request, event))
    messages.success(request, _("%(name)s is made: bring in its players.") % {"name": made.name})
    return redirect("players", made.slug)


def change(request, event):
    form = SeriesForm(request.POST, instance=event.series, label_suffix="")
    if not form.is_valid():
        event.refresh_from_db()
        return show(request, event, form=form)
    change_series(event, form.cleaned_data, actor(request, event))
    messages.success(request, _("The front page is changed."))
    return redirect("copies", event.slug)


def leave(request, event):
    leave_series(event, actor(request, event))
    messages.success(request, _("The event stands alone again."))
    return redirect("copies", event.slug)


VERBS = {
    "copy": copy,
    "practise": practise,
    "erase": erase,
    "begin": begin,
    "section": add_section,
    "series": change,
    "leave": leave,
}
