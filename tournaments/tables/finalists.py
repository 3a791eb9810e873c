"""The finalists' round as the hall reads it: who is safe, a candidate or out by the rule, and why, in words."""

from fractions import Fraction
from typing import NamedTuple

from tournaments import wording
from tournaments.figures import figure
from tournaments.models import Event


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
    """Return what was found when the round was drawn; None for a round that no final depends on."""
    round = event.rounds.filter(number=number).first()
    found = (round.proposal or {}).get("finalists") if round else None
    if found is None:
        return None
    names = dict(event.players.values_list("number", "name"))
    lines = {
        n: Player(n, names.get(n, ""), figure(Fraction(half, 2)), figure(spread, signed=True))
        for n, half, spread in found["lines"]
    }
    sets = [
        Standing(title, why, [lines[n] for n in found[key]]) for key, title, why in wording.finalists(found["margin"])
    ]
    games = [f"{names.get(one)} – {names.get(other)}" for one, other in found["pairs"]]
    return FinalistsView(sets, games, [wording.pairing_reason(c, p, names) for c, p in round.proposal["notes"]])
