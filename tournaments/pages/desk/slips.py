"""One board on a phone: the page that a slip's code opens, and an arbiter's walk from table to table."""

from typing import NamedTuple

from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.choices import Side
from tournaments.models import Event, Game
from tournaments.pages.desk.boards import BoardReport, DeskBoard, build_board, find_reporter
from tournaments.pages.desk.desk import find_next_open
from tournaments.pages.desk.results import BUTTONS, write_result
from tournaments.queries.desk.board_notes import NOTES
from tournaments.queries.rounds.games import read_boards


class SlipChoice(NamedTuple):
    """One large button: the code, the result, and who wins."""

    code: str
    shown: str
    winner: str


class Slip(NamedTuple):
    """One board on a phone. `before` and `after` are the neighbouring boards for an arbiter, otherwise None."""

    event: Event
    number: int
    board: DeskBoard[Game]
    choices: list[SlipChoice]
    before: int | None = None
    after: int | None = None
    next: int | None = None
    open: int = 0

    @property
    def scored(self) -> bool:
        return self.event.game.has_scores

    @property
    def seats(self) -> list[tuple[str, str, str]]:
        """Return both players as side, name and field of the score."""
        game = self.board.game
        assert game.black is not None
        return [(Side.WHITE.value, game.white.name, "white_score"), (Side.BLACK.value, game.black.name, "black_score")]


def open_slip(reader: Reader, number: int, board: int | None) -> Slip | None:
    """Return one board of a round, by default the next open one; None if there is none."""
    event = reader.event
    boards = read_boards(event, number)
    results = list(boards.values_list("board", "result"))
    numbers = [each for each, _result in results]
    wanted = board if board is not None else find_next_open(results) or (numbers[0] if numbers else None)
    if wanted not in numbers:
        return None
    at = numbers.index(wanted)
    (game,) = audience.redact_games(
        reader, boards.filter(board=wanted).select_related("match").prefetch_related("player_reports", NOTES)
    )
    winners = (game.white.name, "", game.black.name if game.black else "")
    choices = [SlipChoice(code, label, winner) for (code, label), winner in zip(BUTTONS, winners, strict=True)]
    return Slip(
        event,
        number,
        build_board(event, game),
        choices,
        numbers[at - 1] if at else None,
        numbers[at + 1] if at + 1 < len(numbers) else None,
        find_next_open(results, wanted),
        sum(not result for _board, result in results),
    )


def list_slip_reports(slip: Slip) -> dict[str, BoardReport]:
    """Return what each side has reported."""
    game = slip.board.game
    return {
        report.side: BoardReport(
            find_reporter(game, report).name, write_result(report.result, report.white_score, report.black_score)
        )
        for report in game.player_reports.all()
    }
