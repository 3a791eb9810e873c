"""Lines of the log in words: what was done, and what stood there before and after."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ACTIONS = {
    "enter": _("entered a result"),
    "correct": _("corrected a result"),
    "clear": _("cleared a result"),
    "adjourn": _("adjourned a game"),
    "undo": _("took an entry back"),
    "check": _("checked a result"),
    "report": _("reported a result"),
    "decide": _("decided on a player"),
    "draft": _("drew a round"),
    "draft-ask": _("asked for a drawing"),
    "draft-cancel": _("stopped a drawing"),
    "draft-change": _("changed a draft"),
    "draft-discard": _("discarded a draft"),
    "publish": _("published a round"),
    "take-back": _("took a round back"),
    "repair": _("exchanged two places"),
    "begin": _("started a round"),
    "close": _("closed a round"),
    "withhold": _("withheld the results of a round"),
    "release": _("released withheld results"),
    "line-up": _("seated a team"),
    "match-end": _("ended a match without play"),
    "plan": _("changed the plan"),
    "times": _("changed the times of the rounds"),
    "settings": _("changed settings"),
    "tiebreaks": _("changed the order of the tie-breaks"),
    "categories": _("changed the order of the categories"),
    "category": _("changed a category"),
    "prizes": _("changed prizes"),
    "screen": _("changed a screen"),
    "slips": _("printed slips"),
    "series": _("changed the sections"),
    "player": _("changed a player"),
    "player-added": _("added a player"),
    "player-removed": _("removed a player"),
    "players-imported": _("brought in players"),
    "players-updated": _("brought players up to date from the lists"),
    "players-numbered": _("numbered the players"),
    "team": _("changed a team"),
    "team-added": _("added a team"),
    "team-removed": _("removed a team"),
    "teams-numbered": _("numbered the teams"),
    "late-entry": _("added a late entry"),
    "withdraw": _("noted a withdrawal"),
    "return": _("noted a return"),
    "absence": _("noted an absence"),
    "check-in": _("checked a player in"),
    "checkin-closed": _("closed the check-in"),
    "checkin-reopened": _("opened the check-in again"),
    "privacy": _("changed how a player is shown"),
    "fixed-table": _("gave a fixed table"),
    "forget": _("erased personal data"),
    "invite": _("invited somebody"),
    "invitation-withdrawn": _("withdrew an invitation"),
    "join": _("accepted an invitation"),
    "role": _("changed a role"),
    "member-removed": _("took a role away"),
    "link": _("gave a sign-in link"),
    "create": _("made the event"),
    "copy": _("made the event of another one"),
    "import": _("imported the event"),
    "import-archive": _("brought the event in from an archive"),
    "restore": _("restored a copy"),
    "hand-over": _("handed the event over"),
    "hand-over-back": _("took the event back"),
    "program": _("changed what programs may read or enter"),
    "webhook": _("changed which programs are told"),
}

# What is shown first of an entry, and how it is called; everything else keeps its own name.
FACTS = {
    "round": _("round"),
    "rounds": _("rounds"),
    "board": _("board"),
    "number": _("player"),
    "player": _("player"),
    "team": _("team"),
    "teams": _("teams"),
    "name": _("name"),
    "short_name": _("short name"),
    "captain": _("captain"),
    "players": _("players"),
    "user": _("person"),
    "invited_by": _("invited by"),
    "role": _("role"),
    "order": _("order"),
    "kind": _("kind"),
    "penalty": _("penalty"),
    "deduction": _("points taken off"),
    "days": _("days"),
    "scopes": _("rights"),
    "side": _("side"),
    "fixed_table": _("fixed table"),
}
# What only files of the log tell: the evidence of a closed round, and parts that mean nothing to people.
UNSAID = {"version", "program", "table", "points", "edition", "proposal", "new", "renumbered", "absent", "matches"}
LONGEST = 160


def log_action(code: str) -> str:
    """Say what a line of the log is about; an unknown code stands for itself."""
    return str(ACTIONS.get(code, code))


def log_value(facts: Any) -> str:
    """Write what stood somewhere, in one line: a result as people write it, everything else as names with values."""
    if not facts:
        return ""
    if isinstance(facts, dict) and "result" in facts:
        return log_result(facts)
    if isinstance(facts, dict):
        facts = {name: value for name, value in facts.items() if name not in UNSAID}
    return shortened(", ".join(f"{FACTS.get(name, name)} {plain(value)}" for name, value in facts.items()))


def log_result(value: dict[str, Any]) -> str:
    """Write a result: the scores where the game has them, else the marks of both sides."""
    from tournaments.domain.results import Result

    said = gettext("adjourned") if value.get("is_adjourned") else str(Result(value["result"]).label)
    white, black = value.get("white_score"), value.get("black_score")
    return said if white is None or black is None else f"{white} : {black}"


def plain(value: Any) -> str:
    """Write a value; of a list only how long it is."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list) and all(isinstance(each, int | str) for each in value) and len(value) <= 8:
        return " ".join(map(str, value))
    if isinstance(value, list | dict):
        return f"[{len(value)}]"
    return "–" if value in (None, "") else str(value)


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def log_board(round: int, board: str, white: str, black: str) -> str:
    """Name a board, such as "round 3, board 7: Weiß – Gao"."""
    named = {"round": round, "board": board or "–", "white": white, "black": black}
    return gettext("round %(round)s, board %(board)s: %(white)s – %(black)s") % named
