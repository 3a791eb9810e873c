"""A stage of duels between the facts of an event and its brackets: how far it is, and its next round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import count, takewhile

from pairing.brackets import places
from pairing.brackets.course import Draw, DuelState, Turn, find_coming, find_level, follow
from pairing.brackets.deciding import DuelResult, rules_of_teams
from pairing.brackets.draw import NOBODY_APART, PLACES, Lines
from pairing.brackets.duels import NOBODY, Duel
from pairing.brackets.elimination import name_bracket
from pairing.brackets.outlook import settle
from pairing.brackets.places import Span
from pairing.brackets.settings import duel_settings
from pairing.plan.stages import POOLS, Stage
from pairing.rules.boards import Board, Pair, Pairing, Reason, because, ordered_pair, write_pairs
from pairing.rules.firsts import seat_pair
from pairing.rules.history import History
from tiebreaks.criteria.berlin import berlin_points
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game, Kind
from tiebreaks.facts.team_crosstable import in_score
from tiebreaks.facts.teams import TeamEvent
from tiebreaks.refusal import Refusal, gettext_noop, sentence

MATCH_POINTS = "MP"

FOR_PLACES = sentence("final-match", gettext_noop("Game {game} of at most {games} for places {place} and {next}."))
SEMI_FINAL = sentence(
    "match-semi-final", gettext_noop("Semi-final for places {place} to {next}, game {game} of at most {games}.")
)
QUARTER_FINAL = sentence(
    "match-quarter-final", gettext_noop("Quarter-final for places {place} to {next}, game {game} of at most {games}.")
)
EARLIER = sentence(
    "match-earlier", gettext_noop("Round of {field} for places {place} to {next}, game {game} of at most {games}.")
)
ROUND_OF_16 = sentence(
    "match-round-of-16", gettext_noop("Round of 16 for places {place} to {next}, game {game} of at most {games}.")
)
BY_FIELD = {2: FOR_PLACES, 4: SEMI_FINAL, 8: QUARTER_FINAL, 16: ROUND_OF_16}
ONE_GAME = sentence("final-game", gettext_noop("Match for places {place} and {next}."))
ONE_SEMI_FINAL = sentence("game-semi-final", gettext_noop("Semi-final for places {place} to {next}."))
ONE_QUARTER_FINAL = sentence("game-quarter-final", gettext_noop("Quarter-final for places {place} to {next}."))
ONE_ROUND_OF_16 = sentence("game-round-of-16", gettext_noop("Round of 16 for places {place} to {next}."))
ONE_EARLIER = sentence("game-earlier", gettext_noop("Round of {field} for places {place} to {next}."))
OF_ONE_GAME = {2: ONE_GAME, 4: ONE_SEMI_FINAL, 8: ONE_QUARTER_FINAL, 16: ONE_ROUND_OF_16}
CADRAGE = sentence(
    "match-cadrage", gettext_noop("Cadrage for places {place} to {next}, game {game} of at most {games}.")
)
ONE_CADRAGE = sentence("game-cadrage", gettext_noop("Cadrage for places {place} to {next}."))
LEVEL = sentence("matches-level", gettext_noop("These matches are level, and a play-off has to decide them: {pairs}."))
NO_LOTS = sentence("draw-no-seed", gettext_noop("The draw of a bracket needs a seed."))
TOO_FEW = sentence("bracket-too-few", gettext_noop("A bracket needs at least two players; present: {count}."))
TOO_FEW_FOR_POOLS = sentence("pools-too-few", gettext_noop("Pools need at least three players; present: {count}."))


class Course:
    """A stage of duels that has been drawn: its duels, and which places they decide."""

    def __init__(self, facts: Crosstable, stage: Stage, draw: Draw, order: Sequence[int]) -> None:
        """Follow the stage as it was drawn. `order` has the players in the order of the table before it."""
        self.stage, self.draw, self.facts = stage, draw, facts
        self.settings = duel_settings(stage)
        self.order = {player: place for place, player in enumerate(order)}
        self.by_spread = facts.game.has_scores
        parts = [len(line) for line in sort_lines(draw.lines).values()]
        self.duels = self.settings.plan(parts, draw.lines)
        formats = self.settings.formats(self.duels, parts)
        if facts.team_event:
            formats = {key: form._replace(rules=rules_of_teams(form.rules)) for key, form in formats.items()}
        self.turns = list_turns(facts, stage)
        self.states: list[DuelState] = follow(
            self.duels, draw, self.turns, formats, self.order, by_spread=self.by_spread
        )

    @cached_property
    def ends(self) -> places.Ends:
        return places.Ends(self.duels, self.draw.lines)

    @cached_property
    def spans(self) -> dict[int, Span]:
        """Return the places that each player of the stage can still reach by winning and losing."""
        return places.find_spans(self.ends, self.states, self.draw.replaced)

    @cached_property
    def sure_spans(self) -> dict[int, Span]:
        """Return the places that each player can still reach, given that a draw is enough for some."""
        return places.find_spans(self.ends, settle(self.states, self.by_spread), self.draw.replaced)

    @cached_property
    def by_key(self) -> dict[str, DuelState]:
        return {state.duel.key: state for state in self.states}

    @property
    def strays(self) -> list[tuple[int, Pair]]:
        """Return the games that no longer belong to a duel after a correction, each with its round."""
        used = {(round_number, frozenset(state.players)) for state in self.states for round_number in state.rounds}
        games = ((turn.round, pair) for pair, turns in self.turns.items() for turn in turns)
        return sorted(
            (round_number, pair) for round_number, pair in games if (round_number, frozenset(pair)) not in used
        )

    def find_replaced(self, key: str, player: int) -> int:
        """Return the player who first had a seat in a duel: another one if its player is a substitute."""
        seats = {(duel, substitute): gone for (duel, gone), substitute in self.draw.replaced.items()}
        return seats.get((key, player), player)

    def find_next(self, duel: Duel, kind: str) -> DuelState | None:
        """Return the duel in which the winner, or the loser, of another one plays on; None for nowhere."""
        seats = ((state, seat) for state in self.states for seat in state.duel.seats)
        return next((state for state, seat in seats if (seat.of, seat.kind) == (duel.key, kind)), None)

    def scores(self, state: DuelState) -> tuple[int, int] | None:
        """Return the scores of the last game of a duel, its first player's first; None where it has none."""
        games = self.facts.games[state.players[0] or NOBODY] if state.results else ()
        for game in games:
            if game.round == state.rounds[len(state.results) - 1] and game.own_score is not None:
                return game.own_score, game.opponent_score or 0
        return None

    def explain_game(self, state: DuelState) -> Reason:
        """Say which duel the next game of it belongs to."""
        span = self.ends.of_duel(state.duel)
        last = span.last if state.duel.field == 2 else min(span.best + state.duel.field - 1, self.ends.players)
        known, other = (OF_ONE_GAME, ONE_EARLIER) if state.format.games == 1 else (BY_FIELD, EARLIER)
        code = known.get(state.duel.field, other)
        if self.ends.is_cadrage(state.duel):
            code = ONE_CADRAGE if state.format.games == 1 else CADRAGE
        field = {} if code != other else {"field": state.duel.field}
        game = {"game": len(state.results) + 1, "games": state.format.games} if state.format.games > 1 else {}
        return because(code, **field, place=span.best, next=last, **game)

    @property
    def playing(self) -> frozenset[int]:
        """Return the players who still have a duel to play."""
        return frozenset(player for state in self.states if state.is_open for player in state.players if player)

    @property
    def is_over(self) -> bool:
        return not any(state.is_open for state in self.states)

    def find_free(self, round_number: int) -> list[int]:
        """Return the players who have a bye while others play a round: they advance without a game."""
        turns = {state.duel.turn for state in self.states if round_number in state.rounds}
        return [p for s in self.states if s.duel.turn in turns and s.has_bye for p in s.players if p]

    def table(self, before: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return (place, number) of the whole event, from the table before the stage."""
        return places.rank_all(places.rank_stage(self.standing, self.order), before)

    @property
    def standing(self) -> Mapping[int, Span]:
        """Return the place of each player in the table of the event: the best that they can still reach."""
        return self.spans


def sort_lines(lines: Lines) -> Lines:
    """Return the lines in the order of their brackets, whatever order they were stored in."""
    return {name: tuple(lines[name]) for name in takewhile(lines.__contains__, map(name_bracket, count()))}


def list_turns(facts: Crosstable, stage: Stage) -> dict[Pair, list[Turn]]:
    """Return the games of a stage by pair, each seen from the player with the lower number; of teams, the duels."""
    turns: dict[Pair, list[Turn]] = defaultdict(list)
    facts = in_score(facts, MATCH_POINTS) if facts.team_event else facts
    for one, games in facts.games.items():
        for game in games:
            if game.round in stage.rounds and game.opponent is not None and one < game.opponent:
                against = next(other for other in facts.games[game.opponent] if other.round == game.round)
                result = None if game.kind == Kind.OPEN else make_result(game, against, facts.scheme.win)
                if result and facts.team_event:
                    result = with_boards(result, facts.team_event, (one, game.opponent), game.round)
                turns[ordered_pair(one, game.opponent)].append(Turn(game.round, result))
    for own in turns.values():
        own.sort(key=lambda turn: turn.round)
    return turns


def make_result(game: Game, against: Game, win: Decimal) -> DuelResult:
    """Return a game as its first player sees it, whatever a win is worth."""
    own, other = int(2 * game.points / win), int(2 * against.points / win)
    spread = (game.own_score or 0) - (game.opponent_score or 0)
    return DuelResult(own, spread, None if own + other == 2 else other)


def with_boards(result: DuelResult, event: TeamEvent, pair: Pair, round_number: int) -> DuelResult:
    """Return a match of teams with the leads of its boards."""
    own, other = (next(match for match in event.matches[team] if match.round == round_number) for team in pair)
    lead = own.game_points - other.game_points
    berlin = berlin_points(event.scheme, own) - berlin_points(event.scheme, other)
    return result._replace(boards=int(2 * lead), berlin=int(2 * berlin))


def read_lines(facts: Crosstable, stage: Stage) -> Lines:
    """Return the lines of a stage for which none were stored: of finals of two, from the boards of its first round."""
    seats = [
        (game.board or 0, number)
        for number, games in facts.games.items()
        for game in games
        if game.round == stage.first and game.opponent
    ]
    players = [number for _board, number in sorted(seats)]
    pairs = list(zip(players[::2], players[1::2], strict=True)) if stage.get("entrants") == 2 else []
    return {name_bracket(place): pair for place, pair in enumerate(pairs)}


def is_drawn(facts: Crosstable, stage: Stage) -> bool:
    """Tell whether a pair of the first round of a stage is published."""
    return any(g.round == stage.first and g.opponent for games in facts.games.values() for g in games)


def draw_stage(
    stage: Stage, history: History, lots: int | None, clubs: Mapping[int, object], pools: Mapping[int, object]
) -> Lines:
    """Return the lines of a stage for the players of a history, in its order. Raise Refusal.

    Who has come from the same of the `pools` before is always kept apart, who is of one club if the stage says so.
    """
    settings = duel_settings(stage)
    seed = stage.get("seed") if lots is None else lots
    if seed is None and settings.seeding != PLACES:
        raise Refusal(NO_LOTS, field="seed")
    if not settings.reach(len(history.order)):
        code = TOO_FEW_FOR_POOLS if stage.system == POOLS else TOO_FEW
        raise Refusal(code, field="players", count=len(history.order))
    mates = (pools,) if settings.apart == NOBODY_APART else (pools, clubs)
    return settings.draw(history.order, seed or 0, *mates)


def pair_duels(history: History, course: Course, lines: Lines) -> Pairing:
    """Return the next games of all duels that are not decided; `lines` if these are the first ones. Raise Refusal."""
    level = find_level(course.states)
    if level:
        pairs = [(one, other) for one, other in (state.players for state in level) if one and other]
        raise Refusal(LEVEL, field="round", pairs=write_pairs(pairs))
    boards: list[Board] = []
    for state in find_coming(course.states):
        one, other = state.players
        assert one and other
        boards.append(seat_pair(history, one, other, course.explain_game(state)))
    return Pairing(history.round, tuple(boards), lines=lines)
