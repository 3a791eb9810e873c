"""An event as it was at a moment: its table and one of its rounds, for arbiters."""

from typing import Any, NamedTuple

from tiebreaks.output.as_json import exact_text as exact
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
    """`labels` name the columns, `gaps` say what could not be undone from the log."""

    version: int
    labels: tuple[str, ...]
    rows: tuple[PastRow, ...]
    round: int
    rounds: tuple[int, ...]
    boards: tuple[PastBoard, ...]
    gaps: tuple[str, ...]


def past_view(event: Event, past: Past, round_number: int | None) -> PastView:
    """Return the table and the boards of a round, by default those of the last paired round."""
    rounds = tuple(sorted({row["round"] for row in past.rows if row["black"] is not None}))
    chosen = round_number if round_number is not None and round_number in rounds else past.round
    names = dict(event.players.values_list("number", "name"))
    ranked = past.standings
    rows = tuple(
        PastRow(row.rank, row.number, ranked.facts.players[row.number].name, tuple(map(write_past_value, row.values)))
        for row in ranked.rows
    )
    boards = tuple(build_board(row, names) for row in past.rows if row["round"] == chosen)
    labels = tuple(criterion.notation for criterion in ranked.order)
    return PastView(past.version, labels, rows, chosen, rounds, boards, tuple(map(log.log_action, past.gaps)))


def write_past_value(value: Any) -> str:
    return exact(value) or "–"


def build_board(row: dict[str, Any], names: dict[int, str]) -> PastBoard:
    black = names.get(row["black"], "") if row["black"] is not None else ""
    return PastBoard(row["board"], names.get(row["white"], ""), black, log.log_result(row))
