"""The entry line of the desk, with the boards and names of a round."""

from collections.abc import Iterable, Mapping
from functools import cache, partial

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import check_spread, no_board_code
from tournaments.actions.desk.slip_codes import find_typed_board
from tournaments.domain.desk import entry_line
from tournaments.domain.desk.entry_line import EntryLine
from tournaments.domain.desk.results import Value
from tournaments.domain.players.name_matching import has_word
from tournaments.domain.typed_codes import read_typed_code
from tournaments.models import Event, Game
from tournaments.pages.desk.boards import is_turned
from tournaments.queries.desk.board_labels import board_label, match_of_board
from tournaments.queries.rounds.games import read_boards

type Sides = tuple[tuple[str, ...], tuple[str, ...]]  # the names at both sides of a board

OTHER_ROUND = sentence("line-slip-round", gettext_noop("This slip is of round {round}."))


def find_slip(event: Event, number: int, text: str) -> int | None:
    """Return the board whose slip has the code of a line; None for other lines. Raise Refusal for another round."""
    code = read_typed_code(text)
    found = find_typed_board(event, code) if code else None
    if found and found[0] != number:
        raise Refusal(OTHER_ROUND, field="line", round=found[0])
    return found[1] if found else None


def read_typed_line(event: Event, number: int, text: str, meant: int | None) -> tuple[int, EntryLine]:
    """Return the board of a line and what is entered there, seen from White; a whole match, seen from its first team.

    `meant` is the board that the page has found for a name. Raise Refusal.
    """
    named = cache(partial(read_names, event, number))  # a line that begins with a number asks for none
    line = entry_line.read_entry_line(
        text,
        event.game.has_scores,
        event.asks_spread,
        event.team_boards,
        is_name=lambda name: any(has_word(one, name) for sides in named().values() for side in sides for one in side),
    )
    if line.scores:
        check_spread(Value(None, *line.scores), line.spread)
    board = find_named_board(event, named(), line.name, meant) if line.name else find_board(event, number, line)
    game = read_boards(event, number).select_related("match").filter(board=board).first()
    if not game:
        raise Refusal(no_board_code(event), field="line", board=line.match or line.board or 0, round=number)
    return board, turn_to_white(line, game, named()[board] if line.name else ((), ())) if line.is_entry else line


def find_board(event: Event, number: int, line: EntryLine) -> int:
    """Return the board that a line names by its number, or the first one of its match; 0 where there is none."""
    if line.match:
        boards = read_boards(event, number).values_list("board", flat=True)
        return next((board for board in boards if board and match_of_board(event, board) == line.match), 0)
    return line.board or 0


def find_named_board(event: Event, names: Mapping[int, Sides], name: str, meant: int | None) -> int:
    """Return the board where a name sits; `meant` is the one that the page has found for it. Raise Refusal."""
    known = {board: first + second for board, (first, second) in names.items()}
    return entry_line.find_board_of_names(
        name,
        {meant: known[meant]} if meant in known else known,
        called=lambda board: board_label(event, board),
    )


def turn_to_white(line: EntryLine, game: Game, sides: Sides) -> EntryLine:
    """Return an entry as White sees it: it was typed as the one who is named sees it, or the first team of a match."""
    if line.name:
        from_white = entry_line.is_first(line.name, *sides) != (bool(line.results) and is_turned(game))
    else:
        from_white = not (line.result and is_turned(game))
    return line if from_white else line.turned()


def read_names(event: Event, number: int) -> dict[int, Sides]:
    """Return the names that find each side of the boards: of the player, and of the team at the first board of a match.

    One query, which reads nothing else of the rows.
    """
    rows = read_boards(event, number).values_list(
        "board", "match_board", "white__name", "white__team__name", "black__name", "black__team__name"
    )
    return {
        board or 0: (white, black) if match_board == 1 else (white[:1], black[:1])
        for board, match_board, *names in rows
        for white, black in [(named_only(names[:2]), named_only(names[2:]))]
    }


def named_only(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(name for name in names if name)
