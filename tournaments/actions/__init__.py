"""Every write. One function is one transaction: lock the event, check, change, log, announce, return."""

from tournaments.actions.archives import go_on_here, hand_over, import_archive
from tournaments.actions.categories import (
    MOST_PRIZES,
    PRIZES_TOO_MANY,
    Definition,
    move_category,
    remove_category,
    save_category,
    set_prizes,
)
from tournaments.actions.checkin import check_in, close_checkin, reopen_checkin
from tournaments.actions.checking import check_result
from tournaments.actions.closing import close_round, release_results, withhold
from tournaments.actions.configuration import change, change_settings, set_tiebreaks
from tournaments.actions.decisions import Decision, decide
from tournaments.actions.drafts import ask_draft, cancel_drawing, change_draft, discard_draft, draw, make_draft
from tournaments.actions.entry import Answer, Entry, enter_result, undo_last
from tournaments.actions.events import import_file, import_tournament, purge_event
from tournaments.actions.field import come_back, set_absence, withdraw
from tournaments.actions.fixed_tables import fix_table
from tournaments.actions.games import import_games
from tournaments.actions.incoming import import_incoming
from tournaments.actions.line_ups import set_line_up, take_back_sheet
from tournaments.actions.match_ends import end_match
from tournaments.actions.people import (
    accept,
    accept_as_new,
    change_role,
    give_link,
    invite,
    is_within,
    open_invitations,
    remove_member,
    withdraw_invitation,
)
from tournaments.actions.planning import set_plan
from tournaments.actions.players import add_player, edit_player, import_players, number_by_rating, remove_player
from tournaments.actions.preferences import choose_keys
from tournaments.actions.privacy import forget_details, forget_player, show_player
from tournaments.actions.programs import add_webhook, let_program_in, remove_webhook, shut_program_out
from tournaments.actions.publication import publish, take_back
from tournaments.actions.ratings import update_from_lists
from tournaments.actions.repairs import repair
from tournaments.actions.reports import report_result
from tournaments.actions.results import Value
from tournaments.actions.schedule import set_times
from tournaments.actions.screens import (
    add_screen,
    announce_on_screens,
    close_screen,
    direct_screen,
    renew_screen,
)
from tournaments.actions.series import change_series, leave_series, make_series, new_section
from tournaments.actions.setup import copy_event, create_event, set_way
from tournaments.actions.sheets import choose_for_sheet, drop_sheet, keep_sheet
from tournaments.actions.sites import ask_for_site
from tournaments.actions.slips import print_slips
from tournaments.actions.starting import begin_round
from tournaments.actions.teams import number_teams, remove_team, save_team
from tournaments.actions.writing import COMMAND, Actor

__all__ = [
    "COMMAND",
    "MOST_PRIZES",
    "PRIZES_TOO_MANY",
    "Actor",
    "Answer",
    "Decision",
    "Definition",
    "Entry",
    "Value",
    "accept",
    "accept_as_new",
    "add_player",
    "add_screen",
    "add_webhook",
    "announce_on_screens",
    "ask_draft",
    "ask_for_site",
    "begin_round",
    "cancel_drawing",
    "change",
    "change_draft",
    "change_role",
    "change_series",
    "change_settings",
    "check_in",
    "check_result",
    "choose_for_sheet",
    "choose_keys",
    "close_checkin",
    "close_round",
    "close_screen",
    "come_back",
    "copy_event",
    "create_event",
    "decide",
    "direct_screen",
    "discard_draft",
    "draw",
    "drop_sheet",
    "edit_player",
    "end_match",
    "enter_result",
    "fix_table",
    "forget_details",
    "forget_player",
    "give_link",
    "go_on_here",
    "hand_over",
    "import_archive",
    "import_file",
    "import_games",
    "import_incoming",
    "import_players",
    "import_tournament",
    "invite",
    "is_within",
    "keep_sheet",
    "leave_series",
    "let_program_in",
    "make_draft",
    "make_series",
    "move_category",
    "new_section",
    "number_by_rating",
    "number_teams",
    "open_invitations",
    "print_slips",
    "publish",
    "purge_event",
    "release_results",
    "remove_category",
    "remove_member",
    "remove_player",
    "remove_team",
    "remove_webhook",
    "renew_screen",
    "reopen_checkin",
    "repair",
    "report_result",
    "save_category",
    "save_team",
    "set_absence",
    "set_line_up",
    "set_plan",
    "set_prizes",
    "set_tiebreaks",
    "set_times",
    "set_way",
    "show_player",
    "shut_program_out",
    "take_back",
    "take_back_sheet",
    "undo_last",
    "update_from_lists",
    "withdraw",
    "withdraw_invitation",
    "withhold",
]
