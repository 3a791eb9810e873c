"""What leaves FIDE's rules. An event of chess players is in FIDE mode until its first departure, and never again."""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from tiebreaks.order.advice import BUCHHOLZ
from tournaments.domain.choices import System
from tournaments.domain.event.log_actions import LogAction


class Departure(models.TextChoices):
    """A departure, in the words that pages and files have for it. The codes are stored and never change."""

    LEFT = "left", _("FIDE mode was left without another reason")
    DRAWS = "draws", _("two draws are worth more than a win and a loss")
    BYE_ABOVE_WIN = "bye-above-win", _("a bye is worth more than a win")
    ODD_BYE = "odd-bye", _("a bye is worth neither 1, ½ nor 0 points")
    UNKNOWN_SWISS = "unknown-swiss", _("a Swiss system that is not in FIDE’s handbook")
    ACCELERATION = "acceleration", _("accelerated rounds other than Baku’s with 1, ½ and 0 points")
    BUCHHOLZ = "buchholz", _("a Buchholz in a round robin")
    POINTS = "points", _("other points for results")
    DECIDED_POINTS = "decided", _("other points for a game")
    ROUND_FACTORS = "round-factors", _("rounds that count otherwise")
    ROUNDS = "rounds", _("another number of rounds")
    SYSTEM = "system", _("another pairing system")
    ORDER = "order", _("another order of the tie-breaks")
    FORBIDDEN_PAIRINGS = "bans", _("other forbidden pairings")


class LeavesFideMode(Exception):
    """Something would leave FIDE mode, and nobody has confirmed that yet."""

    def __init__(self, found: Iterable[Departure]) -> None:
        self.found = tuple(found)
        super().__init__(", ".join(self.found))


class WatchedSettings(NamedTuple):
    """What of an event FIDE's rules are about. `last` is the last round that is paired.

    `is_accelerated` tells whether the plan has accelerated rounds, `by_baku` whether they are those of the handbook.
    """

    win: Decimal
    draw: Decimal
    loss: Decimal
    bye: Decimal
    system: str
    order: str
    last: int
    is_accelerated: bool = False
    by_baku: bool = True
    round_factors: str = ""


type LogValues = Mapping[str, Any]

WATCHED = frozenset(
    {
        *(LogAction.CREATE, LogAction.COPY, LogAction.IMPORT, LogAction.FIDE_LEFT),
        *(LogAction.SETTINGS, LogAction.PLAN, LogAction.TIEBREAKS, LogAction.FORBIDDEN_PAIRING, LogAction.PUBLISH),
        LogAction.DECIDE,
    }
)
WITH_ORDER = {LogAction.COPY, LogAction.IMPORT, LogAction.TIEBREAKS, LogAction.PUBLISH}  # it is chosen last in set-up
OF_POINTS = {f"{name}_points" for name in ("win", "draw", "loss", "forfeit", "bye")}
UNKNOWN_SYSTEMS = {"new-swiss", "king-of-the-hill", "groups", "finalists"}
USUAL = (Decimal(1), Decimal("0.5"), Decimal(0))


def find_departures(action: LogAction, before: LogValues, after: LogValues, now: WatchedSettings) -> list[Departure]:
    """Return how an action, as the log has it, leaves FIDE's rules in an event whose settings are `now` these."""
    old, new = (json.loads(values.get("plan", "[]")) for values in (before, after))
    systems, bye = {stage["system"] for stage in new}, now.bye
    found = {
        Departure.LEFT: action == LogAction.FIDE_LEFT,
        Departure.DRAWS: 2 * now.draw > now.win + now.loss,
        Departure.BYE_ABOVE_WIN: bye > now.win,
        Departure.ODD_BYE: (now.win, now.draw, now.loss) == USUAL and bye < now.win and bye not in USUAL,
        Departure.UNKNOWN_SWISS: bool(systems & UNKNOWN_SYSTEMS),
        Departure.ACCELERATION: now.is_accelerated
        and not (now.by_baku and (now.win, now.draw, now.loss) == USUAL),  # C.04.7
        Departure.DECIDED_POINTS: action == LogAction.DECIDE and has_other_points(before, after),
        Departure.ROUND_FACTORS: bool(now.round_factors),
        Departure.BUCHHOLZ: action in WITH_ORDER and now.system == System.ROUND_ROBIN and has_buchholz(now.order),
    }
    if now.last:
        is_shorter = bool(old and new) and old[-1]["last"] != new[-1]["last"]
        found |= {
            Departure.POINTS: not OF_POINTS.isdisjoint(after),
            Departure.ROUNDS: "planned_rounds" in after or is_shorter,
            Departure.SYSTEM: "system" in after or (bool(old) and list_systems(old) != list_systems(new)),
            Departure.ORDER: action == LogAction.TIEBREAKS,
            Departure.FORBIDDEN_PAIRINGS: action == LogAction.FORBIDDEN_PAIRING,
        }
    return [departure for departure, holds in found.items() if holds]


def has_other_points(before: LogValues, after: LogValues) -> bool:
    """Tell whether a decision gives a game other points than the usual ones."""
    return after.get("decided_points", "") not in ("", before.get("decided_points", ""))


def has_buchholz(order: str) -> bool:
    return any(criterion.partition("/")[0].partition(":")[0] in BUCHHOLZ for criterion in order.split(","))


def list_systems(plan: Iterable[LogValues]) -> list[str]:
    """Return the systems of a plan in their order, those that follow themselves once."""
    systems = [str(stage["system"]) for stage in plan]
    return systems[:1] + [later for earlier, later in pairwise(systems) if later != earlier]
