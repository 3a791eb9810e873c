"""Team events as an arbiter writes them on paper, so that a test is a table first.

`team_rows("A: 2w1=0= U")` reads one line for each team: its rounds, each the opponent's number, the team's colour on
board 1 and its result on every board (1, =, 0, or + and - without play), or the letter of a bye (U, F, H, Z).
"""

import re
from decimal import Decimal
from functools import partial

from tiebreaks.facts.games import Colour, Kind
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import Match, MatchBoard, Team, TeamEvent, TeamScheme, match_result
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

RESULTS = {
    "1": (Kind.PLAYED, Decimal(1)),
    "=": (Kind.PLAYED, Decimal("0.5")),
    "0": (Kind.PLAYED, Decimal(0)),
    "+": (Kind.FORFEIT_WIN, Decimal(1)),
    "-": (Kind.FORFEIT_LOSS, Decimal(0)),
}
BYES = {"U": Kind.PAB, "F": Kind.FPB, "H": Kind.HPB, "Z": Kind.ZPB}
PAIRED = re.compile(r"(\d+)([wb])([10=+-]+)")


def team_rows(text, primary="MP", **settings):
    """Read the table; the number of boards is that of the first match."""
    lines = [line.strip().partition(": ") for line in text.strip().splitlines()]
    cells = {number: tail.split() for number, (_, _, tail) in enumerate(lines, start=1)}
    boards = next(len(match[3]) for row in cells.values() for cell in row if (match := PAIRED.fullmatch(cell)))
    scheme = TeamScheme(boards)
    members = {number: tuple(map(partial(player, number), range(1, boards + 1))) for number in cells}
    teams = {number: Team(number, line[0], players=members[number]) for number, line in enumerate(lines, start=1)}
    matches = {n: tuple(_match(cells, scheme, n, r) for r in range(1, len(row) + 1)) for n, row in cells.items()}
    event = TeamEvent(teams, matches, max(map(len, cells.values())), scheme)
    return team_crosstable(event, primary)._replace(**settings)


def player(team, board):
    """Return the number of the player who always sits on a board of a team."""
    return 10 * team + board


def column(crosstable, notation):
    """Return the values of one criterion by number, the points standing first."""
    order = read_order(f"PTS,{notation}", of_teams=True)
    return {row.number: row.values[1] for row in sorted(rank(crosstable, order).rows, key=lambda row: row.number)}


def places(crosstable, order):
    """Return [(rank, name)] in the order of the table."""
    ranked = rank(crosstable, read_order(order, of_teams=True))
    return [(row.rank, crosstable.players[row.number].name) for row in ranked.rows]


def _match(cells, scheme, number, round_number):
    cell = cells[number][round_number - 1]
    if cell in BYES:
        return Match(round_number, None, Colour.NONE, BYES[cell], *scheme.worth(BYES[cell]))
    opponent, colour, letters = PAIRED.fullmatch(cell).groups()
    theirs = PAIRED.fullmatch(cells[int(opponent)][round_number - 1])
    assert int(theirs[1]) == number, f"round {round_number} of team {number}"
    boards = _boards(letters, number, int(opponent), colour == "w")
    others = _boards(theirs[3], int(opponent), number, colour != "w")
    assert all(a.points + b.points == 1 or a.kind == b.kind == Kind.FORFEIT_LOSS
               for a, b in zip(boards, others, strict=True)), f"round {round_number} of team {number}"  # fmt: skip
    kind, worth = match_result(scheme, boards, others)
    return Match(round_number, int(opponent), Colour(colour), kind, *worth, boards)


def _boards(letters, team, opponent, white):
    """Return a side's boards; it has its colour on odd boards and the other one on even boards."""
    return tuple(
        MatchBoard(
            board,
            RESULTS[letter][1],
            RESULTS[letter][0],
            Colour.WHITE if white == bool(board % 2) else Colour.BLACK,
            None if letter == "-" else player(team, board),
            None if letter == "+" else player(opponent, board),
        )
        for board, letter in enumerate(letters, start=1)
    )
