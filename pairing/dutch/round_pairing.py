"""C.04.3, article 1.9: the pairing of a round, bracket by bracket from the top."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby

from pairing.boards import Board, Bye, Pairing, ordered_pair
from pairing.dutch.bracket import Paired, pair_bracket
from pairing.dutch.colours import allocate
from pairing.dutch.criteria import Bracket, Round
from pairing.dutch.engine_files import USUAL, Settings
from pairing.dutch.explanations import explain_brackets
from pairing.dutch.players import has_been_paired, read_players
from pairing.dutch.solver import Pairs
from pairing.history import History, read_history
from pairing.relaxation import refuse_pairing
from tiebreaks.crosstable import Colour, Crosstable

MOST_EXPLAINED = 100  # each explanation costs another search


def pair_round(
    facts: Crosstable,
    absent: Collection[int] = (),
    settings: Settings = USUAL,
    pause: Callable[[], None] = lambda: None,
) -> Pairing:
    """Pair the next round; raise Refusal where no legal pairing exists (1.9.3).

    `pause` is called now and then, and may raise to end it.
    """
    past = read_history(facts, absent)
    round = read_round(facts, past, settings)
    brackets = list(pair_brackets(round, pause))
    if not brackets:
        raise refuse_pairing(past, past.order, settings.limits, "bottom-up")
    why = dict(explain_brackets(brackets)) if round.bye <= MOST_EXPLAINED else {}
    pairs = sorted((pair for bracket in brackets for pair in bracket.pairs), key=round.order_of_boards)
    boards = []
    for pair in pairs:
        high, low = (round.players[place] for place in pair)
        white, black = allocate(high, low, round.initial)
        boards.append(Board(white.number, black.number, (why[pair],) if pair in why else ()))
    free = [round.players[place].number for place in brackets[-1].floaters]
    return Pairing(past.round, tuple(boards), Bye(free[0]) if free else None)


def read_round(facts: Crosstable, past: History, settings: Settings) -> Round:
    """Return what the criteria need to know of the next round."""
    players = read_players(facts, past, settings)
    banned = settings.records.forbidden

    def may_meet(one: int, other: int) -> bool:
        first, second = players[one].number, players[other].number
        starts = ordered_pair(players[one].tpn, players[other].tpn)
        return starts not in banned and settings.limits.allow(past, first, second)

    initial = Colour.BLACK if (settings.records.initial or find_initial(facts)) == "B" else Colour.WHITE
    return Round(players, may_meet, initial, past.last, past.round >= facts.rounds, facts.scheme)


def find_initial(facts: Crosstable) -> str:
    """Return the initial-colour that the first round shows, where no record states it; "W" before that."""
    first = facts.up_to(1)
    arrived = (number for number in first.start_order(first.players) if has_been_paired(first, number))
    for place, number in enumerate(arrived, start=1):
        colour = first.games[number][0].colour
        if colour != Colour.NONE:
            return "W" if (colour == Colour.WHITE) == (place % 2 == 1) else "B"
    return "W"


def pair_brackets(round: Round, pause: Callable[[], None] = lambda: None) -> Iterator[Paired]:
    """Yield the brackets with their pairs from the top; nothing if the round can't be paired."""
    everybody = range(round.bye + round.bye % 2)
    pairs = Pairs(everybody, dict.fromkeys(round.legal_pairs(), 0), pause)
    mates = pairs.refined(round.cost_of_bye()).best()
    if mates is None:
        return
    bye_score = round.players[mates[round.bye]].score if round.bye % 2 else None
    pairs = pairs.only(lambda i, j: j != round.bye or round.players[i].score == bye_score)  # C5
    groups = [list(run) for _, run in groupby(range(round.bye), key=lambda place: round.players[place].score)]
    moved: list[int] = []
    for group, following in zip(groups, [*groups[1:], []], strict=True):
        reached = bye_score is not None and round.players[group[0]].score <= bye_score
        paired = pair_bracket(Bracket(round, moved, group, following), pairs, reached)
        yield paired
        moved = list(paired.floaters)
        pairs = pairs.without(*(place for pair in paired.pairs for place in pair))
