"""The finalists' round as the hall reads it: who is safe, a candidate or out by the rule, and why, in words."""

from fractions import Fraction
from typing import NamedTuple

from tournaments.access import audience
from tournaments.domain.number_format import figure
from tournaments.models import Event, Game
from tournaments.wording import pairings


class Player(NamedTuple):
    number: int
    name: str
    wins: str
    spread: str


class Standing(NamedTuple):
    """One of the three sets, with its sentence."""

    title: str
    why: str
    players: list[Player]


class FinalistsView(NamedTuple):
    sets: list[Standing]
    games: list[str]
    notes: list[str]


def finalists_view(event: Event, number: int) -> FinalistsView | None:
    """Return what was found when a published round was drawn; None for a round that no final depends on."""
    round = event.rounds.filter(number=number).first()
    if round is None or "finalists" not in (round.proposal or {}):
        return None
    if not event.for_staff and has_hidden_results(event, number):
        return None  # wins and spreads would tell what is hidden
    return build_finalists(round.proposal, audience.visible_names(event))


def has_hidden_results(event: Event, number: int) -> bool:
    """Tell whether the public does not see a result of a round before this one: withheld, or not checked yet."""
    return Game.objects.filter(audience.HIDDEN, round__event=event, round__number__lt=number).exists()


def build_finalists(proposal: dict, names: dict[int, str]) -> FinalistsView | None:
    """Return the sets of a proposal, as the draft shows them to the arbiter and the round to the hall."""
    found = proposal.get("finalists")
    if found is None:
        return None
    lines = {
        n: Player(n, names.get(n, ""), figure(Fraction(half, 2)), figure(spread, signed=True))
        for n, half, spread in found["lines"]
    }
    sets = [
        Standing(title, why, [lines[n] for n in found[key]])
        for key, title, why in pairings.list_finalist_sets(found["margin"])
    ]
    games = [f"{names.get(one)} – {names.get(other)}" for one, other in found["pairs"]]
    return FinalistsView(sets, games, [pairings.pairing_reason(c, p, names) for c, p in proposal["notes"]])
