"""Undo what the log says of results, rounds and settings."""

from decimal import Decimal
from itertools import count

from django.db.models import Field

from tournaments.domain.results import Result
from tournaments.history.facts import SIDES, Facts, Gap
from tournaments.history.teams import replace_matches
from tournaments.models import Event, LogEntry

VALUE = ("result", "white_score", "black_score")
DECIDED = ("_penalty", "_deduction")  # stay with a player who changes seats


def undo_result(facts: Facts, entry: LogEntry) -> None:
    facts.find_game(entry).update({name: entry.old_facts.get(name) for name in VALUE})


def undo_decision(facts: Facts, entry: LogEntry) -> None:
    game, before = facts.find_game(entry), entry.old_facts
    side = "white" if game["white"] == before["player"] else "black"
    game[f"{side}_penalty"], game[f"{side}_deduction"] = before["penalty"], Decimal(before["deduction"])
    if "bye" in before:
        game["result"] = before["bye"]


def undo_publication(facts: Facts, entry: LogEntry) -> None:
    published = {each["round"] for each in entry.new_facts["rounds"]}
    facts.games = {key: row for key, row in facts.games.items() if row["round"] not in published}
    if facts.teams:
        facts.teams = facts.teams._replace(meetings=facts.teams.meetings.without(published))


def restore_rounds(facts: Facts, entry: LogEntry) -> None:
    """Publish again the rounds that were turned back into drafts."""
    if facts.teams:
        replace_matches(facts, [], entry.old_facts["matches"])
        return
    for drafted in entry.old_facts["rounds"]:
        number, boards, byes = drafted["round"], drafted["boards"], drafted["byes"]
        for table, (white, black) in zip(drafted.get("tables", count(1)), boards, strict=False):
            facts.add_game(number, white=white, black=black, board=table)
        for player in byes:
            facts.add_game(number, white=player, result=Result.BYE.value)
        for player in facts.players.keys() - {seat for board in boards for seat in board} - set(byes):
            facts.add_absence(number, player)


def undo_exchange(facts: Facts, entry: LogEntry) -> None:
    """Put both players back: boards are found by their number, byes by their player."""
    if facts.teams:
        replace_matches(facts, entry.new_facts["matches"], entry.old_facts["matches"])
        return
    rows = [row for row in facts.games.values() if row["round"] == entry.new_facts["round"]]
    decided = {row[side]: [row[side + name] for name in DECIDED] for row in rows for side in SIDES}
    for before, after in zip(entry.old_facts["boards"], entry.new_facts["boards"], strict=False):
        place = after["white"], after["board"]
        row = next((row for row in rows if (row["white"], row["board"]) == place), None)
        if row is None:
            if before == entry.old_facts["boards"][0]:
                continue  # both sat at one board, which is restored already
            raise Gap
        row.update({"white": before["white"], "black": before["black"], "board": before["board"]})
    for row in rows:
        for side in SIDES:
            row.update(zip([side + name for name in DECIDED], decided[row[side]], strict=True))


def undo_settings(facts: Facts, entry: LogEntry) -> None:
    for name, value in entry.old_facts.items():
        field = Event._meta.get_field(name)
        setattr(facts.event, name, field.to_python(value) if isinstance(field, Field) else value)


def undo_tiebreaks(facts: Facts, entry: LogEntry) -> None:
    facts.event.tiebreaks = entry.old_facts["order"]
