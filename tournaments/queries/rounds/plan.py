"""The plan of an event between its rows and `pairing.plan.stages`."""

from pairing.plan import fitting, stages, usual_plans
from tiebreaks.refusal import Refusal
from tournaments.models import Event
from tournaments.queries.players.participants import participants_of


def read_plan(event: Event) -> stages.Plan:
    """Return the plan of an event; empty where it has none yet. One query."""
    rows = event.stages.values_list("system", "first_round", "last_round", "settings")
    return tuple(stages.modernize(stages.Stage(*row)) for row in rows)


def make_preset_plan(name: str, event: Event, rounds: int | None) -> stages.Plan:
    """Return a usual plan; its length is the usual one where none is asked for. Raise Refusal."""
    if name in usual_plans.PLANS_BY_FIELD:
        plan = usual_plans.PLANS_BY_FIELD[name]()
    elif name in usual_plans.PLANS:
        plan = usual_plans.PLANS[name](*[rounds] if rounds else [])
    else:
        available = ", ".join((*usual_plans.PLANS, *usual_plans.PLANS_BY_FIELD))
        raise Refusal(stages.UNKNOWN_SYSTEM, field="plan", system=name, known=available)
    return fitting.fit_plan(plan, participants_of(event).count() or usual_plans.PLAYERS)


def find_last_pairing_round(plan: stages.Plan) -> int:
    """Return the last round in which the whole field plays: stages of matches, and what follows them, come after it."""
    ending = stages.join_stages(plan)
    return ending[0].first - 1 if ending else plan[-1].last if plan else 0


def count_pairing_rounds(event: Event, plan: stages.Plan) -> int:
    """Return in how many rounds the whole field plays: by the plan, or by the event where it has none.

    Half-point byes, accelerated rounds and "the last round" of FIDE's rules are counted in these.
    """
    return find_last_pairing_round(plan) or event.planned_rounds
