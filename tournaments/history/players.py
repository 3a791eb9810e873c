"""Undo what the log says of players."""

from decimal import Decimal

from tiebreaks.crosstable import Player
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
    """Undo a withdrawal or a return. That of a team moves no player in the table."""
    if "team" not in entry.new_facts:
        facts.change_player(entry.new_facts["number"], {"withdrawn_from": entry.old_facts.get("round")})


def undo_value_by_hand(facts: Facts, entry: LogEntry) -> None:
    """Undo a value that an arbiter set by hand for a player or a team."""
    fields = dict(entry.old_facts)
    if fields.get("manual_value") is not None:
        fields["manual_value"] = Decimal(fields["manual_value"])
    if "team" not in fields:
        facts.change_player(fields["number"], fields)
        return
    row = facts.require_teams().rows[fields.pop("team")]
    for name, value in fields.items():
        setattr(row, name, value)


def undo_change(facts: Facts, entry: LogEntry) -> None:
    facts.change_player(entry.old_facts["number"], entry.old_facts)


def undo_updates(facts: Facts, entry: LogEntry) -> None:
    for number, fields in entry.old_facts["players"].items():
        facts.change_player(int(number), fields)
