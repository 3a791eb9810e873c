"""Events by token: created, and changed in everything that the pages of settings and facts have."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings as django_settings
from django.utils.translation import gettext as _
from ninja import Field, Status
from ninja.orm.fields import get_schema_field
from pydantic import create_model

from tournaments.actions.event import setup
from tournaments.actions.event.final import declare_final, reopen_event
from tournaments.actions.rounds.planning import set_plan
from tournaments.api import answers, bodies, shapes
from tournaments.api.once import once
from tournaments.api.problems import UnfitValue
from tournaments.api.reading import router  # an address has its verbs in one router
from tournaments.api.rights import EventsToken, PairingsToken, SettingsToken, TokenRequest
from tournaments.api.values import Values, whole_event_values
from tournaments.api.writing import actor_of, event_of
from tournaments.domain.disciplines import Discipline
from tournaments.domain.rounds.usual_ways import list_ways, make_plan
from tournaments.forms import event_details, event_settings
from tournaments.forms.new_event import NewEventForm, RoundsForm
from tournaments.models import Event
from tournaments.models.events import COLUMNS
from tournaments.pages.event.setup import read_choice
from tournaments.queries.rounds import plan

TAGS = ["writing"]
ANSWERS = answers.written(shapes.WholeEventShape)
CREATED = {**answers.answers(shapes.WholeEventShape), **answers.BY_TOKEN, 400: answers.Problem}
SETTINGS = [name for group in event_settings.GROUPS for name in group.fields]
DETAILS = [name for group in event_details.GROUPS for name in group.fields]
LINES = ("deputy_arbiters", "links")  # texts of several lines, here lists
OF_BODY = [name for name in (*SETTINGS, *DETAILS) if name not in LINES]


class NewEventIn(bodies.Body):
    """A new event. `way` is how it is played; `boards` are those of a match where teams meet."""

    name: str = Field(min_length=1, max_length=120, pattern=bodies.ONE_LINE)
    discipline: Discipline = Discipline.CHESS
    way: str = Field("", max_length=40, description="swiss, round-robin, new-swiss, german-championship or team-swiss")
    rounds: int = Field(7, ge=1, le=60)
    teams: bool = False
    boards: int | None = Field(None, ge=1, le=20)
    tiebreaks: list[str] = Field([], max_length=30, description="the criteria in their order; the usual ones if empty")
    place: str = Field("", max_length=80, pattern=bodies.ONE_LINE)
    starts_on: str = Field("", max_length=10, description="as 2027-05-23")
    ends_on: str = Field("", max_length=10)
    time_zone: str = Field("", max_length=60)
    dry_run: bool = False


FIELDS: dict[str, Any] = {
    **{name: get_schema_field(COLUMNS[name], optional=True) for name in OF_BODY},
    **{name: (list[str], Field([], max_length=50)) for name in LINES},
    "tiebreaks": (list[str], Field([], max_length=30, description="the criteria in their order")),
    "reason": (str, Field("", max_length=200, pattern=bodies.ONE_LINE, description="where the table may change")),
}
EventIn = create_model("EventIn", __base__=bodies.Body, __module__=bodies.__name__, **FIELDS)


@router.post("/events", response=CREATED, auth=EventsToken(), tags=TAGS)
@once
def create_event(request: TokenRequest, event: NewEventIn) -> Values:
    """Create an event, which only its staff sees for now; the creator of the token owns it."""
    fields = event.model_dump()
    fields = checked(
        NewEventForm(
            {name: fields[name] for name in ("name", "discipline", "place", "starts_on", "ends_on")}
            | {"time_zone": event.time_zone or django_settings.TIME_ZONE}
            | {"of_teams": event.teams, "is_dry_run": event.dry_run}
        )
    ).fields_of_event()
    order = ",".join(event.tiebreaks) or None
    made = setup.set_up_event(actor_of(request), fields, lambda new: read_way(new, event), order)
    return whole_event_values(made)


def read_way(event: Event, body: NewEventIn) -> setup.ChosenWay:
    """Return how a new event is played. Raise Unfit."""
    match = event.read_fields(event_settings.OF_TEAMS if event.of_teams else ())
    usual = list_ways(event.game, of_teams=event.of_teams)[0].key
    asked = {"way": body.way or usual, "rounds": body.rounds} | match
    asked |= {"team_boards": body.boards} if match and body.boards else {}
    form = checked(RoundsForm(asked, event=event, chosen=read_choice(event)))
    way, rounds = form.ways[form.cleaned_data["way"]], form.cleaned_data["rounds"]
    return setup.ChosenWay(make_plan(way, rounds, 0), form.match())


@router.patch("/events/{slug}", response=ANSWERS, auth=SettingsToken(), tags=TAGS)
@once
def edit_event(request: TokenRequest, slug: str, event: EventIn) -> Values:  # type: ignore[valid-type]  # made above
    """Change what the body has of the settings and facts of an event; the same again writes nothing.

    `is_public` shows the event to everybody. A reason is needed where results are in and the table may change.
    """
    stored = event_of(request, slug)
    said: dict[str, Any] = event.model_dump(exclude_unset=True)  # type: ignore[attr-defined]
    said |= {name: "\n".join(said[name]) for name in LINES if name in said}
    reason, order = said.pop("reason", ""), said.pop("tiebreaks", None)
    of_teams = {"of_teams": True} if stored.of_teams else {}
    settings = changed(event_settings.SettingsForm, stored, SETTINGS, said, {"reason": reason} | of_teams)
    details = changed(event_details.EventDetailsForm, stored, DETAILS, said, {})
    setup.change_event(
        stored, settings, details, ",".join(order) if order is not None else None, actor_of(request), reason
    )
    stored.refresh_from_db()
    return whole_event_values(stored)


def changed(
    make: type[event_settings.SettingsForm] | type[event_details.EventDetailsForm],
    event: Event,
    names: Iterable[str],
    said: dict[str, Any],
    more: dict[str, Any],
) -> dict[str, Any]:
    """Return the changes that a page's form makes of what is said. Raise Unfit, also for what can't change."""
    asked = {name: said[name] for name in names if name in said}
    known = event.read_fields(names)
    form = make(known | asked | more, event=event)
    for name in asked:
        if name not in form.fields:
            raise UnfitValue(name, _("This event has no such setting."))
        if form.fields[name].disabled and asked[name] != known[name]:
            raise UnfitValue(name, str(form.fields[name].help_text))
    found: dict[str, Any] = checked(form).changes()
    return found


def checked[Form: forms.BaseForm](form: Form) -> Form:
    """Return a form that is valid. Raise Unfit for the first field that is not."""
    for name, mistakes in form.errors.items():
        raise UnfitValue("" if name == "__all__" else name, str(mistakes[0]))
    return form


@router.put("/events/{slug}/plan", response=ANSWERS, auth=PairingsToken(), tags=TAGS)
@once
def put_plan(request: TokenRequest, slug: str, plan_: bodies.PlanIn) -> Values:
    """Choose a usual plan of the rounds; rounds that are published stay. The same again writes nothing."""
    event = event_of(request, slug)
    return whole_event_values(
        set_plan(event, plan.make_preset_plan(plan_.system, event, plan_.rounds), actor_of(request))
    )


@router.put("/events/{slug}/final", response=answers.GONE, auth=PairingsToken(), tags=TAGS)
@once
def put_final(request: TokenRequest, slug: str) -> Status[None]:
    """Declare a finished event final; the same again writes nothing."""
    declare_final(event_of(request, slug), actor_of(request))
    return Status(204, None)


@router.delete("/events/{slug}/final", response=answers.GONE, auth=PairingsToken(), tags=TAGS)
@once
def remove_final(request: TokenRequest, slug: str, reason: str = bodies.REASON) -> Status[None]:
    """Reopen a final event, which needs a reason."""
    reopen_event(event_of(request, slug), actor_of(request), reason)
    return Status(204, None)
