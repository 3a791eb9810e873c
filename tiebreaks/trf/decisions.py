"""Record 299 of TRF26: arbiters' decisions that give results other points than usual.

Columns: 5 the result (W D L F H Z + or -, blank for points outside games), 14 to 17 the points, 20 to 22 the round,
then the numbers. W, D and L stand for won, drawn and lost games, rated or not; 1, = and 0 are read as the same.
Without numbers a result gets these points for all players, without a round (or in round 0) in all rounds.

In team events columns 8 to 11 have the match points, and 14 to 17 the game points. Only decisions on matches of single
teams are read, for example by Berlin scores. FIDE's own example uses other columns, and its points ignore it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from tiebreaks.facts.crosstable import FINAL_TABLE, Adjustment, Crosstable
from tiebreaks.facts.games import Game
from tiebreaks.facts.scoring import has_decided_points
from tiebreaks.facts.teams import Match, TeamEvent
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import Line, read_points, read_whole_number
from tiebreaks.trf.oddities import STRICT, Oddities
from tiebreaks.values.numbers import format_number, round_half_up

OUT_OF_COLUMNS = sentence(
    "decision-out-of-columns",
    gettext_noop(
        "“{text}”: points belong in columns 14 to 17, the round in columns 20 to 22, then numbers in five columns each."
    ),
)
NOT_THERE = sentence("not-there", gettext_noop("Number {number} is not in the file or has no round {round}."))

MATCH_DECISION = re.compile(
    r"299 \S  (?P<match>[ \d.]{4})  (?P<game>[ \d.]{4})  (?P<round>[ \d]{2}\d)(?P<numbers>(?: [ \d]{3}\d)+)", re.ASCII
)
AS_IN_GAMES = {"W": {"W", "1"}, "D": {"D", "="}, "L": {"L", "0"}}
AS_DECIDED = {letter: decided for decided, letters in AS_IN_GAMES.items() for letter in letters}

POINTS_WIDTH = 4

type Games = Mapping[int, tuple[Game, ...]]
type Adjustments = dict[int, tuple[Adjustment, ...]]


def apply_decisions(
    games: Games, lines: Sequence[Line], odd: Oddities = STRICT
) -> tuple[Games, dict[int, tuple[Adjustment, ...]]]:
    """Return the games with the points that records 299 give them, and the points outside games, by number."""
    adjustments: Adjustments = {}
    for line in lines:
        with odd.skip_unreadable():
            games, new = _apply_decision(games, line)
            adjustments |= {number: (*adjustments.get(number, ()), adjustment) for number, adjustment in new.items()}
    return games, adjustments


def _apply_decision(games: Games, line: Line) -> tuple[Games, dict[int, Adjustment]]:
    letter, round_number = (
        line.text[4:5].strip().upper(),
        read_whole_number(line, line.text[19:22], "round", 0, FINAL_TABLE),
    )
    if line.text[5:13].strip() or line.text[17:19].strip():
        raise Refusal(OUT_OF_COLUMNS, line=line.number, field="299", text=line.text)
    worth = read_points(line, line.text[13:17].strip(), "299")
    cells = [line.text[at : at + 5] for at in range(22, len(line.text), 5)]
    numbers = [read_whole_number(line, cell, "299", 1, 9999) for cell in cells if cell.strip()]
    for number in numbers:
        if number not in games or (
            letter and round_number and round_number not in {game.round for game in games[number]}
        ):
            raise Refusal(NOT_THERE, line=line.number, field="299", number=number, round=round_number)
    if not letter:
        return games, {number: Adjustment(round_number, worth) for number in numbers}
    letters = AS_IN_GAMES.get(AS_DECIDED.get(letter, letter), {letter})

    def decided(game: Game) -> Game:
        applies = game.round == round_number if numbers and round_number else game.letter in letters
        return game._replace(points=worth) if applies else game

    return {**games, **{number: tuple(map(decided, games[number])) for number in numbers or list(games)}}, {}


def apply_match_decisions(event: TeamEvent, lines: Sequence[Line], odd: Oddities = STRICT) -> TeamEvent:
    """Return the event with the points that records 299 give to single teams in a round."""
    matches = dict(event.matches)
    for line in lines:
        decision = MATCH_DECISION.fullmatch(line.text)
        if decision is None:
            continue
        with odd.skip_unreadable():
            for number in map(int, decision["numbers"].split()):
                matches[number] = tuple(_decided_match(matches.get(number, ()), number, line, decision))
    return event._replace(matches=matches)


def _decided_match(own: Sequence[Match], number: int, line: Line, decision: re.Match[str]) -> Iterator[Match]:
    """Yield the matches of a team, with the decided points in that of the round."""
    round_number = int(decision["round"])
    if round_number not in {match.round for match in own}:
        raise Refusal(NOT_THERE, line=line.number, field="299", number=number, round=round_number)
    worth = read_points(line, decision["match"], "299 MP"), read_points(line, decision["game"], "299 GP")
    for match in own:
        is_decided = match.round == round_number
        yield match._replace(match_points=worth[0], game_points=worth[1]) if is_decided else match


def decision_records(facts: Crosstable) -> Iterator[str]:
    """Yield the records 299 of an event: games with other points than by its scheme, and points outside games."""
    for number, games in sorted(facts.games.items()):
        for game in games:
            if has_decided_points(game, facts.scheme):
                yield _record(AS_DECIDED.get(game.letter, game.letter), game.points, game.round, number)
        for adjustment in facts.adjustments.get(number, ()):
            for part in _parts_in_columns(adjustment.points):
                yield _record("", part, adjustment.round, number)


def _parts_in_columns(points: Decimal) -> Iterator[Decimal]:
    """Yield points that are too long for their columns in two parts, the whole ones first."""
    rest = points % 1 if len(_in_four_columns(points)) > POINTS_WIDTH else Decimal(0)
    yield points - rest
    if rest:
        yield rest


def _record(letter: str, points: Decimal, round_number: int, number: int) -> str:
    return f"299 {letter:1} {'':6} {_in_four_columns(points):>4}  {round_number:>3} {number:>4}"


def _in_four_columns(points: Decimal) -> str:
    text = f"{points:.1f}" if points == round_half_up(points, 1) else format_number(points)
    return text if len(text) <= POINTS_WIDTH else format_number(points).replace("-0.", "-.")
