"""The plan of an event: which rounds use which pairing system."""

from pairing.plan import fitting, stages, usual_plans
from pairing.plan.accelerated import check_acceleration
from pairing.plan.unequal_rounds import check_unequal_rounds
from tiebreaks.facts.size import MOST_ROUNDS
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.rounds.drafts import logged_draft
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import System
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Stage
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import last_drawn_round, last_paired_round


def set_plan(event: Event, wish: stages.Plan, by: Actor) -> Event:
    """Change the plan and the number of rounds of an event; stages of which a round was drawn here stay. Raise Refusal.

    Drafts were drawn by the old plan and are deleted. Until round 1 is paired the system of the event follows. The same
    plan writes nothing.
    """
    with writing(event) as event:
        old = plan.read_plan(event)
        new = stages.check_plan(_fit(event, stages.change_plan(old, wish, last_drawn_round(event))))
        if new == old:
            return event
        stages.check_participants(new, event.of_teams)
        check_acceleration(new, event.first_score)
        check_unequal_rounds(event.round_factors, new, event.of_teams)
        drafts = [logged_draft(draft) for draft in event.drafts.all()]
        event.drafts.all().delete()
        store_plan(event, new)
        if not last_paired_round(event):
            change_settings(event, {"system": find_system(event, new)}, by)
            event.refresh_from_db()
        before = {"plan": stages.to_json(old)} | ({"drafts": drafts} if drafts else {})
        record(event, by, LogAction.PLAN, before=before, after={"plan": stages.to_json(new)})
        return event


def find_system(event: Event, planned: stages.Plan) -> str:
    """Return the system of an event that is played by a plan: a round robin has nothing else; none decides nothing."""
    systems = {stage.system for stage in planned if stage.system != "scheveningen"}
    return System.ROUND_ROBIN if systems == {"round-robin"} else System.SWISS if systems else event.system


def fit_stored_plan(event: Event, by: Actor) -> None:
    """Give a plan that has not begun the rounds that its matches need for those who take part now.

    It runs in the transaction of the caller, who has changed who takes part.
    """
    adapt_stored_plan(event, _fit(event, plan.read_plan(event)), by)


def _fit(event: Event, planned: stages.Plan) -> stages.Plan:
    """Return a plan with the rounds that those who take part need; one that has begun as it is."""
    if last_paired_round(event):
        return planned
    players = participants_of(event).filter(withdrawn_from=None).count()
    return fitting.fit_plan(planned, players or usual_plans.PLAYERS)


def adapt_stored_plan(event: Event, adapted: stages.Plan, by: Actor) -> None:
    """Store the plan with the rounds that its matches turn out to need, in the caller's transaction."""
    old = plan.read_plan(event)
    if adapted not in ((), old) and adapted[-1].last <= MOST_ROUNDS:  # one player too many can be entered
        store_plan(event, adapted)
        facts = ({"plan": stages.to_json(each)} for each in (old, adapted))
        record(event, by, LogAction.PLAN, before=next(facts), after=next(facts))


def store_plan(event: Event, new: stages.Plan) -> None:
    """Replace the rows of a plan, and set the number of rounds."""
    event.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(
            event=event,
            order=order,
            system=stage.system,
            first_round=stage.first,
            last_round=stage.last,
            settings=dict(stage.settings),
        )
        for order, stage in enumerate(new, 1)
    )
    event.planned_rounds = new[-1].last if new else event.planned_rounds
    event.save(update_fields=["planned_rounds"])
