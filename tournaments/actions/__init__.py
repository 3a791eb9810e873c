"""Every write. One function is one transaction: lock the event, check, change, log, announce, return."""

from tournaments.actions.checking import check_result
from tournaments.actions.configuration import change, change_settings, set_tiebreaks
from tournaments.actions.decisions import Decision, decide
from tournaments.actions.drafts import change_draft, discard_draft, make_draft
from tournaments.actions.entry import Answer, Entry, enter_result, undo_last
from tournaments.actions.events import import_tournament, purge_event
from tournaments.actions.field import come_back, enter_late, set_absence, withdraw
from tournaments.actions.planning import set_plan
from tournaments.actions.publication import publish, repair, take_back
from tournaments.actions.reports import report_result
from tournaments.actions.results import Value
from tournaments.actions.setup import copy_event, create_event, set_way
from tournaments.actions.writing import COMMAND, Actor

__all__ = [
    "COMMAND",
    "Actor",
    "Answer",
    "Decision",
    "Entry",
    "Value",
    "change",
    "change_draft",
    "change_settings",
    "check_result",
    "come_back",
    "copy_event",
    "create_event",
    "decide",
    "discard_draft",
    "enter_late",
    "enter_result",
    "import_tournament",
    "make_draft",
    "publish",
    "purge_event",
    "repair",
    "report_result",
    "set_absence",
    "set_plan",
    "set_tiebreaks",
    "set_way",
    "take_back",
    "undo_last",
    "withdraw",
]
