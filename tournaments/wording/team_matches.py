"""Matches of teams in words."""

from django.utils.translation import gettext

from tiebreaks.facts.teams import MatchBoard
from tournaments.wording.games import name_side, name_unplayed


def describe_forfeit(both: bool) -> str:
    """Say that a match was not played."""
    return gettext("forfeited by both") if both else gettext("forfeit")


def describe_berlin(winner: str, mine: str, theirs: str, advances: bool = False) -> str:
    """Say whom the Berlin scores of a drawn match favour; `winner` is "" if they are equal too.

    If the winner only `advances`, the match stays drawn.
    """
    points = {"winner": winner, "mine": mine, "theirs": theirs}
    if not winner:
        return gettext("Berlin %(mine)s : %(theirs)s: equal") % points
    if advances:
        return gettext("Berlin %(mine)s : %(theirs)s: %(winner)s advances") % points
    return gettext("Berlin %(mine)s : %(theirs)s for %(winner)s") % points


def name_table(table: int | None) -> str:
    """Name the table that somebody needs."""
    return gettext("table %(table)d") % {"table": table} if table else ""


def name_board_list(board: int | None) -> str:
    """Name the list of the players of a board, None for the reserves."""
    return gettext("Board %(board)d") % {"board": board} if board else gettext("Reserves")


def describe_seat(round_number: int, board: MatchBoard, opponent: str, discipline: str) -> str:
    """Say where a player sat in a round, against whom, and why the game was not played."""
    where = gettext("Round %(round)d, board %(board)d") % {"round": round_number, "board": board.number}
    return ", ".join(filter(None, (where, name_side(board.colour, discipline), opponent, name_unplayed(board.kind))))
