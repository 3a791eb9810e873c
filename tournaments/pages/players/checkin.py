"""The check-in as values: everybody by name, who is present, and whom the last tap concerned."""

from collections.abc import Collection
from typing import NamedTuple

from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.players.name_matching import drop_accents
from tournaments.models import Event
from tournaments.pages.players.players import matches_query
from tournaments.queries.rounds.games import last_paired_round, read_player_absences


class Attendee(NamedTuple):
    """`out` is true if the player is not paired: absent in the first round, or withdrawn."""

    number: int
    name: str
    club: str
    here: bool
    out: bool
    start_number: int


class Checkin(NamedTuple):
    """`last` are the players just tapped, which can be undone; `expected` are those neither present nor left out.

    `only_missing` tells whether the list leaves out who is present.
    """

    rows: tuple[Attendee, ...]
    query: str
    only_missing: bool
    here: int
    total: int
    expected: tuple[Attendee, ...]
    out: int
    last: tuple[Attendee, ...]
    is_over: bool
    was_closed: bool

    @property
    def missing(self) -> int:
        return len(self.expected)


def checkin_view(event: Event, query: str, tapped: Collection[int] = (), *, only_missing: bool = False) -> Checkin:
    """Return the list by name. Four queries."""
    players = sorted(event.players.all(), key=lambda player: drop_accents(player.name))
    absent = read_player_absences(event, 1)
    rows = {
        each.number: Attendee(
            each.number,
            each.name,
            each.club,
            each.checked_in_at is not None,
            bool(absent.get(each.number)),
            each.start_number,
        )
        for each in players
    }
    wanted = (rows[each.number] for each in players if not query or matches_query(each, query))
    shown = tuple(row for row in wanted if not (only_missing and row.here))
    out = sum(row.out and not row.here for row in rows.values())
    is_over = bool(last_paired_round(event))
    return Checkin(
        rows=shown,
        query=query,
        only_missing=only_missing,
        here=sum(row.here for row in rows.values()),
        total=len(rows),
        expected=tuple(row for row in rows.values() if not row.here and not row.out),
        out=out,
        last=tuple(rows[number] for number in tapped if number in rows),
        is_over=is_over,
        was_closed=not is_over and event.log.filter(action=LogAction.CHECKIN_CLOSED).exists() and out > 0,
    )
