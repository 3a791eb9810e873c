"""Every write. One function is one transaction: lock the event, check, change, log, announce, return."""

from tournaments.actions.configuration import change, set_tiebreaks
from tournaments.actions.entry import Answer, Entry, enter_result, undo_last
from tournaments.actions.events import import_tournament, purge_event
from tournaments.actions.results import Value
from tournaments.actions.writing import COMMAND, Actor

__all__ = [
    "COMMAND",
    "Actor",
    "Answer",
    "Entry",
    "Value",
    "change",
    "enter_result",
    "import_tournament",
    "purge_event",
    "set_tiebreaks",
    "undo_last",
]
