"""Unplayed rounds: adjusted scores and dummy opponents. The only module that knows C.07, articles 15 and 16.

`faced(table, number)` is what every criterion of the Buchholz and Sonneborn-Berger families adds up: for each round
the strength of the opponent (or of what stands in for one) and the points that the player was awarded.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from tiebreaks.crosstable import ZERO, Crosstable, Game, Kind
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.scoring import FORFEITS, KIND_COUNTS
from tiebreaks.table import Table
from tiebreaks.working import Number, Term

ADJUSTED = sentence("adjusted", gettext_noop("the opponent's last rounds without play count as draws (16.3)"))
DUMMY = sentence("dummy", gettext_noop("not played: a dummy opponent with the player's own score (16.4)"))
DUMMY_FORFEIT = sentence(
    "dummy-forfeit", gettext_noop("forfeit: a dummy opponent, at most the scheduled opponent's score (16.4.1)")
)
DUMMY_CAPPED = sentence(
    "dummy-capped", gettext_noop("not played: a dummy opponent, at most a draw's points for each round (16.4.2)")
)
VIRTUAL = sentence("virtual", gettext_noop("not played: a virtual opponent (rules before September 2023)"))
DRAWS_FOR_UNPLAYED = sentence(
    "draws-for-unplayed", gettext_noop("the opponent's unplayed rounds count as draws (rules before September 2023)")
)
NOTHING = sentence("nothing", gettext_noop("not played: counts nothing (real points)"))


class CountedOpponent(NamedTuple):
    """One round as the Buchholz family sees it. `voluntary` marks the rounds that article 16.5 allows to cut first."""

    round: int
    opponent: int | None
    strength: Decimal
    reason: str
    points: Decimal
    voluntary: bool = False
    kind: Kind = Kind.PLAYED

    def term(self, value: Number, base: Number | None = None, weight: Decimal | None = None) -> Term:
        """Return what the round adds to a value."""
        return Term(self.round, value, self.opponent, base, weight, self.voluntary, self.reason, self.kind)


def counted_opponents(table: Table, number: int) -> list[CountedOpponent]:
    """Return what a player faced in each round that has a result; the edition decides about unplayed ones."""
    return table.compute_once(("faced", number), lambda: _faced(table, number))


def _faced(table: Table, number: int) -> list[CountedOpponent]:
    games = table.games_of(number)
    if table.is_round_robin:
        return [
            CountedOpponent(g.round, g.opponent, table.score(g.opponent), "", g.points, kind=g.kind)
            for g in games
            if g.opponent is not None
        ]
    if table.edition == "plain":
        return [_faced_plainly(table, game) for game in games]
    if table.edition == "pre-2023":
        return _faced_before_2023(table, games)
    kinds = table.kinds_of_games
    return [
        CountedOpponent(game.round, game.opponent, *_strength(table, game.opponent), game.points)
        if game.opponent is not None and game.kind in kinds
        else _without_play(table, number, game)
        for game in games
    ]


def adjusted_score(table: Table, number: int) -> Decimal:
    """Return the score that counts for the opponents (16.3): requested byes with no play after them count as draws.

    A forfeit loss is no play here, even where it counts as a game against its opponent (modifier P).
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
    """Return what a player counts for his opponents, and the article behind it where that is not his score."""
    known: dict[int, tuple[Decimal, str]] = table.compute_once("strengths", dict)
    found = known.get(number)
    if found is None:
        strength = adjusted_score(table, number)
        found = known[number] = strength, ADJUSTED if strength != table.score(number) else ""
    return found


def _without_play(table: Table, number: int, game: Game) -> CountedOpponent:
    strength, reason = _dummy(table, number, game)
    return CountedOpponent(
        game.round, game.opponent, strength, reason, game.points, KIND_COUNTS[game.kind].voluntary, game.kind
    )


def _dummy(table: Table, number: int, game: Game) -> tuple[Decimal, str]:
    """Return the score of the dummy opponent of an unplayed round (16.4) and the article behind it."""
    own = table.score(number)
    if table.edition < "2026-03":
        return own, DUMMY
    if game.kind in FORFEITS:
        assert game.opponent is not None
        cap, reason = _strength(table, game.opponent)[0], DUMMY_FORFEIT
    else:
        # "Rounds in the tournament" are the rounds so far while it runs: docs/decisions/0002.
        cap, reason = table.scheme.draw * table.rounds_so_far, DUMMY_CAPPED
    return (own, DUMMY) if own <= cap else (cap, reason)


def _faced_plainly(table: Table, game: Game) -> CountedOpponent:
    if table.is_game(game):
        assert game.opponent is not None
        return CountedOpponent(game.round, game.opponent, table.score(game.opponent), "", game.points)
    return CountedOpponent(game.round, game.opponent, ZERO, NOTHING, game.points, kind=game.kind)


def _faced_before_2023(table: Table, games: list[Game]) -> list[CountedOpponent]:
    rounds, before, rows = max(table.facts.rounds, table.rounds_so_far), ZERO, []
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
