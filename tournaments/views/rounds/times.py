"""The times of the rounds: one by one, or all of them from the first."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds.round_times import set_times
from tournaments.models import Event
from tournaments.queries.rounds import round_times
from tournaments.queries.rounds.games import last_paired_round
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.wording import sentences

MOMENT = {"type": "datetime-local", "step": "60"}

type Texts = dict[int, str]  # what is written in the field of each round


class SequenceForm(forms.Form):
    """Rounds that follow each other at equal distances."""

    first = forms.DateTimeField(
        label=gettext_lazy("First round begins"), widget=forms.DateTimeInput(format=round_times.MINUTES, attrs=MOMENT)
    )
    minutes = forms.IntegerField(label=gettext_lazy("Minutes between rounds"), min_value=1, max_value=1440, initial=60)
    a_day = forms.IntegerField(label=gettext_lazy("Rounds per day"), min_value=1, max_value=99, initial=9)


@staff_page(policy.PAIR)
def times(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show when the rounds begin; POST stores the times."""
    if request.method != "POST":
        return show_times(request, reader, stored_texts(reader.event))
    texts = {number: request.POST.get(f"round-{number}", "").strip()[:25] for number in round_numbers(reader.event)}
    return save_times(request, reader, texts)


@staff_form(policy.PAIR, refused=flash_refusal)
def times_fill(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Give every round that is not published a time, at equal distances from the first."""
    event = reader.event
    form = SequenceForm(request.POST, label_suffix="")
    if not form.is_valid():
        return show_times(request, reader, stored_texts(event), form=form)
    last = last_paired_round(event)
    published = {
        number: moment.replace(tzinfo=None)
        for number, moment in round_times.read_round_times(event).items()
        if number <= last
    }
    first = form.cleaned_data["first"].replace(tzinfo=None)
    coming = [number for number in round_numbers(event) if number > last]
    minutes, a_day = form.cleaned_data["minutes"], form.cleaned_data["a_day"]
    sequence = round_times.make_round_times(first, minutes, coming, a_day, ZoneInfo(event.time_zone))
    texts = {number: moment.strftime(round_times.MINUTES) for number, moment in (published | sequence).items()}
    return save_times(request, reader, dict.fromkeys(round_numbers(event), "") | texts)


def round_numbers(event: Event) -> range:
    """Return the rounds that can have a time: the planned ones and those that are published."""
    return range(1, max(event.planned_rounds, last_paired_round(event)) + 1)


def stored_texts(event: Event) -> Texts:
    """Return the stored time of each round, as its field shows it."""
    stored = round_times.serialize_round_times(round_times.read_round_times(event))
    return {number: stored.get(str(number), "") for number in round_numbers(event)}


def show_times(
    request: HttpRequest,
    reader: Reader,
    texts: Texts,
    errors: Texts | None = None,
    form: SequenceForm | None = None,
) -> HttpResponse:
    """Render the page; `errors` are sentences by the number of the round."""
    errors = errors or {}
    rows = [(number, text, errors.get(number, "")) for number, text in texts.items()]
    form = form or SequenceForm(label_suffix="", initial={"first": first_moment(reader.event)})
    context = {"rows": rows, "form": form, "published": last_paired_round(reader.event)}
    is_refused = errors or form.is_bound
    return render_event(
        request, reader, "tournaments/rounds/times.html", context, status=REFUSED if is_refused else 200
    )


def first_moment(event: Event) -> datetime | None:
    """Suggest ten o'clock on the first day."""
    return datetime.combine(event.starts_on, datetime.min.time()) + timedelta(hours=10) if event.starts_on else None


def save_times(request: HttpRequest, reader: Reader, texts: Texts) -> HttpResponse:
    """Store what was typed, unless a time can't be read or comes before that of an earlier round."""
    moments: dict[int, datetime] = {}
    errors: Texts = {}
    for number, text in texts.items():
        try:
            if text:
                moments[number] = datetime.fromisoformat(text).replace(tzinfo=None, second=0, microsecond=0)
        except ValueError:
            errors[number] = _("This is not a date and time: write it like 2026-12-31T10:00.")
    if errors:
        return show_times(request, reader, texts, errors)
    try:
        set_times(reader.event, moments, actor(request, reader))
    except Refusal as refusal:
        return show_times(request, reader, texts, {int(str(refusal.params["round"])): sentences.refusal(refusal)})
    messages.success(request, _("The times are saved."))
    return redirect("times", reader.event.slug)
