"""Record 299 of TRF26, in events of players: what an arbiter decided beside the usual worth of results.

Columns: 5 the result (blank for points apart from games), 14 to 17 the points, 20 to 22 the round, then the numbers.
A result without a round is worth so much to everybody; with round and numbers it is worth so much to those alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from tiebreaks.crosstable import Adjustment, Crosstable, Game
from tiebreaks.oddities import STRICT, Oddities
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.scoring import outcome
from tiebreaks.trf_line import Line, points, whole

NOT_THERE = sentence("not-there", gettext_noop("Number {number} is not in the file, or has no round {round}."))

FINAL_TABLE = 999  # the round of points that count in the final table alone

type Games = Mapping[int, tuple[Game, ...]]
type Adjustments = dict[int, tuple[Adjustment, ...]]


def decided(
    games: Games, lines: Sequence[Line], odd: Oddities = STRICT
) -> tuple[Games, dict[int, tuple[Adjustment, ...]]]:
    """Return the games with the worth that records 299 give them, and the points apart from games, by number."""
    adjustments: Adjustments = {}
    for line in lines:
        with odd.passed_over():
            games, new = _decision(games, line)
            adjustments |= {number: (*adjustments.get(number, ()), adjustment) for number, adjustment in new.items()}
    return games, adjustments


def _decision(games: Games, line: Line) -> tuple[Games, dict[int, Adjustment]]:
    letter, round = line.text[4:5].strip().upper(), whole(line, line.text[19:22], "round", 0, FINAL_TABLE)
    worth = points(line, line.text[13:17].strip(), "299")
    cells = [line.text[at : at + 5] for at in range(22, len(line.text), 5)]
    numbers = [whole(line, cell, "299", 1, 9999) for cell in cells if cell.strip()]
    for number in numbers:
        if number not in games or (letter and round not in {game.round for game in games[number]}):
            raise Refusal(NOT_THERE, line=line.number, field="299", number=number, round=round)
    if not letter:
        return games, {number: Adjustment(round, worth) for number in numbers}
    if numbers:
        return {**games, **{n: tuple(_worth(g, worth, g.round == round) for g in games[n]) for n in numbers}}, {}
    return {n: tuple(_worth(g, worth, g.letter == letter) for g in own) for n, own in games.items()}, {}


def _worth(game: Game, points: Decimal, so: bool) -> Game:
    return game._replace(points=points) if so else game


def decisions(facts: Crosstable) -> Iterator[str]:
    """Yield the records 299 of an event: games with another worth than the scheme's, and points apart from games."""
    for number, games in sorted(facts.games.items()):
        for game in games:
            if game.letter and game.points != outcome(game.letter, game.opponent is not None, facts.scheme)[1]:
                yield _record(game.letter, game.points, game.round, number)
        for adjustment in facts.adjustments.get(number, ()):
            yield _record("", adjustment.points, adjustment.round, number)


def _record(letter: str, points: Decimal, round: int, number: int) -> str:
    return f"299 {letter:1} {'':6} {points:>4.1f}  {round:>3} {number:>4}"
