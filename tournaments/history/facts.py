"""The facts of an event while they are taken back, line by line of its log."""

import copy
from decimal import Decimal
from itertools import count
from typing import Any

from tiebreaks import crosstable as core
from tournaments.domain.results import Result
from tournaments.history.teams import put_back
from tournaments.models import Event, Game, LogEntry
from tournaments.queries import team_facts
from tournaments.queries.facts import read_players_crosstable

VALUE = ("result", "white_score", "black_score")
SCORED = (
    *("round", "board", "white", "black", "result", "white_score", "black_score"),
    *("white_penalty", "black_penalty", "white_deduction", "black_deduction"),
)
OWN = ("_penalty", "_deduction")  # what goes with a player who changes his seat
ROW = {"board": None, "black": None, "result": "", "white_score": None, "black_score": None, "white_penalty": 0}
ROW |= {"black_penalty": 0, "white_deduction": Decimal(0), "black_deduction": Decimal(0)}


class Gap(Exception):
    """A line of the log that does not tell what was before it."""


class Facts:
    """The facts of an event while they are taken back, line by line."""

    def __init__(self, event: Event):
        self.event = copy.copy(event)
        self.event.for_public = False
        self.players = {player.number: player for player in read_players_crosstable(self.event).players.values()}
        fields = ("pk", "round__number", "board", "white__number", "black__number", *SCORED[4:])
        games = Game.objects.filter(round__event=event).order_by("round__number", "pk").values_list(*fields)
        self.games: dict[Any, dict[str, Any]] = {row[0]: dict(zip(SCORED, row[1:], strict=True)) for row in games}
        self.teams = team_facts.known(self.event) if event.team_boards else None

    def game(self, entry: LogEntry) -> dict[str, Any]:
        """Return the game of a line; where it was taken back and published anew, the one at the same board."""
        if entry.game_id in self.games:
            return self.games[entry.game_id]
        place = (entry.answer or {}).get("at")
        found = [row for row in self.games.values() if place and [row[name] for name in SCORED[:4]] == place]
        if not found:
            raise Gap
        return found[0]

    def value(self, entry: LogEntry) -> None:
        self.game(entry).update({name: (entry.before or {}).get(name) for name in VALUE})

    def decision(self, entry: LogEntry) -> None:
        game, before = self.game(entry), entry.before
        side = "white" if game["white"] == before["player"] else "black"
        game[f"{side}_penalty"], game[f"{side}_deduction"] = before["penalty"], Decimal(before["deduction"])
        if "bye" in before:
            game["result"] = before["bye"]

    def publication(self, entry: LogEntry) -> None:
        gone = {round["round"] for round in entry.after["rounds"]}
        self.games = {pk: row for pk, row in self.games.items() if row["round"] not in gone}
        if self.teams:
            self.teams = self.teams._replace(meetings=self.teams.meetings.without(gone))

    def taking_back(self, entry: LogEntry) -> None:
        if self.teams:
            return put_back(self, [], entry.before["matches"])
        for round in entry.before["rounds"]:
            seated = {seat for board in round["boards"] for seat in board}
            for place, (white, black) in zip(round.get("tables", count(1)), round["boards"], strict=False):
                self.add(round["round"], white=white, black=black, board=place)
            for number in round["byes"]:
                self.add(round["round"], white=number, result=Result.BYE.value)
            for number in self.players.keys() - seated - set(round["byes"]):
                self.add(round["round"], white=number, result=Result.ABSENT.value)

    def add(self, number: int, **fields: Any) -> None:
        row = {**ROW, **fields, "round": number}
        self.games[number, row["white"], len(self.games)] = row

    def repair(self, entry: LogEntry) -> None:
        """Put both places back as they were: boards by their number, byes by who had them."""
        if self.teams:
            return put_back(self, entry.after["matches"], entry.before["matches"])
        number = entry.after["round"]
        places = [row for row in self.games.values() if row["round"] == number]
        taken = {row[side]: [row[side + own] for own in OWN] for row in places for side in ("white", "black")}
        for was, now in zip(entry.before["boards"], entry.after["boards"], strict=False):
            at = [row for row in self.games.values() if row["round"] == number and row["white"] == now["white"]]
            row = next((row for row in at if row["board"] == now["board"]), None)
            if row is None:
                if was == entry.before["boards"][0]:
                    continue  # both sat at one board, which is back already
                raise Gap
            row.update({"white": was["white"], "black": was["black"], "board": was["board"]})
        for row in places:
            for side in ("white", "black"):
                row.update(zip([side + own for own in OWN], taken[row[side]], strict=True))

    def entrance(self, entry: LogEntry) -> None:
        self.leave_out(entry.after["number"])

    def leave_out(self, number: int) -> None:
        self.players.pop(number, None)
        self.games = {pk: row for pk, row in self.games.items() if number not in (row["white"], row["black"])}

    def removal(self, entry: LogEntry) -> None:
        """Let somebody take part again, without a name: the log holds none. In which team he was it does not tell."""
        known = dict(entry.before)
        absent, number = known.pop("absent"), known["number"]
        self.players[number] = core.Player(**known, name="…")
        for round in absent:
            self.add(round, white=number, result=Result.ABSENT.value)

    def coming(self, entry: LogEntry) -> None:
        """Take a list back: the numbers that it gave, who came with it, and what it changed of the others."""
        new = entry.after["new"]
        if "renumbered" in entry.after:
            self.numbering(entry)
        for number in new:
            self.leave_out(number)
        self.update(entry)

    def numbering(self, entry: LogEntry) -> None:
        """Give everybody the old number again; no round was paired."""
        old = dict(enumerate(entry.after["renumbered"], 1))
        self.players = {old[n]: player._replace(number=old[n]) for n, player in self.players.items()}

    def leaving(self, entry: LogEntry) -> None:
        if "team" not in entry.after:  # that a team has withdrawn moves nobody in the table
            self.change(entry.after["number"], withdrawn_from=(entry.before or {}).get("round"))

    def player(self, entry: LogEntry) -> None:
        known = {name: value for name, value in entry.before.items() if name in core.Player._fields and value != "…"}
        self.change(known.pop("number"), **known)

    def update(self, entry: LogEntry) -> None:
        for number, fields in entry.before["players"].items():
            known = {name: value for name, value in fields.items() if name in core.Player._fields and value != "…"}
            self.change(int(number), **known)

    def change(self, number: int, **fields: Any) -> None:
        if number in self.players:
            self.players[number] = self.players[number]._replace(**fields)

    def settings(self, entry: LogEntry) -> None:
        for name, value in entry.before.items():
            setattr(self.event, name, Event._meta.get_field(name).to_python(value))

    def order(self, entry: LogEntry) -> None:
        self.event.tiebreaks = entry.before["order"]
