"""Undo what the log says of players."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tiebreaks.facts.crosstable import Player
from tournaments.history.rewound import RewoundEvent
from tournaments.models import LogEntry


def undo_addition(rewound: RewoundEvent, entry: LogEntry) -> None:
    rewound.remove_player(entry.new_values["number"])


def restore_player(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Let a removed player take part again, without a name and without a team: the log holds neither."""
    fields = dict(entry.old_values)
    absent, number = fields.pop("absent"), fields["number"]
    rewound.players[number] = Player(**fields, name="…")
    for round_number in absent:
        rewound.add_absence(round_number, number)


def undo_import(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Undo the import of a list: the numbers that it gave, the players it added, and the changes to the others."""
    added = entry.new_values["new"]
    if "renumbered" in entry.new_values or "start_numbers" in entry.old_values:
        undo_numbering(rewound, entry)
    for number in added:
        rewound.remove_player(number)
    undo_updates(rewound, entry)


def undo_numbering(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Give players their old start numbers; in lines of older releases their old numbers, before any round."""
    if "start_numbers" in entry.old_values:
        for number, start in entry.old_values["start_numbers"].items():
            rewound.change_player(int(number), {"given_number": start})
        return
    old = dict(enumerate(entry.new_values["renumbered"], start=1))
    rewound.players = {old[number]: player._replace(number=old[number]) for number, player in rewound.players.items()}


def undo_withdrawal(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Undo a withdrawal, an expulsion or a return of a player or a team."""
    fields = {"withdrawn_from": entry.old_values.get("round"), "expelled_from": entry.old_values.get("expelled")}
    change_participant(rewound, entry.new_values, fields)


def undo_value_by_hand(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Undo a value that an arbiter set by hand for a player or a team."""
    fields = dict(entry.old_values)
    if fields.get("manual_value") is not None:
        fields["manual_value"] = Decimal(fields["manual_value"])
    change_participant(rewound, fields, fields)


def change_participant(rewound: RewoundEvent, key: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    """Change fields of the player or the team that `key` names."""
    if "team" not in key:
        rewound.change_player(key["number"], fields)
        return
    row = rewound.require_teams().rows[key["team"]]
    for name in fields.keys() - {"team"}:
        setattr(row, name, fields[name])


def undo_change(rewound: RewoundEvent, entry: LogEntry) -> None:
    rewound.change_player(entry.old_values["number"], entry.old_values)


def undo_updates(rewound: RewoundEvent, entry: LogEntry) -> None:
    for number, fields in entry.old_values["players"].items():
        rewound.change_player(int(number), fields)
