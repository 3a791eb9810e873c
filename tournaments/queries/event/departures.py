"""How a change would leave FIDE's rules, or has just left them."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pairing.plan.stages import knows_points
from tournaments.domain.choices import System
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.rounds.fide_mode import WATCHED, Departure, WatchedSettings, find_departures
from tournaments.models import Event
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.rounds.plan import read_plan


def read_watched_settings(event: Event) -> WatchedSettings | None:
    """Return what of an event FIDE's rules are about; None for a pure knock-out, where FIDE mode means nothing."""
    plan = read_plan(event)
    if not knows_points(plan):
        return None
    points = event.win_points, event.draw_points, event.loss_points, event.bye_points
    win, draw, loss, bye = (Decimal(str(each)) for each in points)  # what was just set may be no decimal yet
    system = System.ROUND_ROBIN if {stage.system for stage in plan} == {System.ROUND_ROBIN} else event.system
    fast = [stage.settings["accelerated"] for stage in plan if stage.settings.get("accelerated")]
    by_baku = all(each is True for each in fast)
    last, order = last_paired_round(event), event.tiebreaks
    return WatchedSettings(win, draw, loss, bye, system, order, last, bool(fast), by_baku, event.round_factors)


def find_new_departures(
    event: Event, action: LogAction, before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[Departure]:
    """Return how an action leaves FIDE's rules in the event as it is now, without what it has departed from before."""
    if action not in WATCHED or not event.can_depart or (now := read_watched_settings(event)) is None:
        return []
    known = {each["kind"] for each in event.departures}
    return [each for each in find_departures(action, before, after, now) if each not in known]


def foresee_order(event: Event, order: str) -> list[Departure]:
    """Return how another order of the tie-breaks would leave FIDE mode; nothing where it is left already."""
    if not event.is_in_fide_mode or (now := read_watched_settings(event)) is None:
        return []
    return find_departures(LogAction.TIEBREAKS, {}, {}, now._replace(order=order))
