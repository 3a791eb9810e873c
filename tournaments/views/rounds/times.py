"""The times of the rounds: one by one, or in a row from the first."""

from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.refusal import Refusal
from tournaments.actions.rounds.round_times import set_times
from tournaments.queries import round_times
from tournaments.queries.games import last_paired_round
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences

MOMENT = {"type": "datetime-local", "step": "60"}


class RowForm(forms.Form):
    """Rounds that follow each other."""

    first = forms.DateTimeField(
        label=gettext_lazy("The first one begins"), widget=forms.DateTimeInput(format=round_times.MINUTES, attrs=MOMENT)
    )
    minutes = forms.IntegerField(label=gettext_lazy("Minutes between rounds"), min_value=1, max_value=1440, initial=60)
    a_day = forms.IntegerField(label=gettext_lazy("Rounds a day"), min_value=1, max_value=99, initial=9)


@staff_page("pair")
def times(request, event):
    """Show when the rounds begin; POST stores the plan."""
    if request.method != "POST":
        return show(request, event, texts_of(event))
    if request.POST.get("do") == "fill":
        return fill(request, event)
    texts = {number: request.POST.get(f"round-{number}", "").strip()[:25] for number in numbers(event)}
    return save(request, event, texts)


def numbers(event):
    """Return the rounds that can have a time: the planned ones and those that are published."""
    return range(1, max(event.planned_rounds, last_paired_round(event)) + 1)


def texts_of(event):
    known = round_times.stored(round_times.times(event))
    return {number: known.get(str(number), "") for number in numbers(event)}


def show(request, event, texts, errors=None, form=None):
    """Render the page; `errors` are sentences by the number of the round."""
    errors = errors or {}
    rows = [(number, text, errors.get(number, "")) for number, text in texts.items()]
    form = form or RowForm(label_suffix="", initial={"first": first_moment(event)})
    context = {"event": event, "rows": rows, "form": form, "published": last_paired_round(event)}
    wrong = errors or form.is_bound
    return render(request, "tournaments/rounds/times.html", context, status=REFUSED if wrong else 200)


def first_moment(event):
    """Suggest ten o'clock on the first day."""
    return datetime.combine(event.starts_on, datetime.min.time()) + timedelta(hours=10) if event.starts_on else None


def save(request, event, texts):
    """Store what was typed, unless a moment can't be read or comes before the round before."""
    found, errors = {}, {}
    for number, text in texts.items():
        try:
            if text:
                found[number] = datetime.fromisoformat(text).replace(tzinfo=None, second=0, microsecond=0)
        except ValueError:
            errors[number] = _("This is no moment: write it as 2026-12-31T10:00.")
    if errors:
        return show(request, event, texts, errors)
    try:
        set_times(event, found, actor(request, event))
    except Refusal as refusal:
        return show(request, event, texts, {refusal.params["round"]: sentences.refusal(refusal)})
    messages.success(request, _("The times are saved."))
    return redirect("times", event.slug)


def fill(request, event):
    """Give every round that is not published a time, in a row from the first."""
    form = RowForm(request.POST, label_suffix="")
    if not form.is_valid():
        return show(request, event, texts_of(event), form=form)
    last = last_paired_round(event)
    kept = {number: moment for number, moment in round_times.times(event).items() if number <= last}
    kept = {number: moment.replace(tzinfo=None) for number, moment in kept.items()}
    first = form.cleaned_data["first"].replace(tzinfo=None)
    coming = [number for number in numbers(event) if number > last]
    row = round_times.in_a_row(first, form.cleaned_data["minutes"], coming, form.cleaned_data["a_day"])
    filled = {number: moment.strftime(round_times.MINUTES) for number, moment in (kept | row).items()}
    return save(request, event, dict.fromkeys(numbers(event), "") | filled)
