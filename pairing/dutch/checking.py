"""Pair every round of a finished or running event again, and compare with how it was paired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from pairing.dutch.engine_files import Settings
from pairing.dutch.judging import judge_colours, judge_pairs
from pairing.dutch.round_pairing import find_initial, pair_round, read_round
from pairing.rules.boards import Pair, Pairing, Reason, ordered_pair
from pairing.rules.history import read_history
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.refusal import Refusal

type PairRound = Callable[[Crosstable, Collection[int]], Pairing]
type Judge = Callable[[Crosstable, Collection[int], Collection[Pair]], Reason | None]

PAIRED = frozenset({Kind.PLAYED, Kind.OPEN, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


class Checked(NamedTuple):
    """A round as it was paired and as we pair it: (White, Black), and (player, 0) for the bye.

    A forfeit may have been written without colours, then those of its pair are not compared. `refusal` says why the
    round can't be paired, and `judgement` what makes the other pairing worse; None where only colours differ.
    """

    round: int
    theirs: frozenset[Pair]
    ours: frozenset[Pair]
    refusal: Refusal | None = None
    judgement: Reason | None = None

    @property
    def is_same(self) -> bool:
        """Return whether both are equal."""
        return self.theirs == self.ours and not self.refusal


def check_rounds(facts: Crosstable, settings: Settings, only: Collection[int] = ()) -> Iterator[Checked]:
    """Yield every round that was paired, or `only` some of them, each from the rounds before it."""
    if not settings.records.initial:
        settings = settings._replace(records=settings.records._replace(initial=find_initial(facts)))
    return check_each(
        facts,
        lambda before, absent: pair_round(before, absent, settings, must_explain=False),
        lambda before, absent, boards: judge_boards(before, absent, settings, boards),
        only,
    )


def check_each(facts: Crosstable, pair: PairRound, judge: Judge, only: Collection[int] = ()) -> Iterator[Checked]:
    """Yield every round that was paired, or `only` some, paired again and judged from the rounds before it."""
    for round_number in only or range(1, facts.rounds + 1):
        games = {n: game for n, own in facts.games.items() for game in own if game.round == round_number}
        if any(game.opponent for game in games.values()):
            yield _check(facts, round_number, games, pair, judge)


def _check(facts: Crosstable, round_number: int, games: Mapping[int, Game], pair: PairRound, judge: Judge) -> Checked:
    here = {number for number, game in games.items() if game.kind in PAIRED or game.kind == Kind.PAB}
    first = (number for number in here if _is_named_first(number, games[number]))
    theirs = frozenset((number, games[number].opponent or 0) for number in first)
    colourless = {frozenset(pair) for pair in theirs if pair[1] and games[pair[0]].colour == Colour.NONE}
    before, absent = facts.up_to(round_number - 1), facts.players.keys() - here
    try:
        pairing = pair(before, absent)
    except Refusal as refusal:
        return Checked(round_number, theirs, frozenset(), refusal)
    pairs = [*pairing.pairs, *([(pairing.bye.player, 0)] if pairing.bye else [])]
    ours = frozenset((max(pair), min(pair)) if frozenset(pair) in colourless else pair for pair in pairs)
    if ours == theirs:
        return Checked(round_number, theirs, ours)
    return Checked(round_number, theirs, ours, judgement=judge(before, absent, theirs))


def judge_boards(
    facts: Crosstable,
    absent: Collection[int],
    settings: Settings,
    boards: Collection[Pair],
    *,
    with_colours: bool = False,
) -> Reason | None:
    """Return what makes a whole pairing of the next round worse than ours, None where the pairs are the same.

    `boards` are pairs of numbers, (player, 0) for the bye. With `with_colours`, the first of a pair has White, and None
    says that the colours are right too. Raise Refusal where the round can't be paired.
    """
    past = read_history(facts, absent)
    this_round = read_round(facts, past, settings)
    place_of = {player.number: place for place, player in enumerate(this_round.players)}
    pairs = {ordered_pair(place_of[one], place_of[other]) for one, other in boards if other}
    bye = next((place_of[one] for one, other in boards if not other), None)
    if (judgement := judge_pairs(this_round, pairs, bye)) or not with_colours:
        return judgement
    return judge_colours(this_round, [(place_of[white], place_of[black]) for white, black in boards if black])


def _is_named_first(number: int, game: Game) -> bool:
    """Return whether a player stands for the pair: White, and the higher number where there are no colours."""
    return game.colour == Colour.WHITE or (game.colour == Colour.NONE and number > (game.opponent or 0))
