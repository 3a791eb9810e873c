"""The entry line of the desk, with the boards and names of a round."""

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import check_spread, no_board_code
from tournaments.actions.desk.slip_codes import find_typed_board
from tournaments.domain.desk import entry_line
from tournaments.domain.desk.entry_line import Line
from tournaments.domain.desk.results import Result, Value
from tournaments.domain.players.name_matching import has_word
from tournaments.domain.typed_codes import read_code
from tournaments.models import Event, Game
from tournaments.pages.desk.boards import is_turned
from tournaments.queries.desk.board_labels import board_label, table_of
from tournaments.queries.rounds.games import read_boards

OTHER_ROUND = sentence("line-slip-round", gettext_noop("This slip is of round {round}."))


def find_slip(event: Event, number: int, text: str) -> int | None:
    """Return the board whose slip has the code of a line; None for other lines. Raise Refusal for another round."""
    code = read_code(text)
    found = find_typed_board(event, code) if code else None
    if found and found[0] != number:
        raise Refusal(OTHER_ROUND, field="line", round=found[0])
    return found[1] if found else None


def read_line(event: Event, number: int, text: str, meant: int | None) -> tuple[int, Line]:
    """Return the board of a line and what is entered there, seen from White; a whole match, seen from its first team.

    `meant` is the board that the page has found for a name. Raise Refusal.
    """
    rows = read_boards(event, number).select_related("white__team", "black__team", "match")
    sides = {game.board or 0: names_at(game) for game in rows}
    names = {board: first + second for board, (first, second) in sides.items()}
    line = entry_line.read_line(
        text,
        event.game.has_scores,
        event.asks_spread,
        event.team_boards,
        is_name=lambda name: any(has_word(one, name) for here in names.values() for one in here),
    )
    if line.scores:
        check_spread(Value(None, *line.scores), line.spread)
    turned = {game.board for game in rows if is_turned(game)}
    if line.name:
        open_boards = {game.board for game in rows if game.result == Result.OPEN}
        board = entry_line.find_board(
            line.name,
            {meant: names[meant]} if meant in names else names,
            is_open=lambda board: board in open_boards,
            called=lambda board: board_label(event, board),
        )
        if not line.is_entry:
            return board, line
        is_white = entry_line.is_first(line.name, *sides[board])
        return board, line if is_white != (bool(line.results) and board in turned) else line.turned()
    if line.match:
        board = next((board for board in sorted(sides) if table_of(event, board) == line.match), 0)
    else:
        board = line.board or 0
    if board not in sides:
        raise Refusal(no_board_code(event), field="line", board=line.match or board, round=number)
    return board, line.turned() if line.result and board in turned else line


def names_at(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that find each side of a board: of the player, and of the team at the first board of a match."""
    is_head = game.match_board == 1
    white, black = (
        (player.name, player.team.name) if is_head and player.team else (player.name,)
        for player in (game.white, game.black)
        if player
    )
    return white, black
