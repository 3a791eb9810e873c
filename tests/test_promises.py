"""What the pages and their help promise, each sentence with the tests that hold it.

A promise that is reworded must be found here again; one that is added to the help must name its test.
"""

import ast
import re
from functools import cache
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "tournaments/locale/de/LC_MESSAGES/django.po"

# The sentence as it is in the sources, and the tests that would fail if it were untrue.
PROMISES = {
    # Repairs.
    "Two players at one board exchange colours; the result stays with its winner.": [
        "test_colours_are_exchanged_and_the_winner_stays_the_same_person",
    ],
    "Two teams of one match exchange their colours; the results stay with their winners.": [
        "test_results_of_a_match_stay_with_their_winners_when_its_colours_are_exchanged",
    ],
    "Two at different boards exchange opponents; results of these boards must be entered again.": [
        "test_exchanged_opponents_play_again",
    ],
    "Two without an opponent, for example a latecomer and who has the bye, get a new board.": [
        "test_who_has_no_opponent_gets_a_board",
        "test_two_unpaired_teams_meet",
    ],
    "Everything in this event, also its log, becomes as it was then. Other events stay as they are, and a copy of the"
    " present state is made first.": [
        "test_an_event_returns_to_what_it_was_before_a_repair",
    ],
    "Players, results and the log are deleted. A last copy stays on the server under Backups, where the site’s admin"
    " can restore the event or delete the copy.": [
        "test_an_erased_event_is_brought_back_by_the_sites_admin",
        "test_the_pages_lead_there",
    ],
    "“All here but …” checks everybody in whom you don’t tick as missing.": [
        "test_all_are_here_but_some",
    ],
    # Entering results.
    "Somebody else has entered a result for this board since you last saw it. Nothing was overwritten.": [
        "test_a_conflict_shows_both_and_overwrites_nothing",
    ],
    "A red box means that somebody entered a different result for the same board. Nothing is overwritten: look at the"
    " slip and choose.": [
        "test_a_conflict_shows_both_and_overwrites_nothing",
        "test_of_two_arbiters_at_once_one_is_refused",
    ],
    "Check the slip again. Nothing has been changed.": [
        "test_a_check_of_what_has_changed_meanwhile_is_a_conflict",
    ],
    "Enter a result with the keys shown below the line, or type board and result into the line. The next open board is"
    " selected automatically.": [
        "test_forty_boards_by_keyboard_alone",
        "test_the_next_open_board_takes_the_focus",
    ],
    "No network? Carry on: your entries wait on this device, a banner counts them, and they are sent in order once the"
    " network is back, even after a reload.": [
        "test_what_waits_survives_a_reload",
        "test_what_waits_is_sent_once_after_cut_and_reload",
    ],
    "Entries waiting on this device are kept.": [
        "test_what_waits_survives_a_reload",
        "test_two_rounds_and_two_users_of_one_laptop",
    ],
    "A wrong result? Enter the right one. What you entered in this round changes at once. Somebody else’s entry, a"
    " checked result and earlier rounds change only with a reason; after two rounds, only by the chief arbiter or the"
    " owner.": [
        "test_what_protects_a_result",
        "test_older_rounds_need_the_chief_arbiter_and_a_reason",
        "test_the_previous_round_is_corrected_with_a_reason_and_the_running_one_without",
    ],
    "This event has been final since %(moment)s. Only its owner and the chief arbiter can still correct a result, with"
    " a reason, and the public pages say what was corrected.": [
        "test_a_helper_changes_nothing_in_a_final_event",
        "test_the_chief_arbiter_corrects_with_a_reason_and_the_public_is_told",
        "test_everything_else_that_counts_waits_until_the_event_is_reopened",
    ],
    "You can’t check your own entries. Sort the slips by who entered them: the piles are listed here.": [
        "test_nobody_checks_himself",
        "test_the_page_piles_by_who_entered_in_the_order_of_entry",
    ],
    "A second person checks each result: by comparing it with the slip, or by entering it again without seeing the"
    " first entry.": ["test_the_blind_page_hides_what_is_stored"],
    "The code on a slip opens just this board on a phone, for a few hours. Print without codes if players should not"
    " report results.": [
        "test_a_code_opens_exactly_its_board",
        "test_an_expired_a_revoked_and_an_invented_code_open_nothing",
    ],
    "Each decision is logged with name, time and reason.": [
        "test_points_taken_off_count_in_the_table_and_explain_themselves",
    ],
    "A value set by hand (MAN) and the places in a play-off are entered below the order, each with a reason.": [
        "test_a_value_decides_a_tie_and_is_logged",
        "test_what_is_refused_stays_in_the_form",
    ],
    # Pairings and rounds.
    "“Draw” makes a draft that only the arbiters see. Look at it, change it by hand where the rules allow, then publish"
    " it.": ["test_a_draft_is_seen_by_nobody"],
    "The draft is ready. Only the arbiters see it.": [
        "test_a_draft_is_seen_by_nobody",
        "test_others_are_sent_to_the_sign_in",
    ],
    "Noted: the next draw will respect it.": [
        "test_pairs_and_byes_that_the_arbiter_wants",
        "test_two_are_kept_apart_in_the_finalists_round_too",
    ],
    "The reason for each pairing is shown next to the board. Illegal pairings are marked, and publishing them needs a"
    " reason.": [
        "test_every_reason_is_true_of_its_position",
        "test_changes_by_hand_are_checked_and_logged",
    ],
    "Published by mistake? You can withdraw the round as long as it has no results.": [
        "test_a_published_round_changes_for_a_reason_only",
        "test_an_imported_round_with_results_is_not_taken_back",
    ],
    "If a result is corrected after the draw, the pairings stay, and this page says so.": [
        "test_both_pages_say_so",
    ],
    "The pairings stay; the table uses the corrected result.": [
        "test_every_later_table_counts_the_new_result",
    ],
    "A stage can be changed until its first round is published. If you choose another system, save first: its usual"
    " settings then appear and can be changed.": [
        "test_a_plan_that_has_begun_stays",
        "test_a_stage_that_has_begun_is_shown_in_words_alone",
    ],
    "The same seed draws the same groups. Leave empty to have one chosen at random and stored.": [
        "test_a_draw_can_be_checked_with_any_tool",
    ],
    "While a round is withheld, the public sees it as if it had no results, on every page, screen and file, until you"
    " release it.": [
        "test_a_withheld_round_is_behind_no_public_door",
        "test_the_public_sees_the_tables_as_if_the_round_had_no_results",
    ],
    "Withhold: the public sees the boards of the round as open, on every page, screen and file, and the tables are"
    " computed without its results. The pairings stay visible. One button shows everything at once.": [
        "test_every_public_door_is_walked",
        "test_all_are_released_at_once",
    ],
    "Closing a round records its table in the log as evidence. From then on its results change only with a reason, by"
    " the chief arbiter or the owner; the page then shows which lines differ.": [
        "test_a_closed_round_is_protected_as_a_final_event_is",
        "test_the_table_of_a_closed_round_stands_in_the_log",
        "test_a_later_table_that_differs_is_shown",
    ],
    "Times are in the event’s own time zone. Phones and projectors count down to the next round by the server’s"
    " clock.": [
        "test_times_are_typed_in_the_zone_of_the_event",
        "test_the_countdown_follows_the_servers_clock_and_not_the_laptops",
    ],
    "“Fill in” sets a time for every round still to come; you can change each one afterwards.": [
        "test_a_row_leaves_published_rounds_alone",
    ],
    # Players.
    "“Number by rating” gives everybody a start number by rating. Once the first round is paired, the numbers stay.": [
        "test_everybody_gets_a_number_by_rating_title_and_name",
        "test_numbers_stay_once_a_round_is_paired",
    ],
    "Click a name to correct it or to withdraw the player. Players who have been paired can’t be removed: withdraw"
    " them.": ["test_a_player_is_removed_until_he_is_paired"],
    "Import a list from a spreadsheet, a text file or a tournament file. You see every mistake with its line before"
    " anything is stored.": [
        "test_the_preview_stores_nothing_and_the_import_everybody",
        "test_a_mistake_names_file_line_and_column_and_stops_everything",
    ],
    "Late entries get the next number; rounds already published count as absent.": [
        "test_a_late_entry_has_missed_the_published_rounds",
    ],
    "Players who need a certain table get it on their own page or on their team’s. No public page reveals that it is"
    " fixed.": ["test_nobody_outside_learns_that_a_table_is_fixed"],
    "Leave empty for none. Everybody sees the number; the reason is never stored.": [
        "test_why_somebody_needs_a_table_is_stored_nowhere",
    ],
    "“Close the check-in” leaves out everybody who is missing. Latecomers can still be checked in until the first round"
    " is published.": [
        "test_everybody_else_is_left_out_of_the_first_round",
        "test_who_comes_after_that_plays_all_the_same",
        "test_the_check_in_is_over_once_a_round_is_paired",
    ],
    "Type part of the name and tap the row: the player is present. Another tap, or the line at the top, undoes it.": [
        "test_a_tap_is_taken_back",
    ],
    "People with the role “Check-in” can use this page and change nothing else. Assign the role on the page Staff.": [
        "test_a_helper_does_just_this",
        "test_what_a_role_may",
    ],
    "Players who have played can’t change teams. A team that has been paired can’t be removed: withdraw it.": [
        "test_a_player_who_has_played_stays_in_their_team",
        "test_a_team_in_the_pairings_is_not_removed",
    ],
    "Nothing is stored yet. The next page shows what each column means, every mistake with its line, and who is already"
    " entered.": ["test_the_preview_stores_nothing_and_the_import_everybody"],
    "Either the whole list is imported or nothing.": [
        "test_a_refused_file_leaves_nothing",
    ],
    "You can leave this page in the meantime. Until the import is finished, the old list of this name stays in use.": [
        "test_until_the_last_line_is_in_the_old_list_answers",
    ],
    "The player keeps all results and is no longer paired.": [
        "test_a_player_withdraws_and_returns",
        "test_withdrawing_and_coming_back",
    ],
    "Ratings and titles are updated; everything else is only filled in where it is missing. Nothing has been stored"
    " yet.": [
        "test_who_is_found_and_what_would_change",
        "test_what_is_ticked_is_written_and_logged_and_the_rest_is_not",
    ],
    "In this many of the last rounds nobody can request one.": [
        "test_half_point_byes_are_limited",
    ],
    "Nothing is fetched from the internet: only the lists that you import are used.": [
        "test_only_webhooks_and_the_relay_call_another_server",
    ],
    # What the public sees of people.
    "A player can be shown under another name or without one. Arbiters still see the name, and every game stays.": [
        "test_a_player_is_shown_otherwise_and_again_as_before",
    ],
    "Dates of birth appear on no public page and nowhere in the log.": [
        "test_names_and_births_are_behind_no_public_door",
        "test_the_log_keeps_no_name_and_no_birth",
    ],
    "After the event, the owner can erase dates of birth and identity numbers here, or everything about one player."
    " Erased data cannot be restored.": [
        "test_details_are_erased_after_the_event_alone",
        "test_one_player_is_erased_and_the_games_stay",
        "test_only_owners_erase",
    ],
    "A category is a table within the table. Spectators see who belongs to it, but never a date of birth.": [
        "test_no_public_page_tells_a_date_of_birth",
    ],
    "Sign-ins, failed attempts and refused pages are kept for %(door_days)s days, with time and network address.": [
        "test_the_cleanups_remove_what_is_old_and_leave_what_is_new",
    ],
    "No public page shows this player’s name or origin; the games stay.": [
        "test_names_and_births_are_behind_no_public_door",
        "test_the_streams_name_nobody_who_is_withheld",
    ],
    "Only the arbiters see dates of birth. They are used for categories and for reports to the federation, and"
    " appear on no public page, in no public file and nowhere in the log.": [
        "test_names_and_births_are_behind_no_public_door",
        "test_the_log_keeps_no_name_and_no_birth",
    ],
    "Nothing is stored about visitors: no account, no statistics, nothing from other sites. The players you follow are"
    " remembered in your own browser. One cookie protects forms, one remembers the language you choose, and one tells"
    " apart the phones that report a result: for a week, without a name.": [
        "test_nothing_is_stored_about_visitors",
        "test_a_phone_is_known_by_a_cookie_that_leaves_the_slips_alone",
    ],
    "An account has a name and a password. The password is stored in a form that nobody can read.": [
        "test_a_password_is_stored_as_a_digest",
    ],
    "An uploaded list of players is deleted once it is imported, or after a day. Of tokens and invitations, only a"
    " digest is stored.": [
        "test_an_uploaded_list_that_nobody_imports_goes_after_a_day",
        "test_the_preview_stores_nothing_and_the_import_everybody",
        "test_the_database_does_not_hold_the_text",
    ],
    "Every entry is recorded in the event’s log with name, role, time and network address. The log cannot be"
    " changed; it is deleted only with the whole event.": [
        "test_an_entry_stands_while_its_event_exists",
        "test_an_event_does_not_go_without_its_log",
    ],
    "This server sends nothing to others unless it is asked to.": [
        "test_only_webhooks_and_the_relay_call_another_server",
    ],
    # Who is safe, possible or out.
    "Who can still finish among the first %(places)s, computed from all possible results": [
        "test_every_claim_holds_however_the_event_ends",
        "test_nobody_is_safe_for_the_title_before_the_final_is_won",
    ],
    # The event.
    "Five short steps. Each one is saved, and nobody else sees the event until you publish it.": [
        "test_the_first_step_makes_an_event_that_nobody_else_sees",
        "test_the_second_step_stores_the_plan",
    ],
    "Each step is saved at once: you can return to it from any device.": [
        "test_the_second_step_stores_the_plan",
        "test_the_second_step_shows_what_was_chosen",
    ],
    "Only the staff can see the event until you publish it.": [
        "test_an_invisible_event_is_not_found",
    ],
    "Try everything out in a dry run: a copy that only you see and that you can delete at any time.": [
        "test_what_belongs_to_one_playing_is_not_copied",
        "test_a_dry_run_says_what_it_is_on_every_page_and_is_thrown_away_at_once",
    ],
    "Settings, schedule and tie-breaks are copied, but never results.": [
        "test_a_copy_has_settings_plan_and_order_and_never_results",
    ],
    "Prizes follow the categories. Changes take effect at once.": [
        "test_the_owner_adds_changes_moves_and_removes_categories",
    ],
    "Every change is listed here and can’t be altered: who, when, from where, before and after.": [
        "test_an_entry_stands_while_its_event_exists",
        "test_raw_sql_is_refused_too",
        "test_every_action_is_recorded_and_has_words",
    ],
    "Filter by board or person to find out what happened. You can show the table as it was at any moment.": [
        "test_each_moment_comes_back_as_it_was",
    ],
    "Every change is recorded in the log with the old and the new value.": [
        "test_a_change_is_saved_and_logged_with_both_values",
    ],
    "Once results are in, changes that can affect places need a reason. The game itself is fixed when the first"
    " round is paired.": [
        "test_points_need_a_reason_once_a_result_exists",
        "test_the_action_itself_keeps_the_game_once_a_round_is_paired",
    ],
    "The list of players. The table appears here automatically with the first result.": [
        "test_the_first_result_makes_a_table_of_the_list_and_keeps_the_focus",
    ],
    "Somebody else has changed the order since you opened this page. Check it and save again.": [
        "test_another_owners_change_is_not_overwritten",
    ],
    "Players tied on one criterion are separated by the next. Nothing changes until you save.": [
        "test_a_button_gives_the_draft_back_with_its_effect_and_writes_nothing",
    ],
    "Once a result is in, a change needs a reason, which is recorded in the log.": [
        "test_saving_needs_a_reason_once_results_exist",
    ],
    # People and programs.
    "Has somebody forgotten their password? Create a new sign-in link and hand it over. It works once.": [
        "test_a_link_signs_in_once",
        "test_an_owner_gives_a_sign_in_link",
    ],
    "Has somebody left? Remove the role: it ends at once, on all their devices.": [
        "test_a_role_that_is_removed_ends_on_every_device",
    ],
    "Invite people by link and give them only the rights they need: result entry, check-in or display.": [
        "test_what_a_role_may",
        "test_a_member_is_not_raised_by_an_invitation",
    ],
    "The invitation has been withdrawn. Its link no longer works.": [
        "test_an_invitation_for_many_serves_until_it_is_withdrawn",
    ],
    "This sign-in link works once, within half an hour, and is shown only now. Give it only to the person it is for:"
    " opening it signs them in.": [
        "test_a_link_signs_in_once",
        "test_an_expired_or_unknown_link_is_refused",
    ],
    "Each backup holds all events and accounts at one moment. A backup is made after each finished round and"
    " before each upgrade; the newest of each kind are kept. Keep some on another machine too.": [
        "test_what_was_there_at_the_copy_is_there_again",
        "test_a_round_that_is_complete_is_copied_once",
        "test_of_each_kind_the_newest_are_kept",
    ],
    "The token is shown only once: copy it into the program.": [
        "test_the_database_does_not_hold_the_text",
    ],
    "Everybody who has the link can accept until it expires or you withdraw it.": [
        "test_an_invitation_for_many_serves_until_it_is_withdrawn",
        "test_an_expired_invitation_and_a_token_of_another_kind_open_nothing",
    ],
    "Reading a public event needs no token; everything else does.": [
        "test_every_page_may_read_without_credentials",
        "test_only_a_token_to_read_it_opens_an_event_that_is_not_public",
        "test_a_signed_in_browser_writes_nothing_without_a_token",
    ],
    "A token grants access to this event only, in your name: it can do nothing that you may not do yourself. Close it"
    " when the program is no longer used.": [
        "test_only_a_token_of_the_event_with_the_scope_and_the_right_opens",
    ],
    "A token for reading shows what the public sees: withheld results and names stay withheld.": [
        "test_a_token_reads_an_event_before_it_is_public_as_everybody_will",
    ],
    "A program needs a token for this event, which its owner creates. The key is a new UUID for each entry: if a"
    " request is sent again with the same key, it gets the same answer and nothing is entered twice.": [
        "test_a_program_enters_a_result_once",
        "test_a_key_serves_one_entry",
    ],
    "Each event is sent to the address as signed JSON. If nobody answers, it is tried again for about a day.": [
        "test_a_result_arrives_signed",
        "test_who_never_answers_is_given_up_after_a_day",
    ],
    "Each projector has its own address, which shows this event and nothing else. The address is shown only once: open"
    " it on the projector’s computer.": [
        "test_a_display_token_opens_its_screen_and_nothing_else",
        "test_the_page_adds_directs_announces_and_closes",
    ],
    "It gets its own address, which needs no sign-in, shows this event even while it is not public, and can be"
    " closed at any time.": ["test_a_closed_screen_and_an_old_address_open_nothing"],
    "The whole event as static files: standings after each round, pairings and results, player cards, cross table,"
    " statistics, the calculation of each value, and the files for other programs. Unpack the download and put the"
    " folder on any web server, or open index.html from a USB stick: nothing else is needed. It contains what the"
    " public sees now, in the language of this page.": [
        "test_no_page_needs_a_script_or_a_server",
        "test_what_is_hidden_from_the_public_is_in_no_file",
    ],
    "Nothing is stored yet. The next page shows what each column means, every mistake with its line, and which results"
    " differ from those already entered.": [
        "test_a_stored_result_is_corrected_only_where_somebody_says_so",
        "test_a_mistake_names_its_line_and_stops_everything",
    ],
    "To move an event during play, hand it over: this copy is locked, so nobody enters results twice.": [
        "test_a_copy_that_was_handed_over_takes_nothing_and_says_where_it_goes_on",
    ],
    "Download the file after each round: it holds the whole event, and Crosstable can open it on any machine.": [
        "test_an_event_comes_back_with_the_same_table_and_log",
    ],
    "From a file of another server, with its results and its log. Either everything is imported or nothing.": [
        "test_a_changed_archive_becomes_an_event_or_nothing",
    ],
}  # fmt: skip

