"""Why a player of S1 did not get the first of S2 who was free: the first criterion that this would have broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing.boards import Pair, Reason, because, ordered_pair
from pairing.dutch.bracket import Paired
from pairing.dutch.sequence import Mates, Step
from pairing.dutch.solver import Cost, Pairs
from tiebreaks.refusal import gettext_noop, sentence

MAY_NOT = sentence("dutch-may-not", gettext_noop("For {player}, {other} would come first, but they may not meet (C1)."))
COLOURS = sentence(
    "dutch-colours", gettext_noop("For {player}, {other} would come first, but both must have the same colour (C3).")
)
REST = sentence(
    "dutch-rest",
    gettext_noop("For {player}, {other} would come first, but then the others could not all be paired (C4, C5)."),
)
WORSE = sentence(
    "dutch-worse", gettext_noop("For {player}, {other} would come first, but criterion {criterion} speaks against it.")
)
LATER = sentence(
    "dutch-later", gettext_noop("For {player}, {other} would come first, but such a pairing is generated later (4.3).")
)

MOST_SEARCHED = 50  # pairs of a bracket: each reason costs another search


def explain_brackets(brackets: Iterable[Paired]) -> Iterator[tuple[Pair, Reason]]:
    """Yield each pair of places that is not the first in its order, and why, as far as it is known."""
    for paired in brackets:
        left = paired.search.known if paired.search and len(paired.steps) <= MOST_SEARCHED else None
        for step in paired.steps:
            if step.mate != step.first and (reason := explain_step(paired, step, left)):
                yield ordered_pair(step.place, step.mate), reason
            left = left and left.without(step.place, step.mate)


def explain_step(paired: Paired, step: Step, left: Pairs | None) -> Reason | None:
    """Return why the first of S2 was not taken. `left` are the pairs of everybody who was still free in a search."""
    round, first = paired.bracket.round, ordered_pair(step.place, step.first)
    who = {"player": round.players[step.place].number, "other": round.players[step.first].number}
    if not round.may_meet(*first):
        return because(MAY_NOT, **who)
    if not round.is_legal(*first):
        return because(COLOURS, **who)
    if paired.search is None or left is None:
        return because(WORSE, **who, criterion=step.why) if step.why else None
    instead = left.limited(step.place, {first}).best()
    if instead is None:
        return because(REST, **who)
    found = {place: paired.search.mates[place] for place in left.everybody}
    worse = (name for name, cost in paired.search.criteria if total(cost, instead) > total(cost, found))
    criterion = next(worse, None)
    return because(WORSE, **who, criterion=criterion) if criterion else because(LATER, **who)


def total(cost: Cost, mates: Mates) -> int:
    """Return what a pairing costs by a criterion."""
    return sum(cost.get(pair, 0) for pair in mates.items())
