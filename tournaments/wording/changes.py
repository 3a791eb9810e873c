"""What the log says about rounds and teams, in words and with names: pairings, places, matches, line-ups, lists."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.brackets.deciding import DECISION, LOTS
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.wording.duels import play_off_title
from tournaments.wording.forbidden_pairings import describe_forbidden_pairing, describe_rounds
from tournaments.wording.games import write_number
from tournaments.wording.log import log_result, shorten

type LogValues = Mapping[str, Any]  # what a line of the log stores


class Names(NamedTuple):
    """The names of an event by number; where `teams` is empty, the participants are players."""

    players: Mapping[int, str]
    teams: Mapping[int, str]

    def participant(self, number: int | None) -> str:
        """Name a team of a team event, otherwise a player; one who is no longer there is shown by number."""
        return (self.teams or self.players).get(number or 0) or write_number(number or 0)

    def player(self, number: int | None) -> str:
        return (self.players.get(number) or write_number(number)) if number else _("nobody")


def log_change(action: str, values: LogValues | None, names: Names) -> str:
    """Write the facts before or after an action; "" for other actions, and where a line does not say enough."""
    if not values or action not in CHANGES:
        return ""
    try:
        return shorten(CHANGES[LogAction(action)](values, names))
    except (AttributeError, KeyError, TypeError):
        return ""  # older releases stored less


def log_place(values: LogValues, names: Names) -> str:
    """Name the match that a line is about, for example "round 3, match 2: Aster – Birch"; "" for other lines."""
    if not names.teams or not values.get("table"):
        return ""
    teams = values.get("teams") or [values.get("team")]
    named = {"round": values["round"], "table": values["table"], "teams": " – ".join(map(names.participant, teams))}
    return _("round %(round)s, match %(table)s: %(teams)s") % named


def name_subjects(values: LogValues | None, names: Names) -> LogValues:
    """Write names instead of the numbers of several players. One alone is left out: the line is about that player."""
    values = values or {}
    named = {"numbers": "; ".join(map(names.player, values["numbers"]))} if values.get("numbers") else {}
    known = {"number": names.players, "player": names.players, "team": names.teams}
    subjects = {name for name, all_names in known.items() if values.get(name) in all_names}
    return {name: value for name, value in {**values, **named}.items() if name not in subjects}


def describe_end(match: LogValues, names: Names) -> str:
    """Say how a match ended."""
    return match_ends(*map(names.participant, match["teams"]))[match["end"]]


def match_ends(first: str, second: str) -> dict[str, str]:
    """Return each way in which the match of two teams can end in words, by its code."""
    return {
        "": _("decided on the boards"),
        "+-": _("forfeited by %(team)s") % {"team": second},
        "-+": _("forfeited by %(team)s") % {"team": first},
        "--": _("forfeited by both teams"),
    }


def describe_swap(values: LogValues, names: Names) -> str:
    """Name the places that were exchanged and who sat there."""
    return "; ".join(describe_places(values, names))


def describe_places(values: LogValues, names: Names) -> Iterator[str]:
    """Name each board, match or bye once, a board with its result."""
    seats = [
        (board["board"], board["white"], board["black"], write_board_result(board))
        for board in values.get("boards", ())
    ]
    seats += [(match["table"], *pair_of(match["teams"]), write_results(match)) for match in values.get("matches", ())]
    for place, one, other, result in dict.fromkeys(seats):
        if other is None:
            free = result or _("bye")
            yield f"{names.participant(one)}: {free}"
            continue
        pairing = {"place": place, "one": names.participant(one), "other": names.participant(other)}
        sentence = (
            _("match %(place)s: %(one)s – %(other)s") if names.teams else _("board %(place)s: %(one)s – %(other)s")
        )
        yield f"{sentence % pairing} {result}".rstrip()


def write_board_result(board: LogValues) -> str:
    """Write the result of a board, nothing for an open one; older releases did not store it."""
    return log_result(board) if board.get("result") else ""


def write_results(match: LogValues) -> str:
    """Write the results of the boards of a match, or why a team has no opponent."""
    if len(match["teams"]) < 2:
        return str(Result(match["end"]).label) if match["end"] else ""
    return ", ".join(filter(None, (write_board_result(board) for board in match["boards"] if board["black"])))


def pair_of(teams: list[int]) -> tuple[int, int | None]:
    return teams[0], teams[1] if len(teams) > 1 else None


def describe_pairings(values: LogValues, names: Names) -> str:
    """Describe the pairs and byes of rounds; for rounds that became drafts again, only their numbers."""
    if "drafts" in values:
        return _("draft of round %(rounds)s") % {"rounds": ", ".join(map(str, values["drafts"]))}
    return "; ".join(
        _("round %(round)s: %(pairs)s") % {"round": paired["round"], "pairs": "; ".join(describe_pairs(paired, names))}
        for paired in values.get("rounds") or values["proposed"]
    )


def describe_draft(values: LogValues, names: Names) -> str:
    """Say which round was drawn, who meets whom, and what the arbiter wanted."""
    if "boards" in values:
        values = {**values, "rounds": [values]}
    drawn = (
        describe_pairings(values, names) if values.get("rounds") else _("round %(round)s") % {"round": values["round"]}
    )
    return "; ".join([drawn, *describe_wishes(values.get("wishes") or {}, names)])


def describe_wishes(wishes: LogValues, names: Names) -> Iterator[str]:
    """Say what was wanted of a drawing, in its parts."""
    for name, sentence in WISHES.items():
        pairs = [" – ".join(map(names.participant, pair)) for pair in wishes.get(name) or ()]
        if pairs:
            yield sentence % {"pairs": "; ".join(pairs)}
    if wishes.get("bye"):
        yield _("%(name)s: bye") % {"name": names.participant(wishes["bye"])}


WISHES = {
    "fixed": gettext_lazy("paired: %(pairs)s"),
    "forbidden": gettext_lazy("kept apart: %(pairs)s"),
    "granted": gettext_lazy("paired despite the rules: %(pairs)s"),
}
DRAFTS = (LogAction.DRAFT, LogAction.DRAFT_ASK, LogAction.DRAFT_CHANGE, LogAction.DRAFT_DISCARD)


def describe_pairs(paired: LogValues, names: Names) -> Iterator[str]:
    for one, other in paired["boards"]:
        yield f"{names.participant(one)} – {names.participant(other)}"
    for number in paired["byes"]:
        yield _("%(name)s: bye") % {"name": names.participant(number)}


def describe_line_up(values: LogValues, names: Names) -> str:
    """Name the players of a team at their boards."""
    return "; ".join(f"{board} {names.player(number)}" for board, number in values["seats"].items()) or _("nobody")


def describe_team(values: LogValues, names: Names) -> str:
    """Name a team with the players of its list, in order."""
    head = f"{values['name']} ({values['short_name']})" if values["short_name"] else values["name"]
    members = "; ".join(map(names.player, values["players"])) or _("nobody")
    captain = f"; {_('captain')} {values['captain']}" if values.get("captain") else ""
    return f"{head}: {members}{captain}"


def describe_numbers(values: LogValues, names: Names) -> str:
    """Name the participants with their start numbers, in the order of these."""
    numbered = sorted((start, int(number)) for number, start in values["start_numbers"].items())
    return "; ".join(f"{start} {names.participant(number)}" for start, number in numbered)


def describe_logged_forbidden_pairing(values: LogValues, names: Names) -> str:
    """Describe a forbidden pairing, and in which rounds it holds."""
    who = describe_forbidden_pairing(values["rule"], values["numbers"], values["text"], names.teams or names.players)
    return ", ".join(filter(None, (who, describe_rounds(values["from_round"], values.get("to_round")))))


def describe_logged_withdrawal(values: LogValues, _names: Names) -> str:
    """Say from which round on somebody no longer plays."""
    return _("from round %(round)s on") % {"round": values["round"]} if values["round"] else _("takes part")


def describe_absence(values: LogValues, _names: Names) -> str:
    """Say what a coming round counts as for somebody who is not paired in it."""
    kind = Result(values["kind"]).label if values["kind"] else _("takes part")
    return _("round %(round)s: %(pairs)s") % {"round": values["round"], "pairs": kind}


def describe_play_off(values: LogValues, names: Names) -> str:
    """Say how a game of a play-off ended, on whom the lot fell, or what the arbiter decided."""
    title = play_off_title(values["rule"], of_teams=bool(names.teams))
    one, other = (names.participant(values[side]) for side in ("white", "black"))
    if values["rule"] in (LOTS, DECISION):
        return f"{title}: {one if values['outcome'] == Result.WHITE else _('nobody')} ({one} – {other})"
    return f"{title}: {one} – {other} {Result(values['outcome']).label}"


def describe_seat(values: LogValues, names: Names) -> str:
    """Name who has a seat in a match of a bracket."""
    return names.participant(values.get("team") or values["player"])


CHANGES: dict[LogAction, Callable[[LogValues, Names], str]] = {
    LogAction.MATCH_END: describe_end,
    LogAction.PLAY_OFF: describe_play_off,
    LogAction.SUBSTITUTE: describe_seat,
    LogAction.FORBIDDEN_PAIRING: describe_logged_forbidden_pairing,
    LogAction.REPAIR: describe_swap,
    **dict.fromkeys((LogAction.PUBLISH, LogAction.TAKE_BACK), describe_pairings),
    **dict.fromkeys(DRAFTS, describe_draft),
    **dict.fromkeys((LogAction.WITHDRAW, LogAction.EXPEL, LogAction.RETURN), describe_logged_withdrawal),
    LogAction.ABSENCE: describe_absence,
    LogAction.LINE_UP: describe_line_up,
    **dict.fromkeys((LogAction.PLAYERS_NUMBERED, LogAction.TEAMS_NUMBERED), describe_numbers),
    **dict.fromkeys((LogAction.TEAM, LogAction.TEAM_ADDED, LogAction.TEAM_REMOVED), describe_team),
}
