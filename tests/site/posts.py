"""What each form of an event sends so that something is written, with the keys of the rows it names.

The names of POSTS are those of the addresses in tests/site/matrix.py. A form that names no row of its event stands in
WITHOUT_KEYS.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from pairing.plan.stages import Stage
from tests.site import championship, teams
from tests.site.factories import LEFT, make_event, person
from tests.site.players.rating_samples import import_ratings
from tournaments.access.reader import staff_reader
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.accounts.staff import invite_member
from tournaments.actions.desk.board_notes import add_note, call_arbiter
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.final import declare_final
from tournaments.actions.exchange.api_tokens import create_token
from tournaments.actions.exchange.uploads import store_upload
from tournaments.actions.exchange.webhooks import add_webhook
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.players.checkin import check_in, close_checkin
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.play_offs import decide_duel
from tournaments.actions.rounds.seat_swaps import find_swap_effect
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Purpose, TokenKind
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.categories import CategoryRule
from tournaments.formats.archive_write import export_event
from tournaments.formats.rating_fields import RatedPerson
from tournaments.models import (
    BoardNote,
    Category,
    Event,
    ForbiddenPairing,
    Game,
    Player,
    Prize,
    Series,
    StaticSite,
    Team,
)
from tournaments.operation import event_copies
from tournaments.queries.players.numbering import name_numbering, read_numbering
from tournaments.rating_lists.matching import propose_changes

OWNER, URL = "olga", "https://192.0.2.1/news"
GAMES = [[1, ["Round", "Board", "White", "Black"]], [2, ["3", "1", "Gao, G", "Łuk, Filip"]]]
ANNA = RatedPerson("Müller, Anna", "9900001", "", "FM", "w", "GER", "", 1990, 2100, 2050, 2000)
CUP = {"play_off": "rapid2 lots"}


class Post(NamedTuple):
    """What a form sends: its fields, which may be computed from the event whose rows they name; the kind of event; the
    other parameters of its address; and what must have happened before.
    """

    data: dict[str, Any] | Callable[[Event], dict[str, Any]] = {}
    kind: str = "swiss"
    params: dict[str, Any] = {}
    before: Callable[[Event], object] | None = None


def owner():
    return Actor(person(OWNER), Role.OWNER)


def fill(event):
    """Give an event one row of everything that a form can name, and return it as it is then."""
    user, by = person(OWNER, event, Role.OWNER), owner()
    person(f"member-{event.slug}", event, Role.ENTRY)
    invite_member(event, Role.ENTRY, 1, by)
    create_token(event, "Board", 9, ["read"], by)
    add_webhook(event, f"{URL}/{event.slug}", ["result"], by)
    add_screen(event, "Hall", by)
    category = Category.objects.create(event=event, order=1, key="women", name="Women", rule=CategoryRule.WOMEN)
    Category.objects.create(event=event, order=2, key="juniors", name="Juniors", rule=CategoryRule.LIST)
    Prize.objects.create(event=event, category=category, place=1, text="100")
    ForbiddenPairing.objects.create(event=event, rule="list", numbers=[1, 2])
    StaticSite.objects.create(event=event, language="en", stamp="e1-1", made_at=timezone.now(), pages=1, data=b"")
    for purpose in Purpose.PLAYERS, Purpose.GAMES:
        store_upload(event, user, "list", "", [[1, ["Name"]], [2, ["New, Nina"]]], purpose)
    event.refresh_from_db()
    return event


def make_swiss(slug):
    """Two rounds of four boards, round 2 with open boards; number 9 has no game yet, number 8 has left."""
    event = make_event(slug, is_public=True, tiebreaks="PTS,MAN,BH", departures=LEFT)
    Player.objects.create(event=event, number=9, name="Extra, Eda")
    chief = Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    for number, board, by in [
        (1, 1, chief),
        (1, 2, chief),
        (1, 3, chief),
        (1, 4, chief),
        (2, 2, chief),
        (2, 3, owner()),
    ]:
        enter_result(event, number, board, Entry("10", version=0), by)
    withdraw_participant(event, 8, COMMAND, "ill")
    show_player(event, 7, COMMAND, withheld=True)
    return fill(event)


def make_start(slug):
    """Eight players before the first round, one of them present."""
    event = make_event(slug, rounds=0)
    check_in(event, 2, True, COMMAND)
    return fill(event)


def make_draft(slug):
    """A Scrabble event whose second round is a draft."""
    event = championship.swiss(championship.make_championship(9, slug))
    championship.draw(event)
    championship.publish(event)
    championship.play(event, 1)
    championship.draw(event)
    return fill(event)


def make_teams(slug):
    """Four teams of four, the first round with a result."""
    event = teams.make_team_event(slug)
    teams.enter_boards(event, 1, "", "10")
    Team.objects.create(event=event, number=5, name="Efeu")
    return fill(event)


def make_cup(slug):
    """Four players in a knock-out whose first match is level."""
    event = set_plan(championship.make_championship(4, slug, "chess"), [Stage("knock-out", 1, 1, CUP)], COMMAND)
    championship.draw(event)
    championship.publish(event)
    for board in 1, 2:
        enter_result(event, 1, board, Entry("==", version=0), COMMAND)
    Player.objects.create(event=event, number=5, name="Extra, Eda")
    return fill(event)


KINDS = {"swiss": make_swiss, "start": make_start, "draft": make_draft, "teams": make_teams, "cup": make_cup}

FIRST, LAST, SECOND_ROUND = {"number": 1}, {"number": 9}, {"number": 2}
SHEET, OTHER_SHEET = {"number": 1, "table": 1}, {"number": 1, "table": 2}
DUEL = {"number": 1, "key": "A-1-1"}
SWAP = {"round": 2, "player": 2, "other": 4, "reason": "wrong"}
SEATS = {"team": 3, "seat-1": 12, "seat-2": 11, "seat-3": 13, "seat-4": 14}


def entry(result="10", version=0, **more):
    return lambda event: {"result": result, "version": version, "uuid": uuid4(), **more}


def pk_of(name, rows, **more):
    """Name the first row of an event by its key in the database."""
    return lambda event: {name: rows(event).first().pk, **more}


def call_from_board(event):
    call_arbiter(event, 2, 1, COMMAND)


def member(**more):
    return lambda event: {"user": person(f"member-{event.slug}").pk, **more}


def confirm_name(**more):
    return lambda event: {"typed": event.name, **more}


def games(event, number):
    return Game.objects.filter(round__event=event, round__number=number)


def level(event):
    """Let every game of the last round be played."""
    for board in (1, 4):
        enter_result(event, 2, board, Entry("10", version=0), COMMAND)


def finish(event):
    Event.objects.filter(pk=event.pk).update(planned_rounds=2)
    event.refresh_from_db()
    level(event)


def join_series(event):
    series = Series.objects.create(slug=f"of-{event.slug}", name="The weekend")
    Event.objects.filter(pk=event.pk).update(series=series, section="A")


def decide_semi_finals(event):
    for winner, key in enumerate(("A-1-1", "A-1-2"), start=1):
        decide_duel(event, 1, key, winner, COMMAND, "late")


def wait_for_check(event):
    Event.objects.filter(pk=event.pk).update(verification="look")
    games(event, 2).update(is_provisional=True)


def publish_and_expel(event):
    """Publish the second round, and expel somebody from the third on, who is not paired again if it is taken back."""
    championship.publish(event)
    event.players.filter(number=9).update(expelled_from=3, withdrawn_from=3)
    event.forbidden_pairings.update(made_after=2, from_round=3)


def keep_copy(event):
    event_copies.store_copy(event.slug, "repair", export_event(event))


POSTS = {
    # results
    "desk": Post(lambda event: {"line": "1 1", "seen": "1.0", "uuid": uuid4()}, params=SECOND_ROUND),
    "enter": Post(entry(), params={"number": 2, "board": 1}),
    "undo": Post(lambda event: {"uuid": uuid4(), "round": 2}),
    "phone": Post(entry(confirm="1", board="1"), params=SECOND_ROUND),
    "decision": Post(
        {"penalty": "", "deduction": "0.5", "bye": "", "reason": "late", "version": 1},
        params={"number": 1, "player": 1},
    ),
    "calls_take": Post({"round": 2, "board": 1}, before=call_from_board),
    "calls_done": Post({"round": 2, "board": 1}, before=call_from_board),
    "board_note_add": Post({"kind": "claim"}, params={"number": 2, "board": 1}),
    "board_note_remove": Post(
        pk_of("note", lambda event: BoardNote.objects.filter(game__round__event=event)),
        params={"number": 2, "board": 1},
        before=lambda event: add_note(event, 2, 1, "claim", "", COMMAND),
    ),
    "confirm": Post(entry("10", 1, confirm="yes"), params={"number": 2, "board": 2}, before=wait_for_check),
    "match_sheet_seat": Post(SEATS, "teams", OTHER_SHEET),
    "match_sheet_undo": Post(
        {}, "teams", SHEET, lambda event: set_line_up(event, 1, 1, 1, {1: 1, 2: 2, 3: 3, 4: 5}, COMMAND)
    ),
    "match_sheet_end": Post({"end": "+-", "reason": "away"}, "teams", OTHER_SHEET),
    "duel_play_off": Post({"white": 1, "result": "10"}, "cup", DUEL),
    "duel_lot": Post({"winner": 1}, "cup", DUEL, lambda event: event.stages.update(settings={"play_off": "lots"})),
    "duel_decide": Post({"winner": 1, "reason": "late"}, "cup", DUEL),
    "duel_replace": Post(
        {"gone": 1, "substitute": 5, "reason": "ill"}, "cup", {"number": 1, "key": "A-2-1"}, decide_semi_finals
    ),
    "duel_undo": Post(
        {"reason": "wrong"}, "cup", DUEL, lambda event: decide_duel(event, 1, "A-1-1", 1, COMMAND, "late")
    ),
    # who is there
    "checkin_present": Post({"player": 1}, "start"),
    "checkin_missing": Post({"player": 2}, "start"),
    "checkin_others": Post({"gone": [3]}, "start"),
    "checkin_scan": Post({"code": "1"}, "start"),
    "checkin_close": Post({}, "start"),
    "checkin_withdraw": Post({}, "start"),
    "checkin_reopen": Post({}, "start", before=lambda event: close_checkin(event, COMMAND)),
    # rounds
    "forbidden_pairings": Post({"rule": "list", "player": [3, 4], "from_round": 3}),
    "forbidden_pairings_remove": Post(pk_of("ban", lambda event: event.forbidden_pairings)),
    "pairings_draw_with_bye": Post({}, "draft"),
    "pairings_draw_relaxed": Post({"granted": "1-2", "bye": 9}, "draft"),
    "pairings_change": Post(
        lambda event: {"change": "swap", "player": [1, 2], "round": 2, "revision": event.drafts.get().revision}, "draft"
    ),
    "pairings_discard": Post({}, "draft"),
    "pairings_publish": Post(lambda event: {"seen": f"2-{event.drafts.get().revision}"}, "draft"),
    "pairings_unpublish": Post({"round": 2, "reason": "too early"}, "draft", before=publish_and_expel),
    "pairings_swap": Post(lambda event: SWAP | {"seen": find_swap_effect(event, 2, (2, 4), owner()).seen}),
    "pairings_start": Post({"round": 2}),
    "pairings_absence": Post({"player": [1, 2], "round": "3", "kind": "Z"}),
    "pairings_withdraw": Post({"player": 1, "reason": "ill"}),
    "pairings_reinstate": Post({"player": 8, "reason": "back"}),
    "times": Post({"round-3": "2040-01-01T10:00"}),
    "rounds_withhold": Post({"round": 2}),
    "rounds_release": Post({}, before=lambda event: event.rounds.update(is_withheld=True)),
    "rounds_close": Post({"round": 1}),
    "rounds_final": Post({}, before=finish),
    "rounds_reopen": Post({"reason": "an error"}, before=lambda event: (finish(event), declare_final(event, COMMAND))),
    # players and teams
    "players_number": Post(
        {"one": 1, "other": 2, "confirmed": 1}, "start", before=lambda event: event.players.update(rating=2000)
    ),
    "players_ratings": Post(
        lambda event: {"player": [f"{each.player.number}:{each.found.key}" for each in propose_changes(event)]},
        before=lambda event: import_ratings("FIDE", ANNA),
    ),
    "player_edit": Post({"name": "Renamed, Rita"}, params=FIRST),
    "player_remove": Post({}, params=LAST),
    "player_absence": Post({"round": "3", "kind": "Z"}, params=FIRST),
    "player_withdraw": Post({"reason": "ill"}, params=FIRST),
    "player_reinstate": Post({"reason": "back"}, params={"number": 8}),
    "player_table": Post({"table": 2}, "draft", FIRST),
    "players_import_check": Post({"column": ["name"], "titles": "on"}, "start"),
    "players_import_store": Post({"column": ["name"], "titles": "on"}, "start"),
    "players_import_discard": Post({}),
    "games_import_check": Post({"column": ["white"], "titles": "on"}, "start"),
    "games_import_store": Post(
        {"column": ["round", "board", "white", "black"], "titles": "on"},
        before=lambda event: store_upload(event, person(OWNER), "list", "", GAMES, Purpose.GAMES),
    ),
    "games_import_discard": Post({}),
    "teams_number": Post(
        lambda event: {"seen": name_numbering(read_numbering(staff_reader(event))), "reason": "new ratings"},
        "teams",
        before=lambda event: event.players.filter(team__number=4).update(rating=2900),
    ),
    "team_edit": Post({"name": "Renamed", "member": [5, 4, 3, 2, 1]}, "teams", FIRST),
    "team_remove": Post({}, "teams", {"number": 5}),
    "team_table": Post({"table": 2}, "teams", FIRST),
    "names_pseudonym": Post({"player": 1, "pseudonym": "Ann"}),
    "names_withhold": Post({"player": 1}),
    "names_show": Post({"player": 7}),
    "names_erase": Post(confirm_name(player=1, reason="asked")),
    "names_erase_details": Post(
        confirm_name(), before=lambda event: (finish(event), event.players.update(birth_date="2000-01-01"))
    ),
    # the event
    "by_hand": Post({"number": 1, "code": "MAN", "value": "1.5", "reason": "won the blitz"}),
    "category": Post({"name": "Ladies", "rule": "women"}, params={"key": "women"}),
    "category_move": Post({"way": "down"}, params={"key": "women"}),
    "category_remove": Post({}, params={"key": "juniors"}),
    "prizes_save": Post({"category": "women", "prizes": "200"}),
    "copies_restore": Post(
        lambda event: {"copy": event_copies.list_copies(event.slug)[0].name, "reason": "it was right"}, before=keep_copy
    ),
    "copies_erase": Post(confirm_name()),
    "copies_change_series": Post({"name": "The week"}, before=join_series),
    "copies_leave_series": Post({}, before=join_series),
    # other people and machines
    "screens_renew": Post(pk_of("screen", lambda event: event.screens)),
    "screens_close": Post(pk_of("screen", lambda event: event.screens)),
    "screens_control": Post(pk_of("screen", lambda event: event.screens, slides="games", seconds=5)),
    "staff_withdraw": Post(pk_of("invitation", lambda event: event.tokens.filter(kind=TokenKind.INVITATION))),
    "staff_role": Post(member(role="display")),
    "staff_remove": Post(member()),
    "staff_link": Post(member()),
    "programs_revoke_token": Post(pk_of("token", lambda event: event.tokens.filter(kind=TokenKind.API))),
    "programs_add_webhook": Post(lambda event: {"url": f"{URL}/{event.slug}", "kinds": ["result"]}),
    "programs_remove_webhook": Post(pk_of("webhook", lambda event: event.webhooks)),
}

# Forms that name no row: they add one, ask, store nothing, or change the event under whose address they stand.
WITHOUT_KEYS = {
    "archive_hand_over", "archive_resume", "archive_return", "categories", "check", "copies_add_section",
    "copies_begin_series", "copies_copy", "copies_dry_run", "event_details", "event_logo", "event_no_logo",
    "export_site", "games_import", "mirror_link_begin", "mirror_link_stop",
    "mirror_link_take_down", "notice_give", "notice_take_back",
    "notify", "order_effect", "pairings_cancel", "pairings_draw", "pairings_late_entry",
    "pairings_plan", "pairings_preset", "paper", "player_add", "players_import", "prizes_rule",
    "programs_create_token", "reasons_cancel", "reasons_compare", "screens_add", "settings",
    "settings_leave_fide", "setup_hide", "setup_order", "setup_rounds", "setup_show", "staff_invite", "team_add",
    "teams_member_add", "teams_member_down", "teams_member_remove", "teams_member_up", "tiebreaks_add",
    "tiebreaks_change", "tiebreaks_down", "tiebreaks_preset", "tiebreaks_remove", "tiebreaks_save", "tiebreaks_up",
    "times_fill",
}  # fmt: skip
