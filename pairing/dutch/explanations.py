"""Why a bracket is paired as it is: the first criterion that a more obvious pairing of it would have broken.

Obvious is that each player of S1 meets the first of S2 who is free, and that those float down who come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing.dutch.bracket import PairedBracket
from pairing.dutch.sequence import Mates, Step
from pairing.dutch.solver import Cost, Pairs
from pairing.rules.boards import Pair, Reason, because, ordered_pair
from pairing.rules.pair_reasons import ALONE
from tiebreaks.refusal import gettext_noop, sentence

MAY_NOT = sentence("dutch-may-not", gettext_noop("{other} would come first for {player}, but they may not meet (C1)."))
KEPT_APART = sentence(
    "dutch-kept-apart",
    gettext_noop("{other} would come first for {player}, but a rule of the event keeps them apart."),
)
COLOURS = sentence(
    "dutch-colours", gettext_noop("{other} would come first for {player}, but both must have the same colour (C3).")
)
REST = sentence(
    "dutch-rest",
    gettext_noop("{other} would come first for {player}, but then the others could not all be paired (C4, C5)."),
)
WORSE = sentence(
    "dutch-worse", gettext_noop("{other} would come first for {player}, but criterion {criterion} speaks against it.")
)
LATER = sentence(
    "dutch-later", gettext_noop("{other} would come first for {player}, but the rules list such a pairing later (4.3).")
)

FLOAT_LAST = sentence(
    "dutch-float-last",
    gettext_noop("{player} stays without an opponent in this bracket: nobody is left below them."),
)
FLOAT_NOBODY = sentence(
    "dutch-float-nobody",
    gettext_noop(
        "{player} stays without an opponent in this bracket: no pairing with any of its players is allowed (C1, C3)."
    ),
)
FLOAT_REST = sentence(
    "dutch-float-rest",
    gettext_noop("{other} comes after {player}, but without {other} the others could not all be paired (C4, C5)."),
)
FLOAT_WORSE = sentence(
    "dutch-float-worse", gettext_noop("{other} comes after {player}, but criterion {criterion} speaks against {other}.")
)
FLOAT_LATER = sentence(
    "dutch-float-later",
    gettext_noop("{other} comes after {player}, but the rules list such a pairing later (article 4)."),
)
NO_BYE = sentence(
    "dutch-bye-had",
    gettext_noop("{other} comes after {player}, but has had the bye or a full point without playing (C2)."),
)
BYE_LOWEST = sentence(
    "dutch-bye-lowest", gettext_noop("{player} has the lowest score ({score}) of those who can have the bye (C5).")
)

MOST_SEARCHED = 50  # pairs of a bracket: each reason costs another search


def explain_pairs(brackets: Iterable[PairedBracket]) -> Iterator[tuple[Pair, Reason]]:
    """Yield each pair of places that is not the first in its order, and why, as far as it is known."""
    for paired in brackets:
        left = paired.search.known if paired.search and len(paired.steps) <= MOST_SEARCHED else None
        for step in paired.steps:
            if step.mate != step.first and (reason := explain_step(paired, step, left)):
                yield ordered_pair(step.place, step.mate), reason
            left = left and left.without(step.place, step.mate)


def explain_step(paired: PairedBracket, step: Step, left: Pairs | None) -> Reason | None:
    """Return why the first of S2 was not taken. `left` are the pairs of the players who were still free in a search."""
    this_round, first = paired.bracket.round, ordered_pair(step.place, step.first)
    who = {"player": this_round.players[step.place].number, "other": this_round.players[step.first].number}
    if not this_round.may_meet(*first):
        return because(KEPT_APART if first in this_round.banned else MAY_NOT, **who)
    if not this_round.is_legal(*first):
        return because(COLOURS, **who)
    if paired.search is None or left is None:
        return because(WORSE, **who, criterion=step.why) if step.why else None
    instead = left.limited(step.place, {first}).best()
    if instead is None:
        return because(REST, **who)
    criterion = find_worse(paired, instead)
    return because(WORSE, **who, criterion=criterion) if criterion else because(LATER, **who)


def explain_floaters(paired: PairedBracket, *, is_last: bool) -> Iterator[tuple[int, list[Reason]]]:
    """Yield the place of each player who floats from a bracket, or has the bye after the last one, and why."""
    for place in paired.floaters:
        player = paired.bracket.round.players[place]
        lowest = [because(BYE_LOWEST, player=player.number, score=str(player.score))] if is_last else []
        reason = explain_floater(paired, place, is_last)
        yield place, [*lowest, *([reason] if reason else [])]


def explain_floater(paired: PairedBracket, place: int, is_last: bool) -> Reason | None:
    """Return why a player floats from a bracket although others below them have an opponent there."""
    this_round, players = paired.bracket.round, paired.bracket.round.players
    members = (*paired.bracket.moved, *paired.bracket.residents)
    if len(members) == 1:
        return because(ALONE, player=players[place].number, wins=str(players[place].score))
    if not any(this_round.is_legal(*ordered_pair(place, other)) for other in members if other != place):
        return because(FLOAT_NOBODY, player=players[place].number)
    other = max(member for member in (place, *members) if member == place or member not in paired.floaters)
    who = {"player": players[place].number, "other": players[other].number}
    if other <= place:
        return because(FLOAT_LAST, player=players[place].number)
    if is_last and players[other].no_bye:
        return because(NO_BYE, **who)
    if paired.search is None or len(paired.steps) > MOST_SEARCHED:
        return None
    instead = exchange_floaters(paired, place, other).best()
    if instead is None:
        return because(FLOAT_REST, **who)
    criterion = find_worse(paired, instead)
    return because(FLOAT_WORSE, **who, criterion=criterion) if criterion else because(FLOAT_LATER, **who)


def exchange_floaters(paired: PairedBracket, place: int, other: int) -> Pairs:
    """Return the pairs in which another player floats instead."""
    assert paired.search is not None
    members = paired.bracket.members
    stays = {pair for pair in paired.search.known.costs if place in pair and members.issuperset(pair)}
    floats = {pair for pair in paired.search.known.costs if other in pair and not members.issuperset(pair)}
    return paired.search.known.limited(place, stays).limited(other, floats)


def find_worse(paired: PairedBracket, instead: Mates) -> str | None:
    """Return the first criterion by which another pairing of everybody it has is worse than the one found."""
    assert paired.search is not None
    found = {place: paired.search.mates[place] for place in instead}
    worse = (name for name, cost in paired.search.criteria if total(cost, instead) > total(cost, found))
    return next(worse, None)


def total(cost: Cost, mates: Mates) -> int:
    """Return what a pairing costs by a criterion."""
    return sum(cost.get(pair, 0) for pair in mates.items())
