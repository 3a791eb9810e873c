"""How far the duels of a stage are: who plays them, who has won, and what comes next.

Everything follows from the draw, the games of the stage and the play-offs, so a corrected result moves whoever hangs on
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.brackets.deciding import TABLE, DuelDecision, DuelFormat, DuelResult, PlayOffKind, decide
from pairing.brackets.draw import Lines
from pairing.brackets.duels import LINE, NOBODY, WINNER, Duel, Seat
from pairing.rules.boards import Pair, ordered_pair

type Player = int | None  # None: not known yet; NOBODY: a bye


class PlayOffGame(NamedTuple):
    """A game of a play-off, a lot or a decision, with its players and who has won it: None for nobody."""

    rule: str
    players: frozenset[int]
    winner: int | None


class Draw(NamedTuple):
    """What is stored about a stage besides its games.

    `lines` has the player of each line by bracket, `play_offs` the games and lots by duel. `replaced` says who took
    over a seat: by duel and the player who would have had it.
    """

    lines: Lines = {}
    play_offs: Mapping[str, tuple[PlayOffGame, ...]] = {}
    replaced: Mapping[tuple[str, int], int] = {}


NOT_DRAWN = Draw()


class Turn(NamedTuple):
    """A game of the stage: its round, and its result seen from the player with the lower number, None while open."""

    round: int
    result: DuelResult | None


class DuelState(NamedTuple):
    """A duel with its players and how far it is. `rounds` are those of its games, `results` those that have one."""

    duel: Duel
    players: tuple[Player, Player]
    rounds: tuple[int, ...] = ()
    results: tuple[DuelResult, ...] = ()
    play_off: tuple[PlayOffKind, ...] = ()
    decision: DuelDecision = DuelDecision()
    format: DuelFormat = DuelFormat()
    better: int = 0  # the seat of the better placed

    @property
    def is_ready(self) -> bool:
        """Return whether both players are known and the duel is not over."""
        return not self.decision.is_over and all(self.players)

    @property
    def is_open(self) -> bool:
        return not self.decision.is_over

    @property
    def has_bye(self) -> bool:
        """Return whether one of its two seats stays empty."""
        return NOBODY in self.players

    @property
    def is_real(self) -> bool:
        """Return whether the duel is one to be played: neither a bye nor a second final that is not needed."""
        return not self.has_bye and not self.is_skipped

    @property
    def is_skipped(self) -> bool:
        """Return whether it is a second final that is not needed."""
        return bool(self.duel.unless) and self.decision.is_over and not self.rounds

    @property
    def winner(self) -> Player:
        """Return the winner, NOBODY if both are out, None while it is open."""
        decision = self.decision
        if not decision.is_over:
            return None
        return NOBODY if decision.winner is None else self.players[decision.winner]

    @property
    def loser(self) -> Player:
        decision = self.decision
        if not decision.is_over:
            return None
        return NOBODY if decision.winner is None else self.players[1 - decision.winner]

    @property
    def out(self) -> tuple[int, ...]:
        """Return the losers of the duel: one of the two, or both if it needed a winner and has none."""
        if not self.decision.is_over or self.is_drawn:
            return ()
        lost = self.players if self.decision.winner is None else (self.loser,)
        return tuple(player for player in lost if player)

    @property
    def is_drawn(self) -> bool:
        """Return whether the duel has no winner and needs none."""
        return self.format.counting == TABLE and self.decision == DuelDecision(is_over=True)

    @property
    def score(self) -> tuple[int, int]:
        """Return the half wins of both: a win counts 2, a draw 1 for each."""
        own = sum(result.half for result in self.results)
        return own, own - sum(result.lead for result in self.results)

    @property
    def has_open_game(self) -> bool:
        """Return whether a published game of it has no result yet."""
        return len(self.rounds) > len(self.results)


def follow(
    duels: Sequence[Duel],
    draw: Draw,
    turns: Mapping[Pair, Sequence[Turn]],
    formats: Mapping[str, DuelFormat],
    places: Mapping[int, int],
    *,
    by_spread: bool = True,
) -> list[DuelState]:
    """Return how far each duel is. `turns` are the games of the stage by pair, in the order of their rounds.

    `places` are those before the stage: the better placed wins where nothing else decides.
    """
    states: dict[str, DuelState] = {}
    used: dict[Pair, int] = {}
    for duel in duels:
        one, other = (_sit(draw, states, duel.key, seat) for seat in duel.seats)
        state = DuelState(duel, (one, other), format=formats[duel.key])
        if NOBODY in state.players:
            known = one if other == NOBODY else other
            over = DuelDecision(None if known == NOBODY else int(one == NOBODY), is_over=known is not None)
            state = state._replace(decision=over)
        elif one and other:
            state = state._replace(better=int(places[other] < places[one]))
            state = _follow_duel(state, states, turns, used, draw.play_offs.get(duel.key, ()), by_spread)
        states[duel.key] = state
    return list(states.values())


def _sit(draw: Draw, states: Mapping[str, DuelState], key: str, seat: Seat) -> Player:
    """Return the player in a seat of a duel."""
    if seat.kind == LINE:
        player: Player = draw.lines[seat.of][seat.place]
    else:
        player = states[seat.of].winner if seat.kind == WINNER else states[seat.of].loser
    return draw.replaced.get((key, player), player) if player else player


def _follow_duel(
    state: DuelState,
    states: Mapping[str, DuelState],
    turns: Mapping[Pair, Sequence[Turn]],
    used: dict[Pair, int],
    stored: Sequence[PlayOffGame],
    by_spread: bool,
) -> DuelState:
    one, other = (player or NOBODY for player in state.players)
    before = states.get(state.duel.unless)
    if before is not None and before.decision.winner == 0:
        return state._replace(decision=DuelDecision(0, is_over=True))  # the unbeaten one has won the first final
    pair = ordered_pair(one, other)
    played, results = [], list[DuelResult]()
    for turn in turns.get(pair, ())[used.get(pair, 0) :]:
        if decide(state.format, results, better=state.better, by_spread=by_spread).open_games == 0:
            break
        played.append(turn.round)
        used[pair] = used.get(pair, 0) + 1
        if turn.result is not None:
            results.append(turn.result if one < other else turn_round(turn.result))
    extra = _find_play_off(stored, one, other) if played else ()
    decision = decide(state.format, results, extra, better=state.better, by_spread=by_spread)
    return state._replace(rounds=tuple(played), results=tuple(results), play_off=extra, decision=decision)


def _find_play_off(stored: Sequence[PlayOffGame], one: int, other: int) -> tuple[PlayOffKind, ...]:
    """Return the play-off of two players; after a correction the duel may have had others."""
    seats = {one: 0, other: 1, None: None}
    return tuple(PlayOffKind(each.rule, seats[each.winner]) for each in stored if each.players == {one, other})


def turn_round(result: DuelResult) -> DuelResult:
    """Return a result as the other player sees it."""
    own = result.half - result.lead
    other = None if result.other_half is None else result.half
    return DuelResult(own, -result.spread, other, -result.boards, -result.berlin)


def find_coming(states: Sequence[DuelState]) -> list[DuelState]:
    """Return the duels of the next round: those of the first turn in which a game is still to come."""
    waiting = [state for state in states if state.is_ready and state.decision.open_games]
    first = min((state.duel.turn for state in waiting), default=0)
    return [state for state in waiting if state.duel.turn == first]


def find_level(states: Sequence[DuelState]) -> list[DuelState]:
    """Return the duels whose games are over but level: a play-off must decide them."""
    return [state for state in states if state.is_ready and state.decision.waits_for]


def find_upset(before: Sequence[DuelState], after: Sequence[DuelState]) -> list[tuple[DuelState, DuelState]]:
    """Return the duels already begun whose players a correction changes, as they were before and after it."""
    both = zip(before, after, strict=True)
    return [(old, new) for old, new in both if old.rounds and set(old.players) != set(new.players)]
