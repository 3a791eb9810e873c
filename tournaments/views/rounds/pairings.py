"""The arbiter's page of pairings: the plan, the next round's draft, what is published, and who comes and goes.

Every button posts to this one page and names what it does.
"""

import re

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.players.participation import reinstate_participant, set_absence, withdraw_participant
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.drafts import cancel_drawing, change_draft, discard_draft, draw_round
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publication import publish_round, unpublish_round
from tournaments.actions.rounds.repairs import exchange_seats
from tournaments.actions.rounds.starting import start_round
from tournaments.domain.results import REQUESTED
from tournaments.forms.plan import PlanForm
from tournaments.pages.rounds.drawing import drawing_view
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.queries import plan
from tournaments.queries.participants import participants_of
from tournaments.scheduling.next_round import Wishes
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import pairings as pairings_wording


@staff_page("pair")
def pairings(request, event):
    """Show the page; POST does what its button says."""
    if request.method != "POST":
        return show(request, event)
    try:
        said = act(request, event)
    except Refusal as refusal:
        return show(request, event, refusal)
    except Unfit as unfit:
        return show(request, event, plan_form=unfit.form)
    messages.success(request, said)
    return redirect("pairings", event.slug)


class Unfit(Exception):
    """A form was refused; its fields say why."""

    def __init__(self, form):
        super().__init__()
        self.form = form


def show(request, event, refusal=None, plan_form=None):
    """Render the page, with a refusal and the relaxation that it offers, or with a form whose fields are refused."""
    event.refresh_from_db()
    view = pairings_view(event)
    code, params = (refusal.code, refusal.params) if refusal else view.failed or ("", {})
    names = dict(participants_of(event).values_list("number", "name")) if code else {}
    context = {
        "event": event,
        "view": view,
        "plan_form": plan_form or PlanForm(event),
        "presets": pairings_wording.plan_presets(event.of_teams),
        "kinds": [(kind.value, kind.label) for kind in REQUESTED],
        "error": pairings_wording.pairing_reason(code, params, names) if code else "",
        "granted": [f"{one}-{other}" for one, other in params.get("relaxation", ())],
        "granted_bye": params.get("bye") if "relaxation" in params else None,
        "may_configure": policy.may(request.user, event, policy.CONFIGURE),
    }
    return render(request, "tournaments/rounds/pairings.html", context, status=REFUSED if refusal or plan_form else 200)


def act(request, event) -> str:
    """Do what the pressed button says, and return what is said about it. Raise Refusal."""
    verb, _colon, what = request.POST.get("do", "").partition(":")
    return VERBS.get(verb, change)(request, event, what)


def save_plan(request, event, what):
    if what:
        wish = plan.preset_plan(what, event, number(request, "rounds"))
    else:
        form = PlanForm(event, request.POST)
        if not form.is_valid():
            raise Unfit(form)
        wish = form.plan()
    drafted = list(event.drafts.values_list("number", flat=True))
    set_plan(event, wish, actor(request, event))
    if drafted and not event.drafts.exists():
        rounds = ", ".join(map(str, drafted))
        return _("The plan is saved. What was drafted by the old one is discarded: round %(rounds)s.") % {
            "rounds": rounds
        }
    return _("The plan is saved.")


def draw(request, event, what):
    """Draw with the wishes of the draft there is; `confirm` adds the offered relaxation, `byes` keeps who is free."""
    draft = event.drafts.first()
    wishes = Wishes.stored(draft.wishes) if draft else Wishes()
    if what == "byes" and draft and draft.byes:
        wishes = wishes._replace(bye=draft.byes[0]["player"])
    if what == "confirm":
        pairs = [tuple(map(int, pair.split("-"))) for pair in request.POST.getlist("granted") if is_pair(pair)]
        wishes = wishes._replace(
            granted=tuple(sorted({*wishes.granted, *pairs})), bye=number(request, "bye") or wishes.bye
        )
    if draw_round(event, wishes, actor(request, event)):
        return _("The draft is ready. Nobody else sees it.")
    return _("The round is being drawn. You can leave this page meanwhile.")


