"""An event as it stood at a moment: its table and one of its rounds, for the arbiters."""

from typing import NamedTuple

from tiebreaks.as_json import exact_text as exact
from tournaments.history.past import Past
from tournaments.models import Event
from tournaments.wording import log


class PastRow(NamedTuple):
    rank: int
    number: int
    name: str
    values: tuple[str, ...]


class PastBoard(NamedTuple):
    board: int | None
    white: str
    black: str
    result: str


class PastView(NamedTuple):
    """`labels` name the columns, `gaps` say in words what the log could not take back."""

    version: int
    labels: tuple[str, ...]
    rows: tuple[PastRow, ...]
    round: int
    rounds: tuple[int, ...]
    boards: tuple[PastBoard, ...]
    gaps: tuple[str, ...]


def past_view(event: Event, past: Past, round: int | None) -> PastView:
    """Return the table and the boards of a round, the last one that was paired where none is asked for."""
    rounds = tuple(sorted({row["round"] for row in past.rows if row["black"] is not None}))
    chosen = round if round in rounds else past.round
    names = dict(event.players.values_list("number", "name"))
    ranked = past.standings
    rows = tuple(
        PastRow(row.rank, row.number, ranked.facts.players[row.number].name, tuple(map(write_value, row.values)))
        for row in ranked.rows
    )
    boards = tuple(build_board(row, names) for row in past.rows if row["round"] == chosen)
    labels = tuple(chosen.notation for chosen in ranked.order)
    return PastView(past.version, labels, rows, chosen, rounds, boards, tuple(map(log.log_action, past.gaps)))


def write_value(value) -> str:
    return exact(value) or "–"


def build_board(row: dict, names: dict[int, str]) -> PastBoard:
    black = names.get(row["black"], "") if row["black"] is not None else ""
    return PastBoard(row["board"], names.get(row["white"], ""), black, log.log_result(row))
