"""An event as it was at some moment: the facts of today, with what the log tells since then taken back.

The log is read from its newest line to the moment. A line that does not tell enough to be taken back leaves a gap,
and whoever looks is told which.
"""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from tiebreaks.standings import Standings, rank
from tournaments.history import teams
from tournaments.history.facts import SCORED, Facts, Gap
from tournaments.models import Event, LogEntry
from tournaments.queries import team_facts
from tournaments.queries.facts import build_crosstable
from tournaments.queries.standings import event_order

BEGINNINGS = ("create", "import", "import-archive", "copy")
# Lines that change neither the field nor what is counted.
HARMLESS = {
    *(
        "draft",
        "draft-change",
        "draft-discard",
        "draft-ask",
        "draft-cancel",
        "plan",
        "times",
        "begin",
        "check",
        "report",
    ),
    *("check-in", "checkin-closed", "checkin-reopened", "absence", "slips", "screen", "series", "categories"),
    *("category", "prizes", "invite", "invitation-withdrawn", "join", "role", "member-removed", "link", "withhold"),
    *("release", "close", "hand-over", "hand-over-back", "privacy", "forget", "program", "webhook", "player-number"),
    "fixed-table",
}


class Past(NamedTuple):
    """An event as it was: `rows` are the games by round and board, `gaps` the actions that could not be taken back."""

    event: Event
    version: int
    standings: Standings
    rows: tuple[dict[str, Any], ...]
    gaps: tuple[str, ...]

    @property
    def round(self) -> int:
        """Return the last round that was paired by then."""
        return max((row["round"] for row in self.rows if row["black"] is not None), default=0)


def take_back(facts: Facts, entry: LogEntry) -> None:
    """Undo one line. Raise Gap where that cannot be done."""
    if entry.action in HARMLESS:
        return
    if entry.action not in UNDO:
        raise Gap
    UNDO[entry.action](facts, entry)


UNDO: dict[str, Callable[[Facts, LogEntry], None]] = {
    **dict.fromkeys(("enter", "correct", "clear", "adjourn", "undo"), Facts.value),
    "decide": Facts.decision,
    "publish": Facts.publication,
    "take-back": Facts.taking_back,
    "repair": Facts.repair,
    **dict.fromkeys(("late-entry", "player-added"), Facts.entrance),
    **dict.fromkeys(("withdraw", "return"), Facts.leaving),
    "player": Facts.player,
    "player-removed": Facts.removal,
    "players-updated": Facts.update,
    "players-imported": Facts.coming,
    "players-numbered": Facts.numbering,
    "line-up": teams.line_up,
    "match-end": teams.ending,
    **dict.fromkeys(("team", "team-removed"), teams.change),
    "team-added": teams.addition,
    "teams-numbered": teams.numbering,
    "settings": Facts.settings,
    "tiebreaks": Facts.order,
}


def state_at(event: Event, moment: datetime.datetime) -> Past | None:
    """Return an event as it stood at a moment; None before its first line."""
    first = event.log.order_by("pk").first()
    if first is not None and first.action in BEGINNINGS and first.at > moment:
        return None
    facts, gaps, version = Facts(event), dict[str, None](), event.version
    for entry in event.log.filter(at__gt=moment).order_by("-pk").iterator(chunk_size=500):
        version = entry.version - 1
        try:
            take_back(facts, entry)
        except (Gap, KeyError, TypeError):
            gaps[entry.action] = None
    return Past(facts.event, version, ranked(facts), ordered(facts), tuple(gaps))


def ranked(facts: Facts) -> Standings:
    rows = [tuple(row[name] for name in SCORED) for row in facts.games.values()]
    table = build_crosstable(facts.event, facts.players, sorted(rows, key=lambda row: row[0]))
    if facts.event.team_boards:
        table = team_facts.of_event(facts.event, table, facts.teams)
    return rank(table, event_order(facts.event))


def ordered(facts: Facts) -> tuple[dict[str, Any], ...]:
    return tuple(sorted(facts.games.values(), key=lambda row: (row["round"], row["board"] or 10_000, row["white"])))
