"""How a board is called in the hall: by its number, in a team event by the match and the board of the match."""

from tournaments.models import Event


def board_label(event: Event, board: int | None) -> str:
    """Return what stands on the sheet of a board: "12", in a team event "3.2" for board 2 of match 3."""
    if board is None or not event.of_teams:
        return "" if board is None else str(board)
    table, place = divmod(board - 1, event.team_boards)
    return f"{table + 1}.{place + 1}"


def match_of_board(event: Event, board: int) -> int:
    """Return the match that a board of a team event belongs to."""
    return (board - 1) // event.team_boards + 1


def place_of(event: Event, board: int) -> int:
    """Return which board of its match a board of a team event is."""
    return (board - 1) % event.team_boards + 1
