"""Unplayed rounds: adjusted scores and dummy opponents. The only module that knows C.07, articles 15 and 16.

`counted_opponents(table)` gives what all criteria of the Buchholz and Sonneborn-Berger families add up: for each round
the score of the opponent, or of the dummy in their place, and the points that the player was awarded. The articles
changed with almost every edition, so the edition of an event decides which of them count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import compress, count
from operator import mul
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.facts.scoring import AT_THE_BOARD, KIND_COUNTS, VOLUNTARY
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import NONE_CUT, NONE_VOLUNTARY, Column, Rounds
from tiebreaks.table.table import Table

ADJUSTED = sentence("adjusted", gettext_noop("the opponent’s final unplayed rounds count as draws (16.3)"))
DUMMY = sentence("dummy", gettext_noop("not played: a dummy opponent with the player’s own score (16.4)"))
DUMMY_FORFEIT = sentence(
    "dummy-forfeit", gettext_noop("forfeit: a dummy opponent with at most the scheduled opponent’s score (16.4.1)")
)
DUMMY_CAPPED = sentence(
    "dummy-capped", gettext_noop("not played: a dummy opponent with at most a draw’s points for each round (16.4.2)")
)
VIRTUAL = sentence("virtual", gettext_noop("not played: a virtual opponent (rules before September 2023)"))
DRAWS_FOR_UNPLAYED = sentence(
    "draws-for-unplayed", gettext_noop("the opponent’s unplayed rounds count as draws (rules before September 2023)")
)
NOTHING = sentence("nothing", gettext_noop("not played: counts for nothing (only points made over the board count)"))

NOBODY = sentence("nobody", gettext_noop("not played: an opponent with a score of 0 (34E1)"))
GAMES_AS_DRAWS = sentence("games-as-draws", gettext_noop("the opponent’s games not played count as draws (34E1)"))

NO_DUMMIES: Mapping[int, str] = {}


class Opponents(NamedTuple):
    """The opponents that the counted rounds have, or the dummies in their place, in flat columns.

    `strengths` are the scores that they count with, in 1/`rounds.scale`. `dummies` has the code of the article behind
    each dummy by position; `changed` are the players who count with another score than their own, `change` is the code
    that says why. `voluntary` has the positions of each player's rounds that are cut first (16.5). The points of
    `rounds` are what the player was awarded.
    """

    rounds: Rounds
    strengths: list[int]
    dummies: Mapping[int, str] = NO_DUMMIES
    changed: Collection[int | None] = ()
    change: str = ""
    voluntary: Mapping[int, Sequence[int]] = NONE_VOLUNTARY

    def reason(self, position: int) -> str:
        """Return the code of the article behind a strength, "" for an opponent's own score."""
        changed = self.change if self.rounds.opponents[position] in self.changed else ""
        return self.dummies.get(position, changed)

    def column(self, cut: Mapping[int, str] = NONE_CUT) -> Column:
        """Return the strengths as addends; `cut` has codes for those that never count."""
        rounds = self.rounds
        return rounds.column(self.strengths, rounds.scale, reason=self.reason, voluntary=self.voluntary, cut=cut)

    def products(self, others: Rounds | None = None) -> Column:
        """Return as addends the strengths times the points of these rounds, or of the same rounds in another score."""
        rounds = self.rounds if others is None else others
        return rounds.column(
            list(map(mul, self.strengths, rounds.points)),
            self.rounds.scale * rounds.scale,
            self.strengths,
            self.rounds.scale,
            weighted=True,
            reason=self.reason,
            voluntary=self.voluntary,
        )


def counted_opponents(table: Table) -> Opponents:
    """Return the opponent, or dummy, of each round so far, open games too; unplayed rounds depend on the edition."""
    return table.compute_once("counted opponents", lambda: _opponents(table))


def _opponents(table: Table) -> Opponents:
    rounds = table.rounds_and_open
    if table.is_round_robin:
        rounds = rounds.select([opponent is not None for opponent in rounds.opponents])
        return Opponents(rounds, [table.scores[opponent] for opponent in rounds.opponents if opponent])
    if table.edition == "plain":
        return _opponents_by_real_points(table)
    if table.edition == "pre-2023":
        return _opponents_before_2023(table)
    adjusted = adjusted_scores(table)
    counted = _with_scores(table, adjusted, ADJUSTED)
    # While an event runs, "rounds in the tournament" are the rounds so far: docs/decisions/0002.
    draws = table.in_scale(table.facts.possible_points(table.rounds_so_far, "draw"))
    is_capped = table.edition >= "2026-03"
    strengths, dummies, voluntary = counted.strengths, dict[int, str](), dict[int, list[int]]()
    scores, opponents, kinds = table.scores, rounds.opponents, rounds.kinds
    for number, position in unplayed_rounds(table):
        own, opponent = scores[number], opponents[position]
        cap = draws if opponent is None else adjusted[opponent]
        if is_capped and own > cap:
            strengths[position] = cap
            dummies[position] = DUMMY_CAPPED if opponent is None else DUMMY_FORFEIT
        else:
            strengths[position], dummies[position] = own, DUMMY
        if kinds[position] in VOLUNTARY:
            voluntary.setdefault(number, []).append(position)
    return counted._replace(dummies=dummies, voluntary=voluntary)


