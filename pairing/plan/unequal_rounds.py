"""Which plans can have rounds that count otherwise than the others."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.plan.accelerated import is_accelerated
from pairing.plan.stages import DUELS, FINALISTS, Stage
from tiebreaks.refusal import Refusal, gettext_noop, sentence

ALIKE = sentence(
    "rounds-alike",
    gettext_noop(
        "All rounds count alike in events of teams, and in events with pools, knock-outs, a finalists’ round or"
        " accelerated rounds."
    ),
)


def check_unequal_rounds(factors: str, plan: Sequence[Stage], of_teams: bool) -> None:
    """Raise Refusal for rounds that count otherwise where matches, or fixed points, go by what a win is worth."""
    if factors and (of_teams or any(each.system in (*DUELS, FINALISTS) or is_accelerated(each) for each in plan)):
        raise Refusal(ALIKE, field="round_factors")
