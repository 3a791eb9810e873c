"""The actions that the log records: the code that is stored, its words, and what the action has an effect on."""

from enum import Flag, auto
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _


class Effect(Flag):
    """What an action may change. Every reader of the log that treats actions differently asks for one of these."""

    NONE = 0
    PAIRINGS = auto()  # what a pairing is computed from: a draft that was drawn earlier is outdated
    TABLE = auto()  # the field or what counts: to show an earlier moment, the action must be undone
    STANDINGS = auto()  # the standings that the public sees, other than by a result: webhooks send them again
    GAME = auto()  # one game and nothing else: a cache reads only this game again
    BESIDE = auto()  # nothing that a page or a program shows: the version of the event stays
    HIDES = auto()  # something that was public may be hidden now: copies outside the pages are deleted


PAIRINGS, TABLE, STANDINGS, GAME, BESIDE, HIDES = Effect


class LogAction(models.TextChoices):
    """What was done. The codes are stored in databases and archives; they never change."""

    effects: Effect

    def __new__(cls, code: str, effects: Effect = Effect.NONE) -> Self:
        action = str.__new__(cls, code)
        action._value_ = code
        action.effects = effects
        return action

    # Results at the boards
    ENTER = "enter", PAIRINGS | TABLE | GAME, _("entered a result")
    CORRECT = "correct", PAIRINGS | TABLE | GAME, _("corrected a result")
    CLEAR = "clear", PAIRINGS | TABLE | GAME, _("cleared a result")
    ADJOURN = "adjourn", PAIRINGS | TABLE | GAME, _("adjourned a game")
    RATE = "rate", GAME, _("corrected a result for the rating report")
    UNDO = "undo", PAIRINGS | TABLE | GAME, _("undid an entry")
    CHECK = "check", GAME, _("checked a result")
    REPORT = "report", PAIRINGS | GAME, _("reported a result")
    CALL = "call", GAME, _("called an arbiter")
    CALL_TAKEN = "call-taken", GAME, _("answered a call")
    CALL_DONE = "call-done", GAME, _("ended a call")
    BOARD_NOTE = "board-note", GAME, _("changed the notes at a board")
    REPORT_REFUSED = "report-refused", BESIDE, _("could not accept a report from the public page")
    DECIDE = "decide", PAIRINGS | TABLE | STANDINGS, _("made a decision about a player")

    # Drafts and published rounds
    DRAFT = "draft", _("drew a round")
    DRAFT_ASK = "draft-ask", _("started drawing a round")
    DRAFT_CANCEL = "draft-cancel", _("stopped drawing a round")
    DRAFT_CHANGE = "draft-change", _("changed a draft")
    DRAFT_DISCARD = "draft-discard", _("discarded a draft")
    PUBLISH = "publish", PAIRINGS | TABLE | STANDINGS, _("published a round")
    TAKE_BACK = "take-back", TABLE | STANDINGS | HIDES, _("unpublished a round")
    REPAIR = "repair", PAIRINGS | TABLE | STANDINGS, _("changed a published round")
    BEGIN = "begin", _("started a round")
    CLOSE = "close", _("closed a round")
    FINAL = "final", _("declared the event final")
    REOPEN = "reopen", _("reopened the event")
    WITHHOLD = "withhold", STANDINGS | HIDES, _("withheld the results of a round")
    RELEASE = "release", STANDINGS, _("released withheld results")
    LINE_UP = "line-up", PAIRINGS | TABLE, _("set a line-up")
    PLAY_OFF = "play-off", PAIRINGS | TABLE | STANDINGS, _("decided a level match")
    SUBSTITUTE = "substitute", PAIRINGS | TABLE | STANDINGS, _("put a substitute into a match")
    MATCH_END = "match-end", PAIRINGS | TABLE | STANDINGS, _("ended a match without play")

    # Settings, lists and screens
    PLAN = "plan", PAIRINGS, _("changed the plan")
    FORBIDDEN_PAIRING = "ban", PAIRINGS, _("changed the forbidden pairings")
    TIMES = "times", _("changed the times of the rounds")
    NOTICE = "notice", _("changed the notice")
    SETTINGS = "settings", PAIRINGS | TABLE | STANDINGS | HIDES, _("changed settings")
    EVENT_DETAILS = "facts", HIDES, _("changed the event details")
    TIEBREAKS = "tiebreaks", TABLE | STANDINGS, _("changed the order of the tie-breaks")
    FIDE_LEFT = "fide-left", _("left FIDE mode")
    BY_HAND = "by-hand", TABLE | STANDINGS, _("set a value by hand")
    CATEGORIES = "categories", _("changed the order of the categories")
    CATEGORY = "category", _("changed a category")
    PRIZES = "prizes", _("changed prizes")
    SCREEN = "screen", _("changed a projector")
    SLIPS = "slips", _("printed slips")
    SERIES = "series", _("changed the sections")

    # Players and teams
    PLAYER = "player", PAIRINGS | TABLE, _("changed a player")
    PLAYER_ADDED = "player-added", PAIRINGS | TABLE, _("added a player")
    PLAYER_REMOVED = "player-removed", PAIRINGS | TABLE, _("removed a player")
    PLAYERS_IMPORTED = "players-imported", PAIRINGS | TABLE, _("imported players")
    PLAYERS_UPDATED = "players-updated", PAIRINGS | TABLE, _("updated players from the rating lists")
    PLAYERS_NUMBERED = "players-numbered", PAIRINGS | TABLE, _("numbered the players")
    TEAM = "team", PAIRINGS | TABLE, _("changed a team")
    TEAM_ADDED = "team-added", PAIRINGS | TABLE, _("added a team")
    TEAM_REMOVED = "team-removed", PAIRINGS | TABLE, _("removed a team")
    TEAMS_NUMBERED = "teams-numbered", PAIRINGS | TABLE, _("numbered the teams")
    LATE_ENTRY = "late-entry", PAIRINGS | TABLE | STANDINGS, _("added a late entry")
    WITHDRAW = "withdraw", PAIRINGS | TABLE | STANDINGS, _("recorded a withdrawal")
    EXPEL = "expel", PAIRINGS | TABLE | STANDINGS, _("expelled somebody")
    RETURN = "return", PAIRINGS | TABLE | STANDINGS, _("recorded a return")
    ABSENCE = "absence", PAIRINGS | STANDINGS, _("recorded an absence")
    CHECK_IN = "check-in", _("checked a player in")
    CHECKIN_CLOSED = "checkin-closed", PAIRINGS, _("closed the check-in")
    CHECKIN_REOPENED = "checkin-reopened", PAIRINGS, _("reopened the check-in")
    PRIVACY = "privacy", HIDES, _("changed how a player is shown")
    FIXED_TABLE = "fixed-table", _("assigned a fixed table")
    FORGET = "forget", PAIRINGS | HIDES, _("erased personal data")

    # Staff
    INVITE = "invite", _("invited somebody")
    INVITATION_WITHDRAWN = "invitation-withdrawn", _("withdrew an invitation")
    JOIN = "join", _("accepted an invitation")
    ROLE = "role", _("changed a role")
    MEMBER_REMOVED = "member-removed", _("removed a role")
    LINK = "link", _("created a sign-in link")

    # The event as a whole, and other programs
    CREATE = "create", PAIRINGS | TABLE, _("created the event")
    COPY = "copy", PAIRINGS | TABLE, _("copied the event from another one")
    IMPORT = "import", PAIRINGS | TABLE, _("imported the event")
    IMPORT_ARCHIVE = "import-archive", TABLE | HIDES, _("imported the event from an archive")
    RESTORE = "restore", TABLE | HIDES, _("restored a backup")
    HAND_OVER = "hand-over", _("handed the event over")
    HAND_OVER_BACK = "hand-over-back", _("took the event back")
    MIRROR_LINK = "publication", _("changed where the event is shown")
    MIRROR = "mirror", PAIRINGS | TABLE | STANDINGS | HIDES, _("received data from another server")
    SILENCE = "silence", _("lost or regained contact with the other server")
    PROGRAM = "program", BESIDE, _("changed API access")
    WEBHOOK = "webhook", BESIDE, _("changed a webhook")


def actions_with(effect: Effect) -> frozenset[LogAction]:
    return frozenset(action for action in LogAction if effect in action.effects)


# What belongs to one server, and what players report there: the only actions in an event that another server keeps.
OF_THE_SERVER = frozenset(
    {
        *(LogAction.SCREEN, LogAction.SERIES, LogAction.PROGRAM, LogAction.WEBHOOK, LogAction.RESTORE),
        *(LogAction.INVITE, LogAction.INVITATION_WITHDRAWN, LogAction.JOIN, LogAction.LINK),
        *(LogAction.ROLE, LogAction.MEMBER_REMOVED, LogAction.REPORT),
    }
)
ENTRIES = (LogAction.ENTER, LogAction.CORRECT, LogAction.CLEAR, LogAction.ADJOURN)
HARMLESS_FOR_PAIRINGS = frozenset(LogAction) - actions_with(Effect.PAIRINGS)
