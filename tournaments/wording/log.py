"""Lines of the log in words: what was done, and what was there before and after."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope, SpecialPrize, WebhookKind
from tournaments.domain.desk.decided_points import read_decided_points
from tournaments.domain.desk.results import Result
from tournaments.domain.disciplines import Discipline
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.rounds.fide_mode import Departure
from tournaments.models import Category, Player
from tournaments.models.events import COLUMNS
from tournaments.wording.games import write_points

# The names of facts in words; other facts keep the name under which they are stored.
EVENT_DETAILS = {
    "round": _("round"),
    "rounds": _("rounds"),
    "board": _("board"),
    "number": _("player"),
    "numbers": _("players"),
    "player": _("player"),
    "team": _("team"),
    "teams": _("teams"),
    "name": _("name"),
    "short_name": _("short name"),
    "captain": _("captain"),
    "players": _("players"),
    "added": _("added"),
    "updated": _("updated"),
    "user": _("person"),
    "invited_by": _("invited by"),
    "role": _("role"),
    "order": _("order"),
    "kind": _("kind"),
    "penalty": _("penalty"),
    "deduction": _("deducted points"),
    "decided_points": _("points of the game"),
    "days": _("days"),
    "scopes": _("rights"),
    "side": _("side"),
    "fixed_table": _("fixed table"),
    "manual_value": _("value set by hand"),
    "playoff": _("place in the play-off"),
    "here": _("present"),
    "once": _("for one person only"),
    "dry_run": _("dry run"),
    "boards": _("boards"),
    "news": _("messages"),
    "url": _("address"),
    "where": _("to"),
    "copy": _("copy"),
    "section": _("section"),
    "withdrawn": _("withdrawn"),
    "shown": _("shown as"),
    "lists": _("rating lists"),
    "at": _("time"),
    "key": _("category"),
    "prizes": _("prizes"),
    "amounts": _("amounts"),
    "winners": _("winners"),
}
# The codes that are stored in facts, in words.
CODES: dict[str, Mapping[str, Any]] = {
    "role": dict(Role.choices),
    "kind": dict(Result.choices),
    "scopes": dict(Scope.choices),
    "news": dict(WebhookKind.choices),
    "discipline": dict(Discipline.choices),
    "key": dict(SpecialPrize.choices),
    "departures": dict(Departure.choices),
}
# Who writes: the staff, and the actors that are no staff.
ROLES: Mapping[str, Any] = dict(Role.choices) | {
    "superuser": _("admin"),
    "player": _("Player"),
    "command": _("a command on the server"),
    "mirror": _("the server that keeps the event"),
}
PEOPLE = {"user", "invited_by"}
NOBODY: Mapping[int, str] = {}
# Facts that only files of the log show: the evidence of a closed round, and parts that mean nothing to people.
HIDDEN = {
    "manual_reason",
    "version",
    "program",
    "table",
    "points",
    "edition",
    "proposal",
    "new",
    "renumbered",
    "absent",
    "matches",
    "start_numbers",
}
LONGEST_LINE = 160


def log_action(code: str) -> str:
    """Return an action in words; a code that this release does not know is returned as it is."""
    return str(LogAction(code).label) if code in LogAction else code


def log_value(facts: Mapping[str, Any] | None, people: Mapping[int, str] = NOBODY) -> str:
    """Write facts in one line: a result as people write it, everything else as names with values.

    `people` are the names of users by id.
    """
    if not facts:
        return ""
    if "result" in facts:
        return log_result(facts)
    parts = (
        log_fact(name, value, people) for name, value in facts.items() if name not in HIDDEN and value not in ([], {})
    )
    return shorten(", ".join(parts))


def log_fact(name: str, value: Any, people: Mapping[int, str]) -> str:
    """Write one fact: what is stored as a code or an id is named, and what is a field of a form is called as there."""
    if name in PEOPLE:
        return f"{EVENT_DETAILS[name]} {people.get(value, '–')}"
    if name == "decided_points" and (decided := read_decided_points(value)):
        return f"{EVENT_DETAILS[name]} {write_points(decided)}"
    field = find_model_field(name)
    label = EVENT_DETAILS.get(name) or (field.verbose_name if field else name)
    if value is True and name in EVENT_DETAILS:
        return str(label)
    codes = CODES.get(name) or dict(getattr(field, "flatchoices", ()))
    if isinstance(value, list):
        return f"{label} {plain_value([codes_in_words(each, codes) for each in value])}"
    return f"{label} {plain_value(codes_in_words(value, codes))}"


def codes_in_words(value: Any, codes: Mapping[str, Any]) -> Any:
    return str(codes[value]) if isinstance(value, str) and value in codes else value


def find_model_field(name: str) -> Any:
    """Return the field of an event, a player or a category that has a name; None for other facts."""
    fields = chain(COLUMNS.values(), Player._meta.concrete_fields, Category._meta.concrete_fields)
    return next((field for field in fields if field.name == name), None)


def log_result(value: Mapping[str, Any]) -> str:
    """Write a result: the scores where the game has them, otherwise the marks of both sides."""
    white, black = value.get("white_score"), value.get("black_score")
    if white is not None and black is not None:
        return f"{white} : {black}"
    if value.get("is_adjourned"):
        return gettext("adjourned")
    return str(codes_in_words(value["result"], dict(Result.choices)))


def plain_value(value: Any) -> str:
    """Write a value; of a long list only its length."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list) and all(isinstance(each, int | str) for each in value) and len(value) <= 8:
        return "; ".join(map(str, value))
    if isinstance(value, list | dict):
        return f"[{len(value)}]"
    return "–" if value in (None, "") else str(value)


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"


def log_board(round_number: int, board: str, white: str, black: str) -> str:
    """Name a board, for example "round 3, board 7: Weiß – Gao"."""
    named = {"round": round_number, "board": board or "–", "white": white, "black": black}
    return gettext("round %(round)s, board %(board)s: %(white)s – %(black)s") % named
