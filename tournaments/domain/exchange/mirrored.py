"""What a server that only shows an event knows of it beside its rows: `Event.mirrored`, as JSON."""

from typing import TypedDict


class FinalCorrection(TypedDict):
    """A result that was changed in a final event; without values it was a penalty, a deduction or a bye."""

    at: str
    round: int
    board: int | None
    before: list[str | int | bool | None] | None
    after: list[str | int | bool | None] | None


class Statements(TypedDict):
    """What public pages say from the log, which stays where the event is kept.

    `published` are the moments at which rounds came out and `corrected` the boards (round, board) that changed after a
    later round was paired on them, both by number of the round. `since_final` are the corrections of a final event, and
    `differs` the closed rounds whose table is another one now.
    """

    published: dict[str, str]
    corrected: dict[str, list[list[int]]]
    since_final: list[FinalCorrection]
    differs: list[int]


class Mirrored(TypedDict):
    """`source` names the server that keeps the event, and `silent_since` is set while nothing is heard from there."""

    source: str
    silent_since: str | None
    statements: Statements
