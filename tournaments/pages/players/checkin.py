"""The check-in as values: everybody by name, who is present, and whom the last tap concerned."""

from typing import NamedTuple

from tournaments.domain.log_actions import LogAction
from tournaments.models import Event
from tournaments.pages.players.players import matches_query
from tournaments.queries.games import last_paired_round, read_player_absences


class Attendee(NamedTuple):
    """`out` is true if the player is not paired: absent in the first round, or withdrawn."""

    number: int
    name: str
    club: str
    here: bool
    out: bool


class Checkin(NamedTuple):
    """`last` is the player just tapped, which can be undone; `missing` counts those still expected."""

    rows: tuple[Attendee, ...]
    query: str
    here: int
    total: int
    missing: int
    out: int
    last: Attendee | None
    is_over: bool
    was_closed: bool


def checkin_view(event: Event, query: str, player: int) -> Checkin:
    """Return the list by name. Four queries."""
    players = sorted(event.players.all(), key=lambda player: player.name.casefold())
    absent = read_player_absences(event, 1)
    rows = {
        each.number: Attendee(
            each.number, each.name, each.club, each.checked_in_at is not None, bool(absent.get(each.number))
        )
        for each in players
    }
    shown = tuple(rows[each.number] for each in players if not query or matches_query(each, query))
    here = sum(row.here for row in rows.values())
    out = sum(row.out and not row.here for row in rows.values())
    is_over = bool(last_paired_round(event))
    was_closed = not is_over and event.log.filter(action=LogAction.CHECKIN_CLOSED).exists() and out > 0
    return Checkin(shown, query, here, len(rows), len(rows) - here - out, out, rows.get(player), is_over, was_closed)
