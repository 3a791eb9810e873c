"""The arbiter's page of pairings: the next round's draft, what is published, who comes and goes, the plan."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from pairing.plan.stages import Stage
from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.rounds.planning import set_plan
from tournaments.forms.plan import PlanForm
from tournaments.models import Event, Game
from tournaments.pages.rounds.drawing import drawing_view
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.pages.rounds.swap_effect import SwapEffectView
from tournaments.pages.rounds.unchecked import tell_readable, tell_unchecked
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import plan
from tournaments.queries.snapshot import renew_event
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_number
from tournaments.wording import pairings as pairings_wording


@require_safe
@staff_page(policy.PAIR)
def pairings(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the page. Each of its buttons posts to an address of its own."""
    return show_pairings(request, reader)


def show_pairings(
    request: HttpRequest,
    reader: Reader,
    refusal: Refusal | None = None,
    *,
    plan_form: PlanForm | None = None,
    swap: SwapEffectView | None = None,
) -> HttpResponse:
    """Render the page, with a refusal and the relaxation that it offers, or with a form whose fields are refused.

    `swap` is a change of a published round that waits for its confirmation.
    """
    reader = renew_event(reader)
    event, view = reader.event, pairings_view(reader)
    failure: tuple[str, Mapping[str, Any]] = (refusal.code, refusal.params) if refusal else view.failed or ("", {})
    code, params = failure
    names = dict(participants_of(event).values_list("number", "name")) if code else {}
    context = {
        "view": view,
        "swap": swap,
        "repair": find_repair(event, request.GET.get("repair", "")),
        "plan_form": plan_form or PlanForm(event),
        "presets": pairings_wording.plan_presets(event.of_teams),
        "kinds": pairings_wording.list_absences(plan.read_plan(event)),
        "error": pairings_wording.pairing_reason(code, params, names) if code else "",
        "lacks_reason": code == REASON_NEEDED and request.path.endswith("/publish/"),
        "granted": [f"{one}-{other}" for one, other in params.get("relaxation", ())],
        "granted_bye": params.get("bye") if "relaxation" in params else None,
        "may_show": not event.is_public and not event.is_dry_run and reader.may(policy.CONFIGURE),
        "unchecked": tell_unchecked(reader),
        "readable": tell_readable(reader),
    }
    return render_event(
        request, reader, "tournaments/rounds/pairings.html", context, status=REFUSED if refusal or plan_form else 200
    )


class Repair(NamedTuple):
    """Where a repair begins: the round, and the players of a board."""

    round: int
    white: int
    black: int


def find_repair(event: Event, board: str) -> Repair | None:
    """Return where the repair of a board begins, written as "3-12" in the link of the desk."""
    asked = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,4})", board)
    if asked is None:
        return None
    games = Game.objects.filter(round__event=event, round__number=asked[1], board=asked[2], black__isnull=False)
    found = games.values_list("round__number", "white__number", "black__number").first()
    return Repair(*found) if found else None


@require_safe
@staff_page(policy.PAIR)
def drawing(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show how far a drawing is; once it has ended, the page must be loaded again."""
    progress = drawing_view(reader.event)
    if progress is None:
        return HttpResponseClientRefresh()
    context = {"drawing": progress, "address": request.path}
    return render_event(request, reader, "tournaments/rounds/_drawing.html", context)


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_plan(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Store the plan of the form."""
    form = PlanForm(reader.event, request.POST)
    if not form.is_valid():
        return show_pairings(request, reader, plan_form=form)
    return save_plan(request, reader, form.plan())


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_preset(request: HttpRequest, reader: Reader) -> str:
    """Store one of the usual plans."""
    preset = plan.make_preset_plan(request.POST.get("preset", ""), reader.event, posted_number(request, "rounds"))
    return save_plan(request, reader, preset)


def save_plan(request: HttpRequest, reader: Reader, new_plan: Sequence[Stage]) -> str:
    """Store a plan, and say which drafts are discarded with the old one."""
    event = reader.event
    drafted = list(event.drafts.values_list("number", flat=True))
    set_plan(event, tuple(new_plan), actor(request, reader))
    if drafted and not event.drafts.exists():
        rounds = ", ".join(map(str, drafted))
        sentence = _("The plan is saved. Drafts made by the old plan are discarded: round %(rounds)s.")
        return sentence % {"rounds": rounds}
    return _("The plan is saved.")
