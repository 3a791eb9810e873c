"""C.04.3, article 1.9: the pairing of a round, bracket by bracket from the top.

What floats down from one bracket is decided there alone; what the brackets below ask for is a cost of it (`below`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, groupby
from typing import Protocol

from pairing.dutch.below import Below
from pairing.dutch.bracket import PairedBracket, pair_bracket
from pairing.dutch.colours import allocate
from pairing.dutch.completion import lowest_bye
from pairing.dutch.criteria import Bracket, Round
from pairing.dutch.engine_files import USUAL, Settings, refuse_round
from pairing.dutch.explanations import explain_floaters, explain_pairs
from pairing.dutch.players import has_been_paired, read_players
from pairing.rules.boards import Board, Bye, Pair, Pairing, ordered_pair
from pairing.rules.history import History, read_history
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour


class Numbered(Protocol):
    """A player, or a team of C.04.6, with its number in the event and its pairing number."""

    @property
    def number(self) -> int: ...

    @property
    def tpn(self) -> int: ...


MOST_EXPLAINED = 100  # in larger rounds only what counting shows; each other explanation costs another search


def pair_round(
    facts: Crosstable,
    absent: Collection[int] = (),
    settings: Settings = USUAL,
    pause: Callable[[], None] = lambda: None,
    must_explain: bool = True,
) -> Pairing:
    """Pair the next round; raise Refusal where no legal pairing exists (1.9.3).

    `pause` is called now and then, and may raise to end it. Unless it must, a round does without reasons.
    """
    past = read_history(facts, absent)
    this_round = read_round(facts, past, settings)
    brackets = list(pair_brackets(this_round, pause, must_explain and this_round.bye <= MOST_EXPLAINED))
    if not brackets:
        raise refuse_round(past, settings)
    why = dict(explain_pairs(brackets)) if must_explain else {}
    pairs = sorted((pair for bracket in brackets for pair in bracket.pairs), key=this_round.order_of_boards)
    boards = []
    for pair in pairs:
        high, low = (this_round.players[place] for place in pair)
        white, black = allocate(high, low, this_round.initial)
        boards.append(Board(white.number, black.number, (why[pair],) if pair in why else ()))
    why_free = dict(explain_floaters(brackets[-1], is_last=True)) if must_explain else {}
    free = [Bye(this_round.players[place].number, tuple(why_free.get(place, ()))) for place in brackets[-1].floaters]
    return Pairing(past.round, tuple(boards), free[0] if free else None)


def read_round(facts: Crosstable, past: History, settings: Settings) -> Round:
    """Return what the criteria need to know of the next round."""
    players = read_players(facts, past, settings)
    initial = Colour.BLACK if (settings.records.initial or find_initial(facts)) == "B" else Colour.WHITE
    apart = keep_apart(players, past, settings)
    banned = find_banned(players, apart, past)
    return Round(players, apart, initial, past.possible, past.round >= facts.rounds, banned)


def find_banned(players: Sequence[Numbered], apart: Sequence[frozenset[int]], past: History) -> frozenset[Pair]:
    """Return, as places, the pairs of `apart` that have not met: rules of the event keep them apart."""
    return frozenset(
        (one, other)
        for one, others in enumerate(apart)
        for other in others
        if one < other and not past.count_meetings(players[one].number, players[other].number)
    )


def keep_apart(players: Sequence[Numbered], past: History, settings: Settings) -> list[frozenset[int]]:
    """Return by place the players whom each one may not meet: earlier opponents (C1), and forbidden pairings."""
    limits, banned = settings.limits, settings.records.forbidden
    place_of = {player.number: place for place, player in enumerate(players)}
    by_start = {player.tpn: player.number for player in players}
    clubs: dict[str, list[int]] = defaultdict(list)
    for player in players:
        clubs[past.entrants[player.number].club].append(player.number)
    mates = (
        pair for club, numbers in clubs.items() if club and limits.clubs_apart for pair in combinations(numbers, 2)
    )
    by_record = {ordered_pair(by_start[i], by_start[j]) for i, j in banned if i in by_start and j in by_start}
    apart: list[set[int]] = [set() for _ in players]
    for one, other in {*past.meetings, *limits.forbidden, *mates, *by_record}:
        if one in place_of and other in place_of:
            is_banned = ordered_pair(one, other) in by_record
            if is_banned or not limits.allow(past, one, other):
                apart[place_of[one]].add(place_of[other])
                apart[place_of[other]].add(place_of[one])
    return [frozenset(each) for each in apart]


def find_initial(facts: Crosstable) -> str:
    """Return the initial-colour that the first round shows, where no record states it; "W" before that."""
    first = facts.up_to(1)
    arrived = (number for number in first.start_order(first.players) if has_been_paired(first, number))
    for place, number in enumerate(arrived, start=1):
        colour = first.games[number][0].colour
        if colour != Colour.NONE:
            return "W" if (colour == Colour.WHITE) == (place % 2 == 1) else "B"
    return "W"


def pair_brackets(
    this_round: Round,
    pause: Callable[[], None] = lambda: None,
    must_explain: bool = True,
    after: tuple[int, Sequence[int]] = (-1, ()),
) -> Iterator[PairedBracket]:
    """Yield the brackets with their pairs from the top; nothing if the round can't be paired.

    `after` goes on below a bracket, given by its place among all, with certain floaters who can be paired there.
    """
    is_possible, byes = lowest_bye(this_round)
    if not is_possible:
        return
    groups = [list(run) for _, run in groupby(range(this_round.bye), key=lambda place: this_round.players[place].score)]
    index, moved = after
    for place, group in enumerate(groups[index + 1 :], start=index + 2):
        following, *lower = groups[place:] or [[]]
        below = Below(this_round, following, [each for rest in lower for each in rest], byes)
        paired = pair_bracket(Bracket(this_round, moved, group, following), below, pause, must_explain)
        yield paired
        moved = paired.floaters
