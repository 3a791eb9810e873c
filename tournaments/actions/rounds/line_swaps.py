"""Swap players or teams on the lines of brackets and pools: later seats follow from the matches."""

from pairing.plan import stages
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.models import Event, Round
from tournaments.queries.rounds import plan

FOLLOWS = sentence(
    "exchange-follows",
    gettext_noop("Earlier matches decide who plays in round {round}: correct a result or replace a player."),
)


def swap_lines(event: Event, its_round: Round, pair: tuple[int, int], *, has_bye: bool) -> None:
    """Swap two on their lines where a round begins a stage of matches. Raise Refusal for its later rounds.

    `has_bye` says that one of them has no opponent. Other rounds have no lines.
    """
    if not stages.find_duels(plan.read_plan(event), its_round.number):
        return
    if not its_round.draw or has_bye:
        raise Refusal(FOLLOWS, field="players", round=its_round.number)
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    lines = its_round.draw["lines"]
    its_round.draw = {
        **its_round.draw,
        "lines": {name: [other.get(n, n) for n in line] for name, line in lines.items()},
    }
    its_round.drawn.save()