@require_safe
@staff_page("pair")
def drawing(request, event):
    """Show how far a drawing is; once it has ended, the page is to be loaded anew."""
    found = drawing_view(event)
    if found is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return render(request, "tournaments/rounds/_drawing.html", {"event": event, "drawing": found})


def cancel(request, event, what):
    cancel_drawing(event, actor(request, event))
    return _("The drawing is cancelled.")


def begin(request, event, what):
    round = start_round(event, number(request, "round") or 0, actor(request, event))
    return _("Round %(number)d has started.") % {"number": round.number}


def is_pair(text) -> bool:
    return re.fullmatch(r"[0-9]{1,4}-[0-9]{1,4}", text) is not None


def change(request, event, what):
    verb = request.POST.get("do", "")
    revision, round = number(request, "revision") or 0, number(request, "round") or 0
    change_draft(event, round, revision, verb, chosen(request), actor(request, event))
    if verb == "swap":
        return _("The draft is changed.")
    return _("Noted: the next drawing keeps to it.")


def discard(request, event, what):
    discard_draft(event, actor(request, event))
    return _("The draft is discarded.")


def publish(request, event, what):
    seen = [text.split("-") for text in request.POST.getlist("seen") if is_pair(text)]
    revisions = {int(round): int(revision) for round, revision in seen}
    rounds = publish_round(event, revisions, actor(request, event), reason(request))
    return _("Published: %(rounds)s.") % {
        "rounds": ", ".join(_("round %(number)d") % {"number": r.number} for r in rounds)
    }


def take_back(request, event, what):
    unpublish_round(event, number(request, "round") or 0, actor(request, event), reason(request))
    return _("The round is a draft again.")


def repair(request, event, what):
    players = (number(request, "player") or 0, number(request, "other") or 0)
    exchange_seats(event, number(request, "round") or 0, players, actor(request, event), reason(request))
    return _("The two have changed places.")


def withdraw(request, event, what):
    of_teams = event.of_teams
    still_open = withdraw_participant(
        event, number(request, "player") or 0, actor(request, event), reason(request), of_teams=of_teams
    )
    return pairings_wording.withdrawn(still_open, of_teams)


def come_back(request, event, what):
    of_teams = event.of_teams
    reinstate_participant(
        event, number(request, "player") or 0, actor(request, event), reason(request), of_teams=of_teams
    )
    return _("The team is paired again.") if of_teams else _("The player is paired again.")


def absence(request, event, what):
    kind, round = request.POST.get("kind", "")[:1], number(request, "round") or 0
    who, of_teams = number(request, "player") or 0, event.of_teams
    set_absence(event, who, round, kind, actor(request, event), of_teams=of_teams)
    return _("The absence is noted.")


def late(request, event, what):
    texts = {"name": words(request, "name", 80), "club": words(request, "club", 60)}
    fields = texts | {"rating": number(request, "rating")}
    player = add_player(event, fields, actor(request, event))
    return _("%(name)s takes part with the number %(number)d.") % {"name": player.name, "number": player.number}


VERBS = {
    "plan": save_plan,
    "draw": draw,
    "cancel": cancel,
    "discard": discard,
    "begin": begin,
    "publish": publish,
    "take-back": take_back,
    "repair": repair,
    "withdraw": withdraw,
    "return": come_back,
    "absence": absence,
    "late": late,
}


def number(request, field) -> int | None:
    """Return a field as a number of at most four digits, None for anything else."""
    text = request.POST.get(field, "").strip()
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def chosen(request) -> list[int]:
    return [int(text) for text in request.POST.getlist("player") if re.fullmatch(r"[0-9]{1,4}", text)]


def reason(request) -> str:
    return words(request, "reason")
