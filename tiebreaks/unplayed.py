"""Unplayed rounds: adjusted scores and dummy opponents. The only module that knows C.07, articles 15 and 16.

`counted_opponents(table, number)` gives what all criteria of the Buchholz and Sonneborn-Berger families add up: for
each round the score of the opponent, or of the dummy in their place, and the points that the player was awarded.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from tiebreaks.crosstable import ZERO, Crosstable, Game, Kind
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.scoring import FORFEITS, KIND_COUNTS
from tiebreaks.table import Table
from tiebreaks.working import Number, Term

ADJUSTED = sentence("adjusted", gettext_noop("the opponent's final unplayed rounds count as draws (16.3)"))
DUMMY = sentence("dummy", gettext_noop("not played: a dummy opponent with the player's own score (16.4)"))
DUMMY_FORFEIT = sentence(
    "dummy-forfeit", gettext_noop("forfeit: a dummy opponent with at most the scheduled opponent's score (16.4.1)")
)
DUMMY_CAPPED = sentence(
    "dummy-capped", gettext_noop("not played: a dummy opponent with at most a draw's points for each round (16.4.2)")
)
VIRTUAL = sentence("virtual", gettext_noop("not played: a virtual opponent (rules before September 2023)"))
DRAWS_FOR_UNPLAYED = sentence(
    "draws-for-unplayed", gettext_noop("the opponent's unplayed rounds count as draws (rules before September 2023)")
)
NOTHING = sentence("nothing", gettext_noop("not played: counts for nothing (only points made over the board count)"))


class CountedOpponent(NamedTuple):
    """The opponent of one round, or the dummy in their place. `strength` is the score they count with, in points.

    `reason` is the code of the article behind a strength that is not the opponent's score, otherwise "".
    `points` are what the player was awarded; `voluntary` marks rounds that are cut first (16.5).
    """

    round: int
    opponent: int | None
    strength: Decimal
    reason: str
    points: Decimal
    voluntary: bool = False
    kind: Kind = Kind.PLAYED

    def term(self, value: Number, base: Number | None = None, weight: Decimal | None = None) -> Term:
        """Return the term that the round adds to a value."""
        return Term(self.round, value, self.opponent, base, weight, self.voluntary, self.reason, self.kind)


def counted_opponents(table: Table, number: int) -> list[CountedOpponent]:
    """Return a player's opponent, or dummy, in each round that has a result; unplayed rounds depend on the edition."""
    return table.compute_once(("counted opponents", number), lambda: _opponents(table, number))


def _opponents(table: Table, number: int) -> list[CountedOpponent]:
    games = table.games_of(number)
    if table.is_round_robin:
        return [
            CountedOpponent(g.round, g.opponent, table.score(g.opponent), "", g.points, kind=g.kind)
            for g in games
            if g.opponent is not None
        ]
    if table.edition == "plain":
        return [_opponent_by_real_points(table, game) for game in games]
    if table.edition == "pre-2023":
        return _opponents_before_2023(table, games)
    kinds = table.kinds_of_games
    return [
        CountedOpponent(game.round, game.opponent, *_strength(table, game.opponent), game.points)
        if game.opponent is not None and game.kind in kinds
        else _dummy_opponent(table, number, game)
        for game in games
    ]


def adjusted_score(table: Table, number: int) -> Decimal:
    """Return the score that counts for the opponents: requested byes with no play after them count as draws (16.3).

    A forfeit loss is not play here, even where it counts as a game against its opponent (modifier P).
    """
    score = table.score(number)
    for game in reversed(table.all_games_of(number)):
        counts = KIND_COUNTS[game.kind]
        if not counts.voluntary:
            break
        if counts.requested:
            score += table.scheme.draw - game.points
    return score


def _strength(table: Table, number: int) -> tuple[Decimal, str]:
    """Return the score a player counts with for their opponents, and the reason if it is not their score."""
    strengths: dict[int, tuple[Decimal, str]] = table.compute_once("strengths", dict)
    strength = strengths.get(number)
    if strength is None:
        adjusted = adjusted_score(table, number)
        strength = strengths[number] = adjusted, ADJUSTED if adjusted != table.score(number) else ""
    return strength


def _dummy_opponent(table: Table, number: int, game: Game) -> CountedOpponent:
    strength, reason = _dummy_strength(table, number, game)
    return CountedOpponent(
        game.round, game.opponent, strength, reason, game.points, KIND_COUNTS[game.kind].voluntary, game.kind
    )


def _dummy_strength(table: Table, number: int, game: Game) -> tuple[Decimal, str]:
    """Return the score of the dummy opponent in an unplayed round (16.4) and its reason."""
    own = table.score(number)
    if table.edition < "2026-03":
        return own, DUMMY
    if game.kind in FORFEITS:
        assert game.opponent is not None
        cap, reason = _strength(table, game.opponent)[0], DUMMY_FORFEIT
    else:
        # While an event runs, "rounds in the tournament" are the rounds so far: docs/decisions/0002.
        cap, reason = table.scheme.draw * table.rounds_so_far, DUMMY_CAPPED
    return (own, DUMMY) if own <= cap else (cap, reason)


def _opponent_by_real_points(table: Table, game: Game) -> CountedOpponent:
    if table.is_game(game):
        assert game.opponent is not None
        return CountedOpponent(game.round, game.opponent, table.score(game.opponent), "", game.points)
    return CountedOpponent(game.round, game.opponent, ZERO, NOTHING, game.points, kind=game.kind)


def _opponents_before_2023(table: Table, games: list[Game]) -> list[CountedOpponent]:
    # The virtual opponent draws the completed rounds after the one missed, not those still to come (decision 38).
    rounds, before, rows = table.rounds_so_far, ZERO, []
    for game in games:
        if table.is_game(game):
            assert game.opponent is not None
            strength = _score_with_draws(table, game.opponent)
            reason = DRAWS_FOR_UNPLAYED if strength != table.score(game.opponent) else ""
            rows.append(CountedOpponent(game.round, game.opponent, strength, reason, game.points))
        else:
            strength = before + (table.scheme.win - game.points) + table.scheme.draw * (rounds - game.round)
            rows.append(CountedOpponent(game.round, game.opponent, strength, VIRTUAL, game.points, kind=game.kind))
        before += game.points
    return rows


def _score_with_draws(table: Table, number: int) -> Decimal:
    return sum((g.points if table.is_game(g) else table.scheme.draw for g in table.games_of(number)), ZERO)


def with_last_round_drawn(facts: Crosstable) -> Crosstable:
    """Return the facts with every paired game of the last planned round drawn (Fore Buchholz, 8.3; modifier F)."""
    return facts._replace(
        games={
            number: tuple(
                g._replace(kind=Kind.PLAYED, points=facts.scheme.draw)
                if g.round == facts.rounds and g.opponent is not None
                else g
                for g in games
            )
            for number, games in facts.games.items()
        }
    )
