"""Undo what the log says of results, rounds and settings."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import count, zip_longest
from typing import Any

from tournaments.domain.desk.results import Result
from tournaments.history.rewound import EMPTY_ROW, SCORED, SIDES, LogGap, RewoundEvent
from tournaments.history.teams import replace_matches
from tournaments.models import LogEntry
from tournaments.models.events import COLUMNS

VALUE = ("result", "white_score", "black_score")


def undo_result(rewound: RewoundEvent, entry: LogEntry) -> None:
    rewound.find_game(entry).update({name: entry.old_values.get(name) for name in VALUE})


def undo_decision(rewound: RewoundEvent, entry: LogEntry) -> None:
    game, before = rewound.find_game(entry), entry.old_values
    side = "white" if game["white"] == before["player"] else "black"
    game[f"{side}_penalty"], game[f"{side}_deduction"] = before["penalty"], Decimal(before["deduction"])
    game["decided_points"] = before.get("decided_points", "")
    if "bye" in before:
        game["result"] = before["bye"]


def undo_publishing(rewound: RewoundEvent, entry: LogEntry) -> None:
    published = {each["round"] for each in entry.new_values["rounds"]}
    rewound.games = {key: row for key, row in rewound.games.items() if row["round"] not in published}
    if rewound.teams:
        rewound.teams = rewound.teams._replace(meetings=rewound.teams.meetings.without(published))


def restore_rounds(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Publish again the rounds that were turned back into drafts."""
    if rewound.teams:
        replace_matches(rewound, [], entry.old_values["matches"])
        return
    for drafted in entry.old_values["rounds"]:
        number, boards, byes = drafted["round"], drafted["boards"], drafted["byes"]
        for table, (white, black) in zip(drafted.get("tables", count(1)), boards, strict=False):
            rewound.add_game(number, white=white, black=black, board=table)
        for player in byes:
            rewound.add_game(number, white=player, result=Result.BYE.value)
        for player in rewound.players.keys() - {seat for board in boards for seat in board} - set(byes):
            rewound.add_absence(number, player)


def undo_swap(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Put both players back: boards are found by their number, byes by their player."""
    if rewound.teams:
        replace_matches(rewound, entry.new_values["matches"], entry.old_values["matches"])
        return
    number = entry.new_values["round"]
    before, after = (list_once(line["boards"]) for line in (entry.old_values, entry.new_values))
    keys = [find_place(rewound, number, place) for place in after]
    decided = rewound.read_decisions(number)
    for key, board in zip_longest(keys, before):
        row = rewound.games.pop(key) if key is not None else {**EMPTY_ROW, "round": number}
        if board is not None:  # otherwise nobody sat there
            rewound.games[key or (number, board["white"], len(rewound.games))] = row
            row.update({name: value for name, value in board.items() if name in SCORED})
    for row in rewound.games.values():
        for side in SIDES:
            if row["round"] == number:
                own = decided.get(row[side], {})
                row.update({f"{side}_{name}": own.get(name, 0) for name in ("penalty", "deduction")})


def list_once(boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return boards without repetition: older lines name one board twice where both players sat there."""
    return [board for place, board in enumerate(boards) if board not in boards[:place]]


def find_place(rewound: RewoundEvent, number: int, place: Mapping[str, Any]) -> Any:
    """Return the key of a board or a bye. Raise Gap where it is not there."""
    for key, row in rewound.games.items():
        if (row["round"], row["white"], row["board"]) == (number, place["white"], place["board"]):
            return key
    raise LogGap


def undo_settings(rewound: RewoundEvent, entry: LogEntry) -> None:
    for name, value in entry.old_values.items():
        setattr(rewound.event.row_with(name), name, COLUMNS[name].to_python(value))


def undo_tiebreaks(rewound: RewoundEvent, entry: LogEntry) -> None:
    rewound.event.tiebreaks = entry.old_values["order"]
