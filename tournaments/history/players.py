"""Undo what the log says of players."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tiebreaks.facts.crosstable import Player
from tournaments.history.facts import Facts
from tournaments.models import LogEntry


def undo_addition(facts: Facts, entry: LogEntry) -> None:
    facts.remove_player(entry.new_facts["number"])


def restore_player(facts: Facts, entry: LogEntry) -> None:
    """Let a removed player take part again, without a name and without a team: the log holds neither."""
    fields = dict(entry.old_facts)
    absent, number = fields.pop("absent"), fields["number"]
    facts.players[number] = Player(**fields, name="…")
    for round_number in absent:
        facts.add_absence(round_number, number)


def undo_import(facts: Facts, entry: LogEntry) -> None:
    """Undo the import of a list: the numbers that it gave, the players it added, and the changes to the others."""
    added = entry.new_facts["new"]
    if "renumbered" in entry.new_facts or "start_numbers" in entry.old_facts:
        undo_numbering(facts, entry)
    for number in added:
        facts.remove_player(number)
    undo_updates(facts, entry)


def undo_numbering(facts: Facts, entry: LogEntry) -> None:
    """Give players their old start numbers; in lines of older releases their old numbers, before any round."""
    if "start_numbers" in entry.old_facts:
        for number, start in entry.old_facts["start_numbers"].items():
            facts.change_player(int(number), {"given_number": start})
        return
    old = dict(enumerate(entry.new_facts["renumbered"], start=1))
    facts.players = {old[number]: player._replace(number=old[number]) for number, player in facts.players.items()}


def undo_withdrawal(facts: Facts, entry: LogEntry) -> None:
    """Undo a withdrawal, an expulsion or a return of a player or a team."""
    fields = {"withdrawn_from": entry.old_facts.get("round"), "expelled_from": entry.old_facts.get("expelled")}
    change_participant(facts, entry.new_facts, fields)


def undo_value_by_hand(facts: Facts, entry: LogEntry) -> None:
    """Undo a value that an arbiter set by hand for a player or a team."""
    fields = dict(entry.old_facts)
    if fields.get("manual_value") is not None:
        fields["manual_value"] = Decimal(fields["manual_value"])
    change_participant(facts, fields, fields)


def change_participant(facts: Facts, key: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    """Change fields of the player or the team that `key` names."""
    if "team" not in key:
        facts.change_player(key["number"], fields)
        return
    row = facts.require_teams().rows[key["team"]]
    for name in fields.keys() - {"team"}:
        setattr(row, name, fields[name])


def undo_change(facts: Facts, entry: LogEntry) -> None:
    facts.change_player(entry.old_facts["number"], entry.old_facts)


def undo_updates(facts: Facts, entry: LogEntry) -> None:
    for number, fields in entry.old_facts["players"].items():
        facts.change_player(int(number), fields)
