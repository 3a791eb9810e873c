"""The finalists' round as spectators read it: who is safe, a candidate or out by the rule, and why."""

from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.number_format import figure
from tournaments.models import RoundDrawing
from tournaments.queries.rounds.games import has_hidden_results
from tournaments.wording import pairings


class FinalistLine(NamedTuple):
    number: int
    name: str
    wins: str
    spread: str


class Standing(NamedTuple):
    """One of the three sets, with its sentence."""

    title: str
    why: str
    players: list[FinalistLine]


class FinalistsView(NamedTuple):
    sets: list[Standing]
    games: list[str]
    notes: list[str]


def finalists_view(reader: Reader, number: int) -> FinalistsView | None:
    """Return the sets found when a published round was drawn; None for a round without a finalists' rule."""
    drawings = RoundDrawing.objects.filter(round__event=reader.event, round__number=number)
    drawing = drawings.filter(proposal__has_key="finalists").first()
    if drawing is None or drawing.proposal is None:
        return None
    if not reader.is_staff and has_hidden_results(reader.event, number):
        return None  # wins and spreads would reveal what is hidden
    return build_finalists(drawing.proposal, audience.visible_names(reader))


def build_finalists(proposal: dict[str, Any], names: dict[int, str]) -> FinalistsView | None:
    """Return the sets of a proposal, which the draft shows to the arbiter and the round to everybody."""
    stored = proposal.get("finalists")
    if stored is None:
        return None
    lines = {
        n: FinalistLine(n, names.get(n, ""), figure(Fraction(half, 2)), figure(spread, signed=True))
        for n, half, spread in stored["lines"]
    }
    sets = [
        Standing(title, why, [lines[n] for n in stored[key]])
        for key, title, why in pairings.list_finalist_sets(stored["margin"])
    ]
    games = [f"{names.get(one)} – {names.get(other)}" for one, other in stored["pairs"]]
    return FinalistsView(sets, games, [pairings.pairing_reason(c, p, names) for c, p in proposal["notes"]])
