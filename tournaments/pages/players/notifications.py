"""The notifications for followers, from the list of happenings: published rounds, results and places of their players.

The list is the public's, and read when the message is made: what is withheld then is not in it, and names are the
public ones. It is compared by the names of happenings, not by times: a mirrored event has those of another clock.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import get_language

from tournaments.access.reader import Reader
from tournaments.domain.event.happenings import Happening, What
from tournaments.pages.event.happenings import list_latest
from tournaments.pages.players.followed import write_fixture
from tournaments.queries.rounds.games import read_team_tables
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import happenings as wording
from tournaments.wording import places

NEWEST, REMEMBERED = 500, 600  # happenings; a few more are remembered, so that none comes back when others go
MOST_LINES = 8
TO_ALL = {What.FINAL, What.NOTICE}  # whoever they follow


class Notification(NamedTuple):
    """A notification: what happened, whose places followed, and where that is read."""

    body: str
    tag: str
    address: str


@consistent_read
def list_names(reader: Reader) -> list[str]:
    """Return the names of the newest happenings, as the reader sees the event."""
    return [each.name for each in list_latest(reader, REMEMBERED)]


@consistent_read
def write_notifications(
    reader: Reader, seen: Collection[str], choices: Iterable[frozenset[int]]
) -> dict[frozenset[int], Notification]:
    """Return the notification for each choice of players that something has happened to, in the active language.

    `seen` are the names of what was said before.
    """
    known = set(seen)
    latest = list_latest(reader, NEWEST)
    fresh = [each for each in reversed(latest) if each.name not in known]
    writer = Writer(reader, fresh)
    written = {choice: writer.write(choice) for choice in choices} if fresh else {}
    return {choice: notification for choice, notification in written.items() if notification}


class Writer:
    """Writes the same happenings for many readers."""

    def __init__(self, reader: Reader, happenings: list[Happening]) -> None:
        self.event, self.happenings = reader.event, happenings
        self.ranked, self.tables = read_standings(reader), read_team_tables(reader.event)
        self.places = {row.number: row.rank for row in self.ranked.rows}
        self.seats: dict[tuple[int, int], str] = {}

    def write(self, numbers: frozenset[int]) -> Notification | None:
        """Return the notification for one choice of players, None where nothing has happened to them."""
        lines: list[str] = []
        placed: set[int] = set()
        told = None
        for each in self.happenings:
            own = {side.number for side in each.sides} & numbers
            seats = [seat for number in sorted(numbers) if (seat := self.write_seat(each, number))]
            if own or seats or each.what in TO_ALL:
                lines += [wording.describe_happening(self.event, each), *seats]
                placed |= numbers if each.what == What.FINAL else own
                told = each
        if told is None:
            return None
        lines += [
            self.write_place(number) for number in sorted(placed & self.places.keys(), key=self.places.__getitem__)
        ]
        shown = lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]
        return Notification("\n".join(shown), f"{self.event.slug} {told.name}", self.find_address(told, numbers))

    def write_seat(self, happening: Happening, number: int) -> str:
        """Say where a player sits in a round that is out: "Ada: Board 2, White, against Ben"."""
        if happening.what != What.PUBLISHED:
            return ""
        key = happening.round, number
        if key not in self.seats:
            facts = self.ranked.facts
            game = next((game for game in facts.games.get(number, ()) if game.round == happening.round), None)
            fixture = game and write_fixture(self.event, facts, number, game, self.tables)
            parts = [fixture.place, fixture.text] if fixture else []
            self.seats[key] = f"{facts.players[number].name}: {', '.join(filter(None, parts))}" if parts else ""
        return self.seats[key]

    def write_place(self, number: int) -> str:
        """Say where a player stands: "Ada: place 3"."""
        return f"{self.ranked.facts.players[number].name}: {places.name_place(self.places[number])}"

    def find_address(self, told: Happening, numbers: frozenset[int]) -> str:
        """Return where the newest of it is read: the round, a single player's page, or else the table."""
        slug = self.event.slug
        if told.what == What.PUBLISHED:
            page = reverse("round_page", args=[slug, told.round])
        elif len(numbers) == 1:
            page = reverse("player", args=[slug, *numbers])
        else:
            page = reverse("standings", args=[slug])
        return f"{page}?lang={get_language()}"
