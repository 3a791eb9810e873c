"""The settings of an event on one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.event.configuration import change_settings, leave_fide_mode
from tournaments.forms.event_settings import SettingsForm
from tournaments.queries.standings.endings import has_brackets
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line
from tournaments.wording import sentences


@staff_page("configure")
def settings(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the settings in groups, and store what was changed."""
    form = SettingsForm(request.POST or None, event=reader.event)
    if request.method == "POST" and form.is_valid() and save(request, reader, form):
        return redirect("settings", reader.event.slug)
    status = REFUSED if form.is_bound else 200
    can_leave = reader.event.is_in_fide_mode and not has_brackets(reader.event, 1)
    shown = {"form": form, "can_leave_fide_mode": can_leave}
    return render_event(request, reader, "tournaments/event/settings.html", shown, status=status)


def save(request: HttpRequest, reader: Reader, form: SettingsForm) -> bool:
    """Store the changes of a valid form and say so; where they are refused the form carries the sentence."""
    try:
        changed = change_settings(
            reader.event,
            form.changes(),
            actor(request, reader),
            posted_line(request, "reason"),
            seen=form.cleaned_data["seen"],
        )
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
        return False
    messages.success(request, _("The settings are saved.") if changed else _("Nothing was changed."))
    return True


@staff_form("configure", refused=flash_refusal)
def settings_leave_fide(request: HttpRequest, reader: Reader) -> str:
    """Leave FIDE mode for good."""
    leave_fide_mode(reader.event, actor(request, reader))
    return _("The event has left FIDE mode.")
