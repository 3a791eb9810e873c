"""Why a round of teams is paired as it is: which article or criterion rules out the teams that come first in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing.dutch.explanations import KEPT_APART, MAY_NOT, total
from pairing.dutch.sequence import Mates
from pairing.dutch.solver import Pairs
from pairing.rules.boards import Pair, Reason, because, ordered_pair
from pairing.team_swiss.bracket import Paired, list_costs
from pairing.team_swiss.criteria import Named
from pairing.team_swiss.teams import Round
from tiebreaks.refusal import gettext_noop, sentence

WORSE = sentence(
    "teams-worse", gettext_noop("{other} would come first for {player}, but criterion {criterion} speaks against it.")
)
REST = sentence(
    "teams-rest",
    gettext_noop("{other} would come first for {player}, but then the others could not all be paired (C1)."),
)
LATER = sentence(
    "teams-later", gettext_noop("{other} would come first for {player}, but such a pairing comes later (3.6.3).")
)
UPPER_REST = sentence(
    "teams-upper-rest",
    gettext_noop(
        "By number {player} belongs to the upper half of the bracket, but then the others could not all be paired (C1)."
    ),
)
UPPER_WORSE = sentence(
    "teams-upper-worse",
    gettext_noop(
        "By number {player} belongs to the upper half of the bracket, but criterion {criterion} speaks against it."
    ),
)
UP = sentence("teams-up", gettext_noop("{player} floats up from score {score}: the next in order (3.5.3)."))
UP_REST = sentence(
    "teams-up-rest",
    gettext_noop("{other} would float up before {player}, but then the others could not all be paired (C1, C3)."),
)
UP_WORSE = sentence(
    "teams-up-worse",
    gettext_noop("{other} would float up before {player}, but criterion {criterion} speaks against it."),
)
BYE = sentence(
    "teams-bye",
    gettext_noop(
        "Of those who can have the bye, {player} has the lowest score ({score}), then the most matches, then the "
        "largest number (3.4)."
    ),
)
BYE_HAD = sentence(
    "teams-bye-had",
    gettext_noop("{other} comes first for the bye, but has had it or won a match without playing (C2)."),
)
BYE_REST = sentence(
    "teams-bye-rest",
    gettext_noop("{other} comes first for the bye, but without {other} the others could not all be paired (3.4.1)."),
)


def explain_bye(this_round: Round, place: int) -> list[Reason]:
    """Return why a team has the bye, and the first who comes before it in the order of 3.4 but does not."""
    teams, own = this_round.teams, this_round.teams[place]
    order = sorted(this_round.places, key=lambda p: (teams[p].score, -teams[p].played, -teams[p].tpn))
    reasons = [because(BYE, player=own.number, score=str(own.score))]
    if (first := order[0]) == place:
        return reasons
    why = BYE_HAD if teams[first].no_bye else BYE_REST
    return [*reasons, because(why, other=teams[first].number)]


def explain_upfloaters(paired: Paired) -> Iterator[tuple[int, Reason]]:
    """Yield the place of each upfloater, and why it floats up instead of the first team passed over before it."""
    bracket, (upfloaters, known, criteria, mates) = paired.bracket, paired.chosen
    teams, start = bracket.round.teams, 0
    for count, place in enumerate(upfloaters):
        index = bracket.lower.index(place)
        passed, start = bracket.lower[start:index], index + 1
        if not passed or known is None:
            yield place, because(UP, player=teams[place].number, score=str(teams[place].score))
            continue
        who = {"player": teams[place].number, "other": teams[passed[0]].number}
        up = {pair for pair in known.costs if pair[0] in bracket.top and pair[1] not in bracket.top}
        instead = known.refined(*(cost for _name, cost in criteria))
        for other in (*upfloaters[:count], passed[0]):
            instead = instead.limited(other, up)
        found = instead.best()
        criterion = found and find_worse(criteria, found, mates)
        yield place, because(UP_WORSE, **who, criterion=criterion) if criterion else because(UP_REST, **who)


def explain_pairs(paired: Paired) -> Iterator[tuple[Pair, list[Reason]]]:
    """Yield each pair (top, bottom) that is not the first in the order of 3.6, and why."""
    this_round, members = paired.bracket.round, paired.by_number
    known = list_costs(paired.bracket, paired.chosen.upfloaters)
    criteria = list(paired.bracket.cost_of_pairs(known.costs))
    mates = {one: other for pair in paired.pairs for one, other in (pair, pair[::-1])}
    halves = dict(_explain_halves(paired, members, known, criteria, mates))
    free = [bottom for _, bottom in sorted(paired.pairs, key=lambda pair: members.index(pair[1]))]
    for top, bottom in paired.pairs:
        reasons = [halves[bottom]] if bottom in halves else []
        if bottom != free[0]:
            who = {"player": this_round.teams[top].number, "other": this_round.teams[free[0]].number}
            pair = ordered_pair(top, free[0])
            if not this_round.may_meet(*pair):
                reasons.append(because(KEPT_APART if pair in this_round.banned else MAY_NOT, **who))
            else:
                instead = known.limited(top, {pair}).best()
                criterion = instead and find_worse(criteria, instead, mates)
                code = REST if instead is None else WORSE if criterion else LATER
                reasons.append(because(code, **who, **({"criterion": criterion} if criterion else {})))
        if reasons:
            yield (top, bottom), reasons
        free.remove(bottom)
        known = known.without(top, bottom)


def _explain_halves(
    paired: Paired, members: Sequence[int], known: Pairs, criteria: Sequence[Named], mates: Mates
) -> Iterator[tuple[int, Reason]]:
    """Yield each team of the upper half that is a bottom member, and why."""
    number = {place: index for index, place in enumerate(members)}
    tops = {top for top, _ in paired.pairs}
    for place in members[: len(members) // 2]:
        is_top = {(i, j) for i, j in known.costs if (number[i] < number[j]) == (i == place)}
        instead = known.limited(place, is_top)
        if place in tops:
            known = instead
            continue
        found, team = instead.best(), paired.bracket.round.teams[place].number
        criterion = found and find_worse(criteria, found, mates)
        yield (
            place,
            because(UPPER_WORSE, player=team, criterion=criterion) if criterion else because(UPPER_REST, player=team),
        )


def find_worse(criteria: Sequence[Named], instead: Mates, mates: Mates) -> str | None:
    """Return the first criterion by which another pairing of everybody it has is worse than the one found."""
    found = {place: mates[place] for place in instead}
    return next((name for name, cost in criteria if total(cost, instead) > total(cost, found)), None)
