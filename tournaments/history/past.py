"""An event as it was at a moment. The log is read from its newest line back to that moment.

A line that does not say enough to be undone leaves a gap, and the page says which.
"""

import datetime
from collections.abc import Callable
from typing import NamedTuple

from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import staff_reader
from tournaments.domain.event.log_actions import Effect, LogAction, actions_with
from tournaments.history import play_offs, players, rounds, teams
from tournaments.history.rewound import SCORED, LogGap, RewoundEvent, Row
from tournaments.models import Event, LogEntry
from tournaments.queries.standings import team_crosstable
from tournaments.queries.standings.crosstable import build_crosstable
from tournaments.queries.standings.endings import rank_with_endings
from tournaments.queries.standings.standings import event_order

BEGINNINGS = (LogAction.CREATE, LogAction.IMPORT, LogAction.IMPORT_ARCHIVE, LogAction.COPY)

UNDO: dict[LogAction, Callable[[RewoundEvent, LogEntry], None]] = {
    LogAction.ENTER: rounds.undo_result,
    LogAction.CORRECT: rounds.undo_result,
    LogAction.CLEAR: rounds.undo_result,
    LogAction.ADJOURN: rounds.undo_result,
    LogAction.UNDO: rounds.undo_result,
    LogAction.DECIDE: rounds.undo_decision,
    LogAction.PUBLISH: rounds.undo_publishing,
    LogAction.TAKE_BACK: rounds.restore_rounds,
    LogAction.PLAY_OFF: play_offs.undo_play_off,
    LogAction.SUBSTITUTE: play_offs.undo_substitute,
    LogAction.REPAIR: rounds.undo_swap,
    LogAction.SETTINGS: rounds.undo_settings,
    LogAction.TIEBREAKS: rounds.undo_tiebreaks,
    LogAction.PLAYER: players.undo_change,
    LogAction.PLAYER_ADDED: players.undo_addition,
    LogAction.LATE_ENTRY: players.undo_addition,
    LogAction.PLAYER_REMOVED: players.restore_player,
    LogAction.PLAYERS_IMPORTED: players.undo_import,
    LogAction.PLAYERS_UPDATED: players.undo_updates,
    LogAction.PLAYERS_NUMBERED: players.undo_numbering,
    LogAction.BY_HAND: players.undo_value_by_hand,
    LogAction.WITHDRAW: players.undo_withdrawal,
    LogAction.EXPEL: players.undo_withdrawal,
    LogAction.RETURN: players.undo_withdrawal,
    LogAction.LINE_UP: teams.undo_line_up,
    LogAction.MATCH_END: teams.undo_end,
    LogAction.TEAM: teams.undo_change,
    LogAction.TEAM_ADDED: teams.undo_addition,
    LogAction.TEAM_REMOVED: teams.undo_change,
    LogAction.TEAMS_NUMBERED: teams.undo_numbering,
}
WITHOUT_TRACE = frozenset(LogAction) - actions_with(Effect.TABLE)  # there is nothing to undo


class Past(NamedTuple):
    """An event as it was: `rows` are the games by round and board, `gaps` the actions that could not be undone."""

    event: Event
    version: int
    standings: Standings
    rows: tuple[Row, ...]
    gaps: tuple[str, ...]

    @property
    def round(self) -> int:
        """Return the last round that was paired at that moment."""
        return max((row["round"] for row in self.rows if row["black"] is not None), default=0)


# What a line can lack: older releases wrote less into theirs, and a file may hold anything.
UNDONE_IN_PART = (LogGap, LookupError, TypeError, ValueError, AttributeError)


def state_at(event: Event, moment: datetime.datetime) -> Past | None:
    """Return an event as it was at a moment; None before its first line."""
    first = event.log.order_by("pk").first()
    if first is not None and first.action in BEGINNINGS and first.at > moment:
        return None
    rewound, gaps, version = RewoundEvent(event), dict[str, None](), event.version
    for entry in event.log.filter(at__gt=moment).order_by("-pk").iterator(chunk_size=500):
        version = entry.version - 1
        try:
            undo(rewound, entry)
        except UNDONE_IN_PART:
            gaps[entry.action] = None
    return Past(rewound.event, version, rank_rewound(rewound), sort_games(rewound), tuple(gaps))


def undo(rewound: RewoundEvent, entry: LogEntry) -> None:
    """Undo one line. Raise Gap where that is not possible."""
    if entry.action in WITHOUT_TRACE:
        return
    if entry.action not in UNDO:
        raise LogGap
    UNDO[LogAction(entry.action)](rewound, entry)


def rank_rewound(rewound: RewoundEvent) -> Standings:
    rows = [tuple(row[name] for name in SCORED) for row in rewound.games.values()]
    table = build_crosstable(rewound.event, rewound.players, sorted(rows, key=lambda row: row[0]))
    if rewound.event.team_boards:
        table = team_crosstable.build_team_crosstable(staff_reader(rewound.event), table, rewound.teams)
    return rank_with_endings(rewound.endings, table, event_order(rewound.event))


def sort_games(rewound: RewoundEvent) -> tuple[Row, ...]:
    return tuple(sorted(rewound.games.values(), key=lambda row: (row["round"], row["board"] or 10_000, row["white"])))
