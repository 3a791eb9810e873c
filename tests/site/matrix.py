"""Every address of the site, and who may look at it or write there: one row each, by name.

`get` and `post` say who may: EVERYBODY, PUBLISHED (everybody, of public events alone), PEOPLE (all who are signed in),
SITE (superusers), TOKEN (programs), or an action of `tournaments.access.policy`; NEVER is a method that the address
refuses.
"""

from typing import NamedTuple

from tournaments.access import policy

EVERYBODY, PEOPLE, SITE, NEVER = "everybody", "people", "site", "never"
PUBLISHED, TOKEN = "published", "token"


class Row(NamedTuple):
    """What is asked for: parameters beside the event, the query, who may GET and who may POST."""

    get: str
    post: str = NEVER
    params: dict = {}
    query: str = ""
    data: dict = {}


PUBLIC = Row(policy.VIEW)
ROUND, BOARD, PLAYER = {"number": 2}, {"number": 2, "board": 1}, {"number": 1}
SHEET = {"number": 2, "table": 1}
CATEGORY = {"key": "women"}
REPORT = {"result": "10"}

ROWS = {
    # for everybody
    "events": [Row(EVERYBODY)],
    "rules": [Row(EVERYBODY)],
    "privacy": [Row(EVERYBODY)],
    "signin": [Row(EVERYBODY, EVERYBODY)],
    "signin_link": [Row(EVERYBODY, EVERYBODY, {"token": "unknown"})],
    "signout": [Row(NEVER, EVERYBODY)],
    "language": [Row(EVERYBODY, EVERYBODY)],
    "standings": [PUBLIC, Row(policy.VIEW, query="after=1"), Row(policy.VIEW, query="follow=1,2")],
    "round_page": [Row(policy.VIEW, params=ROUND), Row(policy.VIEW, params=ROUND, query="by=name")],
    "crosstable": [PUBLIC],
    "statistics": [PUBLIC],
    "individuals": [PUBLIC],
    "individual": [Row(policy.VIEW, params=PLAYER)],
    "preview": [PUBLIC],
    "export": [PUBLIC],
    "export_list": [
        Row(policy.VIEW, params={"name": name, "kind": kind})
        for name in ("standings", "players", "games")
        for kind in ("csv", "xlsx")
    ],
    "export_file": [Row(policy.VIEW, params={"kind": kind}) for kind in ("trf", "trf16", "t", "tsh", "js")],
    "embed": [Row(PUBLISHED), Row(PUBLISHED, query="show=round"), Row(PUBLISHED, query="show=board&round=1")],
    "api-1:api-root": [Row(EVERYBODY)],
    "api-1:openapi-json": [Row(EVERYBODY, EVERYBODY)],
    "api-1:events": [Row(EVERYBODY)],
    **{
        f"api-1:{name}": [Row(PUBLISHED)]
        for name in (
            "event",
            "players",
            "teams",
            "rounds",
            "games",
            "matches",
            "standings",
            "crosstable",
            "individuals",
        )
    },
    "api-1:outlook": [Row(PUBLISHED, query="places=2")],
    "api-1:enter_result": [Row(NEVER, TOKEN, BOARD)],
    "api-1:publish_round": [Row(NEVER, TOKEN, ROUND)],
    "api-1:enter_match_result": [Row(NEVER, TOKEN, {**BOARD, "table": 1})],
    "prizes": [PUBLIC],
    "screen": [PUBLIC],
    "player": [Row(policy.VIEW, params={"number": number}) for number in (1, 2)],
    "why": [
        Row(policy.VIEW, params={"number": 2, "notation": notation}, query=query)
        for notation in ("PTS", "SPREAD")
        for query in ("", "format=json")
    ],
    "compare": [Row(policy.VIEW, params={"number": 2, "other": 3}, query=query) for query in ("", "format=json")],
    "series": [Row(EVERYBODY, params={"slug": "weekend"})],
    "slip": [Row(EVERYBODY, EVERYBODY, {"token": "SLIP"}, data=REPORT)],
    "display": [Row(EVERYBODY, params={"token": "DISPLAY"})],
    "join": [Row(EVERYBODY, EVERYBODY, {"token": "INVITATION"})],
    # at the desk
    "desk": [Row(policy.ENTER, policy.ENTER), Row(policy.ENTER, policy.ENTER, ROUND)],
    "enter": [Row(NEVER, policy.ENTER, BOARD)],
    "undo": [Row(NEVER, policy.UNDO)],
    "phone": [Row(policy.ENTER, policy.ENTER, ROUND)],
    "decision": [Row(policy.DECIDE, policy.DECIDE, {"number": 2, "player": 1})],
    "check": [Row(policy.ENTER, policy.ENTER), Row(policy.ENTER, policy.ENTER, ROUND)],
    "confirm": [Row(NEVER, policy.ENTER, BOARD)],
    "match_sheet": [Row(policy.ENTER, params=SHEET)],
    "match_sheet_seat": [Row(policy.ENTER, policy.ENTER, SHEET)],
    "match_sheet_undo": [Row(policy.ENTER, policy.ENTER, SHEET)],
    "match_sheet_end": [Row(policy.PAIR, policy.PAIR, SHEET)],
    "prints": [Row(policy.ENTER)],
    "paper": [Row(policy.ENTER, policy.ENTER, params={"kind": "standings"})],
    "paper_style": [Row(policy.ENTER, params={"kind": "standings"})],
    "checkin": [Row(policy.CHECK_IN)],
    "checkin_present": [Row(policy.CHECK_IN, policy.CHECK_IN, data={"player": 1})],
    "checkin_missing": [Row(policy.CHECK_IN, policy.CHECK_IN, data={"player": 1})],
    "checkin_others": [Row(policy.CHECK_IN, policy.CHECK_IN)],
    "checkin_scan": [Row(policy.CHECK_IN, policy.CHECK_IN, data={"code": "1"})],
    "checkin_close": [Row(policy.PAIR, policy.PAIR)],
    "checkin_withdraw": [Row(policy.PAIR, policy.PAIR)],
    "checkin_reopen": [Row(policy.PAIR, policy.PAIR)],
    # of the chief arbiter
    "pairings": [Row(policy.PAIR)],
    "pairings_plan": [Row(policy.PAIR, policy.PAIR)],
    "pairings_preset": [Row(policy.PAIR, policy.PAIR)],
    "pairings_draw": [Row(policy.PAIR, policy.PAIR)],
    "pairings_draw_with_bye": [Row(policy.PAIR, policy.PAIR)],
    "pairings_draw_relaxed": [Row(policy.PAIR, policy.PAIR)],
    "pairings_cancel": [Row(policy.PAIR, policy.PAIR)],
    "pairings_change": [Row(policy.PAIR, policy.PAIR)],
    "pairings_discard": [Row(policy.PAIR, policy.PAIR)],
    "pairings_publish": [Row(policy.PAIR, policy.PAIR)],
    "pairings_unpublish": [Row(policy.PAIR, policy.PAIR)],
    "pairings_exchange": [Row(policy.PAIR, policy.PAIR)],
    "pairings_start": [Row(policy.PAIR, policy.PAIR)],
    "pairings_absence": [Row(policy.PAIR, policy.PAIR)],
    "pairings_withdraw": [Row(policy.PAIR, policy.PAIR)],
    "pairings_reinstate": [Row(policy.PAIR, policy.PAIR)],
    "pairings_late_entry": [Row(policy.PAIR, policy.PAIR)],
    "drawing": [Row(policy.PAIR)],
    "players": [Row(policy.PAIR)],
    "players_number": [Row(policy.PAIR, policy.PAIR)],
    "api": [PUBLIC],
    "export_site": [Row(policy.PAIR, policy.PAIR)],
    "site_file": [Row(policy.PAIR)],
    "player_add": [Row(policy.PAIR, policy.PAIR)],
    "teams": [Row(policy.PAIR)],
    "teams_number": [Row(policy.PAIR, policy.PAIR)],
    "teams_member_up": [Row(policy.PAIR, policy.PAIR)],
    "teams_member_down": [Row(policy.PAIR, policy.PAIR)],
    "teams_member_remove": [Row(policy.PAIR, policy.PAIR)],
    "teams_member_add": [Row(policy.PAIR, policy.PAIR)],
    "team_add": [Row(policy.PAIR, policy.PAIR)],
    "team_edit": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "team_remove": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "team_table": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "players_ratings": [Row(policy.PAIR, policy.PAIR)],
    "look_up": [Row(policy.PAIR, query="look=anna")],
    "players_import": [Row(policy.PAIR, policy.PAIR)],
    "players_import_check": [Row(policy.PAIR, policy.PAIR)],
    "players_import_store": [Row(policy.PAIR, policy.PAIR)],
    "players_import_discard": [Row(policy.PAIR, policy.PAIR)],
    "games_import": [Row(policy.PAIR, policy.PAIR)],
    "games_import_check": [Row(policy.PAIR, policy.PAIR)],
    "games_import_store": [Row(policy.PAIR, policy.PAIR)],
    "games_import_discard": [Row(policy.PAIR, policy.PAIR)],
    "players_template": [Row(policy.PAIR, params={"kind": "csv"})],
    "player_edit": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "player_remove": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "player_absence": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "player_withdraw": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "player_reinstate": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "player_table": [Row(policy.PAIR, policy.PAIR, PLAYER)],
    "names": [Row(policy.PAIR)],
    "names_pseudonym": [Row(policy.PAIR, policy.PAIR)],
    "names_withhold": [Row(policy.PAIR, policy.PAIR)],
    "names_show": [Row(policy.PAIR, policy.PAIR)],
    "names_erase": [Row(policy.OWN, policy.OWN)],
    "names_erase_details": [Row(policy.OWN, policy.OWN)],
    "times": [Row(policy.PAIR, policy.PAIR)],
    "times_fill": [Row(policy.PAIR, policy.PAIR)],
    "rounds": [Row(policy.PAIR)],
    "rounds_withhold": [Row(policy.PAIR, policy.PAIR)],
    "rounds_release": [Row(policy.PAIR, policy.PAIR)],
    "rounds_close": [Row(policy.PAIR, policy.PAIR)],
    "rounds_final": [Row(policy.CORRECT_OLD, policy.CORRECT_OLD)],
    "rounds_reopen": [Row(policy.CORRECT_OLD, policy.CORRECT_OLD)],
    "screens": [Row(policy.PAIR)],
    "screens_add": [Row(policy.PAIR, policy.PAIR)],
    "screens_renew": [Row(policy.PAIR, policy.PAIR)],
    "screens_close": [Row(policy.PAIR, policy.PAIR)],
    "screens_announce": [Row(policy.PAIR, policy.PAIR)],
    "screens_control": [Row(policy.PAIR, policy.PAIR)],
    "log": [Row(policy.READ_LOG), Row(policy.READ_LOG, query="format=csv"), Row(policy.READ_LOG, query="format=json")],
    "log_state": [Row(policy.READ_LOG, query="at=2040-01-01T00:00")],
    "log_door": [Row(policy.OWN)],
    # of the owner
    "setup_rounds": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "setup_order": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "setup_ready": [Row(policy.CONFIGURE)],
    "setup_show": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "setup_hide": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "settings": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks": [Row(policy.CONFIGURE)],
    "tiebreaks_preview": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_up": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_down": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_remove": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_add": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_preset": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "tiebreaks_save": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "by_hand": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "categories": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "category": [Row(policy.CONFIGURE, policy.CONFIGURE, CATEGORY)],
    "category_move": [Row(policy.CONFIGURE, policy.CONFIGURE, CATEGORY)],
    "category_remove": [Row(policy.CONFIGURE, policy.CONFIGURE, CATEGORY)],
    "prizes_save": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "prizes_rule": [Row(policy.CONFIGURE, policy.CONFIGURE)],
    "copies": [Row(policy.COPY)],
    "copies_copy": [Row(policy.COPY, policy.COPY)],
    "copies_dry_run": [Row(policy.COPY, policy.COPY)],
    "copies_begin_series": [Row(policy.COPY, policy.COPY)],
    "copies_add_section": [Row(policy.COPY, policy.COPY)],
    "copies_change_series": [Row(policy.COPY, policy.COPY)],
    "copies_leave_series": [Row(policy.COPY, policy.COPY)],
    "copies_erase": [Row(policy.OWN, policy.OWN)],
    "archive": [Row(policy.OWN)],
    "archive_hand_over": [Row(policy.OWN, policy.OWN)],
    "archive_resume": [Row(policy.OWN, policy.OWN)],
    "archive_return": [Row(policy.OWN, policy.OWN)],
    "archive_file": [Row(policy.OWN)],
    "staff": [Row(policy.OWN)],
    "staff_invite": [Row(policy.OWN, policy.OWN)],
    "staff_withdraw": [Row(policy.OWN, policy.OWN)],
    "staff_role": [Row(policy.OWN, policy.OWN)],
    "staff_remove": [Row(policy.OWN, policy.OWN)],
    "staff_link": [Row(policy.OWN, policy.OWN)],
    "programs": [Row(policy.OWN)],
    "programs_create_token": [Row(policy.OWN, policy.OWN)],
    "programs_revoke_token": [Row(policy.OWN, policy.OWN)],
    "programs_add_webhook": [Row(policy.OWN, policy.OWN)],
    "programs_remove_webhook": [Row(policy.OWN, policy.OWN)],
    # of everybody with an account
    "password": [Row(PEOPLE, PEOPLE)],
    "browsers": [Row(PEOPLE, PEOPLE)],
    "desk_keys": [Row(PEOPLE, PEOPLE)],
    # of the site
    "new_event": [Row(SITE, SITE)],
    "import_event": [Row(SITE, SITE)],
    "import_event_store": [Row(SITE, SITE)],
    "import_event_discard": [Row(SITE, SITE)],
    "import_archive": [Row(SITE, SITE)],
    "rating_lists": [Row(SITE, SITE)],
    "rating_lists_state": [Row(SITE)],
    "rating_lists_delete": [Row(SITE, SITE)],
    "rating_lists_stop": [Row(SITE, SITE)],
    "rating_list": [Row(SITE, SITE, {"key": "none"})],
    "rating_list_discard": [Row(SITE, SITE, {"key": "none"})],
    "backups": [Row(SITE, SITE)],
    "backup_file": [Row(SITE, params={"name": "none.sqlite3"})],
}
