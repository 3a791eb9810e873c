"""The facts that the log stores and that other modules read again: rounds, matches and their boards, as JSON."""

from typing import NotRequired, TypedDict


class LoggedRound(TypedDict):
    """A draft or a published round: the numbers at each board, White first, and those with a bye.

    `tables` are the numbers of the boards, where they are not simply 1, 2, 3 …
    """

    round: int
    boards: list[list[int]]
    byes: list[int]
    tables: NotRequired[list[int]]


class LoggedBoard(TypedDict):
    """A board, or a bye where `black` is None, with its result."""

    board: int | None
    white: int
    black: int | None
    result: str
    white_score: int | None
    black_score: int | None
    decided_points: NotRequired[str]


class LoggedMatchBoard(LoggedBoard):
    """A board of a match, with the result that the end of the match replaces."""

    match_board: int
    is_adjourned: bool


class LoggedMatch(TypedDict):
    """A match of two teams, or the bye of one; `end` is a code of `MatchEnd`."""

    round: int
    table: int | None
    teams: list[int]
    end: str
    boards: list[LoggedMatchBoard]
