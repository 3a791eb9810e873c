"""What the log tells of rounds and teams, in words and with names: pairings, places, matches, line-ups and lists."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.domain.log_actions import LogAction
from tournaments.wording.log import shorten

type Facts = Mapping[str, Any]  # what a line of the log keeps


class Names(NamedTuple):
    """The names of an event by number; without `teams` its players meet."""

    players: Mapping[int, str]
    teams: Mapping[int, str]

    def participant(self, number: int | None) -> str:
        """Name a team of a team event, else a player; whoever is gone keeps his number."""
        return (self.teams or self.players).get(number or 0, f"№ {number}")

    def player(self, number: int | None) -> str:
        return self.players.get(number, f"№ {number}") if number else _("nobody")


def log_change(action: str, facts: Any, names: Names) -> str:
    """Say what stood there before or after a change; "" for other actions, and where a line tells too little."""
    try:
        return shorten(CHANGES[action](facts, names)) if facts and action in CHANGES else ""
    except (AttributeError, KeyError, TypeError):
        return ""  # older lines tell less


def log_place(facts: Any, names: Names) -> str:
    """Name the match that a line is about, such as "round 3, match 2: Aster – Birch"; "" where it is about none."""
    if not isinstance(facts, Mapping) or not names.teams or not facts.get("table"):
        return ""
    teams = facts.get("teams") or [facts.get("team")]
    named = {"round": facts["round"], "table": facts["table"], "teams": " – ".join(map(names.participant, teams))}
    return _("round %(round)s, match %(table)s: %(teams)s") % named


def describe_end(match: Facts, names: Names) -> str:
    """Say how a match ended."""
    return match_ends(*map(names.participant, match["teams"]))[match["end"]]


def match_ends(first: str, second: str) -> dict[str, str]:
    """Say each way in which the match of two teams may end, by what is stored of it."""
    return {
        "": _("decided on the boards"),
        "+-": _("forfeited by %(team)s") % {"team": second},
        "-+": _("forfeited by %(team)s") % {"team": first},
        "--": _("forfeited by both teams"),
    }


def describe_exchange(facts: Facts, names: Names) -> str:
    """Say who had which places."""
    return "; ".join(describe_places(facts, names))


def describe_places(facts: Facts, names: Names) -> Iterator[str]:
    told = {(board["board"], board["white"], board["black"]): None for board in facts.get("boards", ())}
    told |= {(match["table"], *pair_of(match["teams"])): None for match in facts.get("matches", ())}
    for place, one, other in told:
        if other is None:
            yield _("%(name)s: bye") % {"name": names.participant(one)}
            continue
        named = {"place": place, "one": names.participant(one), "other": names.participant(other)}
        yield (
            _("match %(place)s: %(one)s – %(other)s") if names.teams else _("board %(place)s: %(one)s – %(other)s")
        ) % named


def pair_of(teams: list[int]) -> tuple[int, int | None]:
    return teams[0], teams[1] if len(teams) > 1 else None


def describe_pairings(facts: Facts, names: Names) -> str:
    """Say who meets whom in some rounds, and who is free; of rounds that became drafts again only that."""
    if "drafts" in facts:
        return _("draft of round %(rounds)s") % {"rounds": ", ".join(map(str, facts["drafts"]))}
    return "; ".join(
        _("round %(round)s: %(pairs)s") % {"round": round["round"], "pairs": ", ".join(describe_pairs(round, names))}
        for round in facts.get("rounds") or facts["proposed"]
    )


def describe_pairs(round: Facts, names: Names) -> Iterator[str]:
    for one, other in round["boards"]:
        yield f"{names.participant(one)} – {names.participant(other)}"
    for number in round["byes"]:
        yield _("%(name)s: bye") % {"name": names.participant(number)}


def describe_line_up(facts: Facts, names: Names) -> str:
    """Say who of a team sits at which board."""
    return ", ".join(f"{board} {names.player(number)}" for board, number in facts["seats"].items()) or _("nobody")


def describe_team(facts: Facts, names: Names) -> str:
    """Name a team with its list in order."""
    head = f"{facts['name']} ({facts['short_name']})" if facts["short_name"] else facts["name"]
    members = ", ".join(map(names.player, facts["players"])) or _("nobody")
    captain = f", {_('captain')} {facts['captain']}" if facts.get("captain") else ""
    return f"{head}: {members}{captain}"


CHANGES: dict[str, Callable[[Facts, Names], str]] = {
    LogAction.MATCH_END: describe_end,
    LogAction.REPAIR: describe_exchange,
    **dict.fromkeys((LogAction.PUBLISH, LogAction.TAKE_BACK), describe_pairings),
    LogAction.LINE_UP: describe_line_up,
    **dict.fromkeys((LogAction.TEAM, LogAction.TEAM_ADDED, LogAction.TEAM_REMOVED), describe_team),
}
