"""The check-in as values: everybody by name, who is present, and whom the last tap concerned."""

from collections.abc import Collection
from typing import NamedTuple

from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.players.name_matching import drop_accents
from tournaments.models import Event
from tournaments.pages.players.players import matches_query
from tournaments.queries.rounds.games import last_paired_round, read_player_absences

MOST_CHANGES = 20  # that are sent one by one
SHOWN = ("number", "name", "club", "checked_in_at", "start_number", "team")


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

    `only_missing` tells whether the list leaves out who is present. `changed` are those who were checked in since the
    version that the page has shown, None where only the whole list says what is different. `version` is that of now.
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
    version: int
    changed: tuple[Attendee, ...] | None

    @property
    def missing(self) -> int:
        return len(self.expected)


def checkin_view(
    event: Event, query: str, tapped: Collection[int] = (), *, only_missing: bool = False, seen: int | None = None
) -> Checkin:
    """Return the list by name; a page has shown the one of version `seen`. Five queries, six where it has."""
    version = Event.objects.values_list("version", flat=True).get(pk=event.pk)
    changed = find_checked_in(event, seen) if seen is not None else None
    stored = event.players.select_related("team").only(*SHOWN) if query else event.players.only(*SHOWN)
    players = sorted(stored, key=lambda player: drop_accents(player.name))
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
        version=version,
        changed=None if changed is None else tuple(rows[number] for number in changed if number in rows),
    )


def find_checked_in(event: Event, seen: int) -> list[int] | None:
    """Return who was checked in since a version, None where anything else has happened, or much. One query."""
    lines = list(event.log.filter(version__gt=seen).order_by("pk")[: MOST_CHANGES + 1])
    checked = [line.new_values for line in lines if line.action == LogAction.CHECK_IN]
    numbers = [each["number"] for each in checked if each["here"] and "number" in each]
    return numbers if len(numbers) == len(lines) <= MOST_CHANGES else None