# Words by which a sentence of the help promises something.
PROMISING = re.compile(
    r"\b(only|never|nobody|nothing|stays?|kept|can’t|always|at once|until|automatically|reason|recorded|public)\b"
)
MODULES_THAT_CALL = {"http.client", "urllib.request", "urllib.error", "socket", "ssl", "smtplib", "ftplib"}
CALLERS = {  # the modules that may open a connection, and the two that only ask for this machine's own addresses
    "tournaments/webhooks/outbound.py",
    "tournaments/webhooks/sending.py",
    "tournaments/live/relay.py",
    "tournaments/management/commands/serve.py",
    "tournaments/operation/server_addresses.py",
}


@cache
def catalogue():
    return {entry.msgid: {file for file, _ in entry.occurrences} for entry in polib.pofile(str(CATALOGUE))}


@cache
def find_tests():
    files = (ROOT / "tests").rglob("test_*.py")
    return {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("sentence", PROMISES)
def test_a_promise_is_made_and_held(sentence):
    assert sentence in catalogue(), "no page says this any more"
    assert PROMISES[sentence], "no test holds this"
    assert [test for test in PROMISES[sentence] if test not in find_tests()] == [], "these tests are not there"


def test_every_promise_of_the_help_is_in_the_list():
    helped = [sentence for sentence, files in catalogue().items() if any("/help/" in file for file in files)]
    assert helped
    assert [sentence for sentence in helped if PROMISING.search(sentence) and sentence not in PROMISES] == []


def test_only_webhooks_and_the_relay_call_another_server():
    """No other module of the program can open a connection."""
    callers = set()
    for package in ("config", "tournaments", "pairing", "tiebreaks"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if MODULES_THAT_CALL & set(names):
                    callers.add(path.relative_to(ROOT).as_posix())
    assert callers <= CALLERS