def unplayed_rounds(table: Table) -> list[tuple[int, int]]:
    """Return the player and the position of each round so far that is no game against its opponent."""
    rounds = table.rounds_and_open
    return _find_others(rounds, rounds.are_of({*table.kinds_of_games, Kind.OPEN}))


def _find_others(rounds: Rounds, are_games: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the player and the position of each round for which a column is not true."""
    starts = [part.start for part in rounds.parts]
    unplayed = compress(count(), [not is_game for is_game in are_games])
    return [(rounds.numbers[bisect_right(starts, position) - 1], position) for position in unplayed]


def _with_scores(table: Table, scores: Mapping[int, int], change: str = "") -> Opponents:
    """Return each opponent with one of these scores, 0 without an opponent; `change` says why one is not their own."""
    own, counted = table.scores, dict[int | None, int]({None: 0})
    counted.update(scores.items())
    changed = {number for number, score in scores.items() if score != own[number]}
    rounds = table.rounds_and_open
    return Opponents(rounds, [counted[opponent] for opponent in rounds.opponents], {}, changed, change)


def adjusted_scores(table: Table) -> dict[int, int]:
    """Return the scores that count for the opponents: requested byes with no play after them count as draws (16.3).

    A forfeit loss is not play here, even where it counts as a game against its opponent (modifier P).
    """
    rounds, scores = table.rounds, dict(table.scores)
    for number, part in table.positions.items():
        last = part.stop - 1
        if last >= 0 and rounds.kinds[last] is not Kind.PLAYED:
            for position, game in zip(count(last, -1), reversed(table.all_games_of(number)), strict=False):
                counts = KIND_COUNTS[game.kind]
                if not counts.voluntary:  # an open game is not: up to there the positions are those of the games
                    break
                if counts.requested:
                    scores[number] += table.worth_in_scale("draw", game.round) - rounds.points[position]
    return scores


def _opponents_by_real_points(table: Table) -> Opponents:
    return _without_dummies(_with_scores(table, table.scores), unplayed_rounds(table), NOTHING)


def opponents_with_draws(table: Table) -> Opponents:
    """Return each opponent with what they did not play as draws, nobody for an own round that was not played (34E1)."""
    counted = _with_scores(table, _scores_with_draws(table), GAMES_AS_DRAWS)
    rounds = table.rounds_and_open
    return _without_dummies(counted, _find_others(rounds, rounds.are_of(AT_THE_BOARD)), NOBODY)


def _without_dummies(counted: Opponents, unplayed: Sequence[tuple[int, int]], reason: str) -> Opponents:
    """Return the same opponents where rounds that were not played count 0, for this reason."""
    for _, position in unplayed:
        counted.strengths[position] = 0
    return counted._replace(dummies={position: reason for _, position in unplayed})


def _scores_with_draws(table: Table) -> dict[int, int]:
    """Return all scores with each round that was not played as a draw: also a forfeit, with P too (decision 7)."""
    rounds, scores = table.rounds, dict(table.scores)
    for number, position in _find_others(rounds, table.are_played):
        draw = table.worth_in_scale("draw", rounds.games[position].round)
        scores[number] += draw - rounds.points[position]
    return scores


def _opponents_before_2023(table: Table) -> Opponents:
    # The virtual opponent draws the completed rounds after the one missed, not those still to come (decision 38).
    rounds, completed = table.rounds_and_open, table.rounds_so_far
    parts = dict(zip(rounds.numbers, rounds.parts, strict=True))
    counted = _with_scores(table, _scores_with_draws(table), DRAWS_FOR_UNPLAYED)
    unplayed = unplayed_rounds(table)
    for number, position in unplayed:
        before = sum(rounds.points[parts[number].start : position])
        missed = rounds.games[position].round
        draws = table.in_scale(table.facts.possible_points(completed, "draw", first=missed + 1))
        win = table.worth_in_scale("win", missed)
        counted.strengths[position] = before + win - rounds.points[position] + draws
    return counted._replace(dummies={position: VIRTUAL for _, position in unplayed})


def with_last_round_drawn(facts: Crosstable) -> Crosstable:
    """Return the facts with every paired game of the last planned round drawn (Fore Buchholz, 8.3; modifier F)."""
    return facts._replace(
        games={
            number: tuple(
                g._replace(kind=Kind.PLAYED, points=facts.scheme_of(g.round).draw)
                if g.round == facts.rounds and g.opponent is not None
                else g
                for g in games
            )
            for number, games in facts.games.items()
        }
    )
