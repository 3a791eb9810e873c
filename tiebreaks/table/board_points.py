"""Points on the boards of team matches, and three ways to compare teams by them (C.07, article 12).

The criteria of article 12 compare all matches of a team, the extended direct encounter the one match of two teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from tiebreaks.facts.games import ZERO, Colour, Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, TeamScheme
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.mini_table import Points
from tiebreaks.table.table import Table

type Numbers = tuple[Points, ...]

BOARD_COUNT = sentence("board-count", gettext_noop("board number times game points on the board; lower is better"))
TOP_BOARDS = sentence("top-boards", gettext_noop("game points on board 1, on board 2 and so on"))
WITHOUT_BOTTOM = sentence(
    "without-bottom", gettext_noop("game points without the last board, without the last two and so on")
)


def matches_of(table: Table, number: int, with_open: bool = False) -> list[Match]:
    """Return the matches of a team that have a result, including its absences; if wanted, also those not finished."""
    by_round = {match.round: match for match in event_of(table.facts).matches.get(number, ())}
    return [
        by_round.get(game.round) or Match(game.round, None, Colour.NONE, Kind.ZPB, ZERO, ZERO)
        for game in (table.games_and_open_of if with_open else table.games_of)(number)
    ]


def points_by_board(scheme: TeamScheme, match: Match) -> tuple[Decimal, ...]:
    """Return the points on each board, from board 1 on; forfeited boards count like games (12)."""
    if not match.boards:
        return (scheme.points_on_each_board(match.kind),) * scheme.boards
    points = {board.number: board.points for board in match.boards}
    return tuple(points.get(number, ZERO) for number in range(1, scheme.boards + 1))


def compared_numbers(rule: str, points: Sequence[Decimal | Fraction]) -> Numbers:
    """Return the numbers that a rule compares one after the other, from a team's points on each board.

    `rule` is BOARD_COUNT, TOP_BOARDS or WITHOUT_BOTTOM.
    """
    exact = [Fraction(each) for each in points]
    if rule == BOARD_COUNT:
        return (sum((board * each for board, each in enumerate(exact, start=1)), Fraction(0)),)
    if rule == TOP_BOARDS:
        return tuple(exact)
    return tuple(sum(exact[:last], Fraction(0)) for last in range(len(exact) - 1, 0, -1))


def split_by_rule(rule: str, numbers: dict[int, Numbers]) -> list[list[int]]:
    """Split teams into blocks of equals by their numbers under a rule, best first."""
    blocks: dict[Numbers, list[int]] = {}
    for team in sorted(numbers):
        blocks.setdefault(numbers[team], []).append(team)
    return [blocks[own] for own in sorted(blocks, reverse=rule != BOARD_COUNT)]
