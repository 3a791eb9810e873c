"""What a pairing costs by C.04.3 beside the right one: the first bracket where they differ, and what decides there.

Arbiters bring pairings of other programs: "wrong" alone would convince nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pairing.dutch.bracket import PairedBracket
from pairing.dutch.colours import allocate, colour_of_higher
from pairing.dutch.completion import lowest_bye
from pairing.dutch.criteria import Bracket, Round
from pairing.dutch.round_pairing import pair_brackets
from pairing.dutch.solver import Cost
from pairing.rules.boards import Pair, Reason, because
from tiebreaks.refusal import gettext_noop, sentence

MAY_NOT = sentence("judged-may-not", gettext_noop("{player} and {other} may not meet ({criterion})."))
KEPT_APART = sentence("judged-kept-apart", gettext_noop("A rule of the event keeps {player} and {other} apart."))
NO_BYE = sentence("judged-no-bye", gettext_noop("{player} may not have the bye (C2)."))
BYE = sentence("judged-bye", gettext_noop("Somebody with fewer points than {player} can have the bye (C5)."))
WORSE = sentence(
    "judged-worse",
    gettext_noop(
        "In the bracket with score {score}, criterion {criterion} has the value {theirs}; the rules require {ours}."
    ),
)
LATER = sentence(
    "judged-later",
    gettext_noop(
        "In the bracket with score {score} both are equally good; the rules list the other first (article 4)."
    ),
)
TURNED = sentence("judged-turned", gettext_noop("{player} should have White against {other} ({article})."))


class BracketShare(NamedTuple):
    """What a pairing makes of a bracket: the pairs in it, and who floats."""

    inside: frozenset[Pair]
    floaters: tuple[int, ...]


def judge_pairs(this_round: Round, pairs: Collection[Pair], bye: int | None = None) -> Reason | None:
    """Return why a whole pairing of places, the lower one first, is not the right one; None if it is.

    The round must be one that can be paired. C4 holds in every whole pairing.
    """
    if broken := next(_find_broken(this_round, pairs, bye), None):
        return broken
    _, byes = lowest_bye(this_round)
    if bye is not None and bye not in byes:
        return because(BYE, player=this_round.players[bye].number)
    ours = list(pair_brackets(this_round, must_explain=False))
    for index, paired in enumerate(ours):
        share = share_of(paired.bracket, pairs)
        if share.inside != frozenset(paired.pairs):
            following = ours[index + 1] if index + 1 < len(ours) else None
            return _compare(this_round, index, paired, following, share, byes)
    return None


def _find_broken(this_round: Round, pairs: Iterable[Pair], bye: int | None) -> Iterator[Reason]:
    """Yield what breaks C1 to C3."""
    for pair in sorted(pairs):
        player, other = (this_round.players[place].number for place in pair)
        if pair in this_round.banned:
            yield because(KEPT_APART, player=player, other=other)
        elif not this_round.is_legal(*pair):
            criterion = "C3" if this_round.may_meet(*pair) else "C1"
            yield because(MAY_NOT, player=player, other=other, criterion=criterion)
    if bye is not None and this_round.players[bye].no_bye:
        yield because(NO_BYE, player=this_round.players[bye].number)


def share_of(bracket: Bracket, pairs: Iterable[Pair]) -> BracketShare:
    """Return what pairs make of a bracket. Two moved-down players who meet have floated on."""
    inside = frozenset(pair for pair in pairs if bracket.members.issuperset(pair) and pair[1] not in bracket.moved)
    paired = {place for pair in inside for place in pair}
    return BracketShare(inside, tuple(sorted(bracket.members - paired)))


def _compare(
    this_round: Round,
    index: int,
    paired: PairedBracket,
    following: PairedBracket | None,
    theirs: BracketShare,
    byes: frozenset[int],
) -> Reason:
    bracket, ours = paired.bracket, BracketShare(frozenset(paired.pairs), tuple(paired.floaters))
    score = str(this_round.players[bracket.residents[0]].score)
    lower = range(bracket.residents[-1] + 1, this_round.bye)
    instead = next(pair_brackets(this_round, must_explain=False, after=(index, theirs.floaters)), None)
    both = _with_following(this_round, ours, following), _with_following(this_round, theirs, instead)
    known = sorted({*both[0], *both[1]})
    counts = [(name, *_totals(cost, both)) for name, cost in bracket.cost_of_floats(known)]
    if byes and byes.isdisjoint(lower) and len(ours.floaters) == len(theirs.floaters) == 1:  # the note to C9
        own, other = (this_round.players[each.floaters[0]].unplayed for each in (ours, theirs))
        counts.append(("C9", own, other))
    counts += [(name, *_totals(cost, both)) for name, cost in bracket.cost_of_quality(known)]
    worse = next(((name, own, other) for name, own, other in counts if own != other), None)
    if worse is None:
        return because(LATER, score=score)
    return because(WORSE, score=score, criterion=worse[0], ours=worse[1], theirs=worse[2])


def _with_following(this_round: Round, share: BracketShare, following: PairedBracket | None) -> list[Pair]:
    """Return the pairs inside, and those of the following bracket; its floaters are paired with the bye."""
    if following is None:
        return [*share.inside, *((place, this_round.bye) for place in share.floaters)]
    return [*share.inside, *following.pairs, *((place, this_round.bye) for place in following.floaters)]


def _totals(cost: Cost, both: tuple[list[Pair], list[Pair]]) -> tuple[int, int]:
    ours, theirs = (sum(cost.get(pair, 0) for pair in pairs) for pairs in both)
    return ours, theirs


def judge_colours(this_round: Round, boards: Iterable[Pair]) -> Reason | None:
    """Return the first board, as places of White and Black, whose colours are not those of article 5."""
    for white, black in boards:
        high, low = (this_round.players[place] for place in sorted((white, black)))
        right, other = allocate(high, low, this_round.initial)
        if right != this_round.players[white]:
            _, article = colour_of_higher(high, low, this_round.initial)
            return because(TURNED, player=right.number, other=other.number, article=article)
    return None
