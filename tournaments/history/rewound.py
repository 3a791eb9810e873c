"""The facts of an event while lines of its log are undone: its players, games and teams at one moment."""

import copy
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tiebreaks.facts.crosstable import Player
from tournaments.access.reader import staff_reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game, LogEntry
from tournaments.queries.standings import team_crosstable
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.endings import read_endings

type Row = dict[str, Any]  # a game by the names in SCORED

SIDES = ("white", "black")
SCORED = (
    *("round", "board", "white", "black", "result", "white_score", "black_score"),
    *("white_penalty", "black_penalty", "decided_points", "white_deduction", "black_deduction"),
)
PLACE = SCORED[:4]
EMPTY_ROW: Row = {
    "board": None,
    "black": None,
    "result": "",
    "white_score": None,
    "black_score": None,
    "white_penalty": 0,
    "black_penalty": 0,
    "decided_points": "",
    "white_deduction": Decimal(0),
    "black_deduction": Decimal(0),
}


class LogGap(Exception):
    """A line of the log that does not say what was there before it."""


class RewoundEvent:
    """The facts of an event at the moment that has been reached; undoing a line changes them in place."""

    def __init__(self, event: Event):
        self.event = copy.deepcopy(event)  # lines of the log are undone in its settings too
        reader = staff_reader(self.event)
        players = read_players_crosstable(reader).players.values()
        self.players: dict[int, Player] = {player.number: player for player in players}
        fields = ("pk", "round__number", "board", "white__number", "black__number", *SCORED[4:])
        games = Game.objects.filter(round__event=event).order_by("round__number", "pk").values_list(*fields)
        self.games: dict[Any, Row] = {row[0]: dict(zip(SCORED, row[1:], strict=True)) for row in games}
        self.endings = read_endings(reader)
        self.teams = team_crosstable.read_teams(reader) if event.team_boards else None

    def require_teams(self) -> team_crosstable.StoredTeams:
        """Return the teams. Raise Gap where the event no longer has any."""
        if self.teams is None:
            raise LogGap
        return self.teams

    def find_game(self, entry: LogEntry) -> Row:
        """Return the game of a line; where its round was published again, the game of the same players and board."""
        if entry.game_id in self.games:
            return self.games[entry.game_id]
        place = entry.stored_answer.get("at")
        for row in self.games.values() if place else ():
            if [row[name] for name in PLACE] == place:
                return row
        raise LogGap

    def find_key(self, round_number: int, board: int | None) -> Any:
        """Return the key of the game at a board, None where nobody sits there."""
        place = round_number, board
        return next((key for key, row in self.games.items() if (row["round"], row["board"]) == place), None)

    def read_decisions(self, round_number: int) -> dict[int, dict[str, Any]]:
        """Return the penalty and the deduction of each player of a round."""
        return {
            row[side]: {name: row[f"{side}_{name}"] for name in ("penalty", "deduction")}
            for row in self.games.values()
            for side in SIDES
            if row["round"] == round_number and row[side] is not None
        }

    def add_game(self, round_number: int, **fields: Any) -> None:
        row = {**EMPTY_ROW, **fields, "round": round_number}
        self.games[round_number, row["white"], len(self.games)] = row

    def add_absence(self, round_number: int, player: int) -> None:
        self.add_game(round_number, white=player, result=Result.ABSENT.value)

    def change_player(self, number: int, fields: Mapping[str, Any]) -> None:
        """Change a player, unless they have been removed since. What the log leaves out as personal stays as it is."""
        if number in self.players:
            known = {name: value for name, value in fields.items() if name in Player._fields and value != "…"}
            self.players[number] = self.players[number]._replace(**known)

    def remove_player(self, number: int) -> None:
        self.players.pop(number, None)
        self.games = {key: row for key, row in self.games.items() if number not in (row["white"], row["black"])}
