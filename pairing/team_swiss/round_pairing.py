"""C.04.6, article 3.3: the pairing of a round. The bye comes first, then bracket after bracket, at last the colours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from pairing import dutch
from pairing.rules.boards import Board, Bye, Pair, Pairing, Reason
from pairing.rules.history import read_history
from pairing.team_swiss.bracket import Paired, pair_bracket
from pairing.team_swiss.bye import can_pair_without, choose_bye
from pairing.team_swiss.colours import allocate
from pairing.team_swiss.criteria import Bracket
from pairing.team_swiss.engine_files import USUAL, Settings, as_dutch
from pairing.team_swiss.explanations import UP, explain_bye, explain_pairs, explain_upfloaters
from pairing.team_swiss.teams import Round, read_round
from tiebreaks.facts.crosstable import Crosstable

MOST_EXPLAINED = 200  # teams; each reason costs another search


class PairedRound(NamedTuple):
    """The place of the team that has the bye, if there is one, and the brackets from the top."""

    bye: int | None
    brackets: list[Paired]


def pair_round(
    facts: Crosstable,
    absent: Collection[int] = (),
    settings: Settings = USUAL,
    pause: Callable[[], None] = lambda: None,
    must_explain: bool = True,
) -> Pairing:
    """Pair the next round of teams; raise Refusal where no legal pairing exists (3.3.3).

    `pause` is called now and then, and may raise to end it. A large round is paired without the reasons.
    """
    past = read_history(facts, absent)
    this_round = read_round(facts, past, settings)
    paired = pair_teams(this_round, pause)
    if paired is None:
        raise dutch.refuse_round(past, as_dutch(settings), of_teams=True)
    must_explain = must_explain and len(this_round.teams) <= MOST_EXPLAINED
    why = dict(explain_meetings(paired)) if must_explain else {}
    pairs = sorted((pair for each in paired.brackets for pair in each.pairs), key=this_round.order_of_boards)
    boards = []
    for pair in pairs:
        white, black, _article = allocate(this_round, *pair)
        boards.append(Board(white.number, black.number, tuple(why.get(pair, ()))))
    if paired.bye is None:
        return Pairing(past.round, tuple(boards))
    bye = Bye(this_round.teams[paired.bye].number, tuple(explain_bye(this_round, paired.bye)))
    return Pairing(past.round, tuple(boards), bye)


def explain_meetings(paired: PairedRound) -> Iterator[tuple[Pair, list[Reason]]]:
    """Yield the upfloaters and pairs that the order alone does not explain, and the reasons."""
    for each in paired.brackets:
        up = {place: reason for place, reason in explain_upfloaters(each) if reason.code != UP}
        why = dict(explain_pairs(each))
        for pair in each.pairs:
            if reasons := [*(up[place] for place in pair if place in up), *why.get(pair, ())]:
                yield pair, reasons


def pair_teams(this_round: Round, pause: Callable[[], None] = lambda: None) -> PairedRound | None:
    """Return the bye and the brackets of a round; None if it can't be paired."""
    bye = choose_bye(this_round, pause) if len(this_round.teams) % 2 else None
    if len(this_round.teams) % 2 and bye is None:
        return None
    if bye is None and not can_pair_without(this_round, None, pause):
        return None
    return PairedRound(bye, list(pair_brackets(this_round, bye, pause)))


def pair_brackets(this_round: Round, bye: int | None, pause: Callable[[], None] = lambda: None) -> Iterator[Paired]:
    """Yield the brackets of a round that can be paired, from the top (3.3.2)."""
    left = [place for place in this_round.places if place != bye]
    groups = [list(run) for _, run in groupby(left, key=lambda place: this_round.teams[place].score)]
    for index, group in enumerate(groups):
        residents = [place for place in group if place in left]
        if not residents:
            continue
        lower = [place for place in left if place > residents[-1]]
        following = frozenset(left).intersection(groups[index + 1] if index + 1 < len(groups) else ())
        paired = pair_bracket(Bracket(this_round, residents, lower, following), pause)
        yield paired
        gone = {place for pair in paired.pairs for place in pair}
        left = [place for place in left if place not in gone]
