"""A new event in few steps, each saved at once: what and where, the rounds, the players, ready."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pairing.plan.stages import DUELS, Plan
from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.event.configuration import change_settings, set_tiebreaks
from tournaments.actions.event.setup import ChosenWay, choose_way, create_event
from tournaments.domain.rounds.usual_ways import make_plan
from tournaments.forms.new_event import NewEventForm, OrderForm, RoundsForm
from tournaments.pages.event.setup import first_round_view, order_choices, read_choice, setup_view
from tournaments.queries.players.participants import participants_of
from tournaments.views.access import actor, flash_refusal, site_page, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.once import once
from tournaments.wording import sentences


@once
@site_page(policy.CREATE)
def new_event(request: HttpRequest) -> HttpResponse:
    """Ask what is played, where and when, and make the event: nobody else sees it yet."""
    form = NewEventForm(request.POST or None)
    if form.is_valid():
        event = create_event(actor(request), **form.fields_of_event())
        return redirect("setup_rounds", event.slug)
    status = REFUSED if form.is_bound else 200
    return render(request, "tournaments/event/new_event.html", {"form": form, "step": 1}, status=status)


@staff_page(policy.CONFIGURE)
def setup_rounds(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Ask how the event is played and for how many rounds; the order of the tie-breaks follows, or is chosen next."""
    event = reader.event
    form = RoundsForm(request.POST or None, event=event, chosen=read_choice(event))
    if form.is_valid() and (plan := save_rounds(request, reader, form)):
        decided = plan[0].system in DUELS  # where matches alone decide, nothing is left to order
        asked = "order" in request.POST and not decided
        return redirect("setup_order" if asked else "teams" if event.of_teams else "players", event.slug)
    context = {"form": form, "ways": form.ways.values(), "step": 2}
    return render_event(
        request, reader, "tournaments/event/setup_rounds.html", context, status=REFUSED if form.is_bound else 200
    )


def save_rounds(request: HttpRequest, reader: Reader, form: RoundsForm) -> Plan | None:
    """Store the chosen way to play and return its plan; where it is refused the form carries the sentence."""
    way, rounds = form.ways[form.cleaned_data["way"]], form.cleaned_data["rounds"]
    plan = make_plan(way, rounds, participants_of(reader.event).count())
    try:
        choose_way(reader.event, ChosenWay(plan, form.match(), form.leaves_fide_mode), actor(request, reader))
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
        return None
    return plan


@staff_page(policy.CONFIGURE)
def setup_order(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Ask for another order than the usual one where points are equal."""
    event = reader.event
    form = OrderForm(request.POST or None, event=event)
    if form.is_valid() and save_order(request, reader, form):
        return redirect("teams" if event.of_teams else "players", event.slug)
    context = {"form": form, "orders": order_choices(event), "step": 2}
    return render_event(
        request, reader, "tournaments/event/setup_order.html", context, status=REFUSED if form.is_bound else 200
    )


def save_order(request: HttpRequest, reader: Reader, form: OrderForm) -> bool:
    """Store the chosen order; where it is refused the form carries the sentence."""
    event = reader.event
    known = event.game.list_presets(event.system, event.first_score)
    order = next(preset.order for preset in known if preset.key == form.cleaned_data["order"])
    try:
        set_tiebreaks(event, order, actor(request, reader))
    except Refusal as refusal:
        form.add_error(None, sentences.refusal(refusal))
        return False
    return True


@require_safe
@staff_page(policy.CONFIGURE)
def setup_ready(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show what is ready and what is missing."""
    view = setup_view(reader)
    context = {"view": view, "first": first_round_view(reader, has_begun=view.has_begun), "step": 4}
    return render_event(request, reader, "tournaments/event/setup_ready.html", context)


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def setup_show(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the event to everybody."""
    change_settings(reader.event, {"is_public": True}, actor(request, reader))
    messages.success(request, _("The event is public now."))
    origin = request.POST.get("from", "")
    return redirect(origin if origin in ("pairings", "standings") else "setup_ready", reader.event.slug)


@staff_form(policy.CONFIGURE, refused=flash_refusal)
def setup_hide(request: HttpRequest, reader: Reader) -> str:
    """Hide the event from everybody but its staff."""
    change_settings(reader.event, {"is_public": False}, actor(request, reader))
    return _("The event is hidden again.")
