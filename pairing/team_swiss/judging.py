"""What a pairing of teams costs by C.04.6 beside the right one: where they first differ, and what decides there.

Arbiters bring pairings of other programs: "wrong" alone would convince nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pairing.dutch.judging import KEPT_APART, MAY_NOT, NO_BYE, TURNED
from pairing.dutch.solver import Pairs
from pairing.rules.boards import Pair, Reason, because, ordered_pair
from pairing.rules.history import read_history
from pairing.team_swiss.bracket import Paired
from pairing.team_swiss.bye import choose_bye
from pairing.team_swiss.colours import allocate
from pairing.team_swiss.criteria import Named
from pairing.team_swiss.engine_files import Settings
from pairing.team_swiss.round_pairing import pair_brackets
from pairing.team_swiss.teams import Round, read_round
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import gettext_noop, sentence

WORSE = sentence(
    "judged-teams-worse",
    gettext_noop(
        "In the bracket with score {score}, criterion {criterion} has the value {theirs}; the rules require {ours}."
    ),
)
BYE = sentence("judged-teams-bye", gettext_noop("{player} should have the bye (3.4)."))
LATER_UP = sentence(
    "judged-teams-up",
    gettext_noop(
        "In the bracket with score {score} these teams are possible upfloaters too, but later in the order (3.5.4)."
    ),
)
LATER = sentence(
    "judged-teams-later",
    gettext_noop("In the bracket with score {score} this pairing is as good, but it comes later in the order (3.6.3)."),
)


def judge_boards(
    facts: Crosstable,
    absent: Collection[int],
    settings: Settings,
    boards: Collection[Pair],
    *,
    with_colours: bool = False,
) -> Reason | None:
    """Return what makes a whole pairing of the next round worse than ours, None where the pairs are the same.

    `boards` are pairs of numbers, (team, 0) for the bye. With `with_colours`, the first of a pair has White, and None
    says that the colours are right too.
    """
    this_round = read_round(facts, read_history(facts, absent), settings)
    place_of = {team.number: place for place, team in enumerate(this_round.teams)}
    pairs = {ordered_pair(place_of[one], place_of[other]) for one, other in boards if other}
    bye = next((place_of[one] for one, other in boards if not other), None)
    if (judgement := judge_pairs(this_round, pairs, bye)) or not with_colours:
        return judgement
    return judge_colours(this_round, [(place_of[white], place_of[black]) for white, black in boards if black])


def judge_pairs(this_round: Round, pairs: Collection[Pair], bye: int | None = None) -> Reason | None:
    """Return why a whole pairing of places, the lower one first, is not the right one; None if it is."""
    if broken := next(_find_broken(this_round, pairs, bye), None):
        return broken
    right = choose_bye(this_round) if bye is not None else None
    if right != bye:
        assert right is not None
        return because(BYE, player=this_round.teams[right].number)
    for paired in pair_brackets(this_round, bye):
        theirs = {pair for pair in pairs if not paired.bracket.top.isdisjoint(pair)}
        if theirs != {ordered_pair(*pair) for pair in paired.pairs}:
            return _compare(paired, theirs)
    return None


def _find_broken(this_round: Round, pairs: Iterable[Pair], bye: int | None) -> Iterator[Reason]:
    """Yield what breaks C1 and C2."""
    for one, other in sorted(pairs):
        who = {"player": this_round.teams[one].number, "other": this_round.teams[other].number}
        if (one, other) in this_round.banned:
            yield because(KEPT_APART, **who)
        elif not this_round.may_meet(one, other):
            yield because(MAY_NOT, **who, criterion="C1")
    if bye is not None and this_round.teams[bye].no_bye:
        yield because(NO_BYE, player=this_round.teams[bye].number)


def _compare(paired: Paired, theirs: Collection[Pair]) -> Reason:
    bracket = paired.bracket
    score = str(bracket.round.teams[bracket.residents[0]].score)
    ours = [ordered_pair(*pair) for pair in paired.pairs]
    up = [sorted(place for pair in pairs for place in pair if place not in bracket.top) for pairs in (ours, theirs)]
    if up[0] != up[1]:
        both = [_with_following(paired, pairs, some) for pairs, some in zip((ours, theirs), up, strict=True)]
        known = {pair for pairs in both for pair in pairs}
        return _find_worse(bracket.cost_of_upfloaters(known), both, score) or because(LATER_UP, score=score)
    known = {*ours, *theirs}
    return _find_worse(bracket.cost_of_pairs(known), [ours, theirs], score) or because(LATER, score=score)


def _with_following(paired: Paired, pairs: Collection[Pair], up: Collection[int]) -> list[Pair]:
    """Return the pairs of a bracket, and a pairing of everybody below in which the next scoregroup needs the fewest."""
    bracket = paired.bracket
    rest = [place for place in bracket.lower if place not in up]
    known = Pairs(rest, dict.fromkeys(bracket.legal_pairs(rest), 0))
    mates = known.refined(*(cost for name, cost in bracket.cost_of_choice(known.costs) if name == "C6")).best() or {}
    return [*pairs, *(pair for pair in mates.items() if pair[0] < pair[1])]


def _find_worse(criteria: Iterable[Named], both: Collection[Collection[Pair]], score: str) -> Reason | None:
    for name, cost in criteria:
        ours, theirs = (sum(cost.get(pair, 0) for pair in pairs) for pairs in both)
        if ours != theirs:
            return because(WORSE, score=score, criterion=name, ours=ours, theirs=theirs)
    return None


def judge_colours(this_round: Round, boards: Iterable[Pair]) -> Reason | None:
    """Return the first match, as places of White and Black, whose colours are not those of article 4."""
    for white, black in boards:
        right, other, article = allocate(this_round, white, black)
        if right != this_round.teams[white]:
            return because(TURNED, player=right.number, other=other.number, article=article)
    return None
