"""One round as values: its boards or its matches of teams, and who has no opponent."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from pairing.rules.chess960 import write_position
from tournaments.access.reader import Reader
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.rounds import boards, team_matches
from tournaments.pages.rounds.boards import RoundBoard, Unpaired
from tournaments.pages.rounds.team_matches import MatchLine
from tournaments.queries.rounds import corrections
from tournaments.queries.rounds.corrections import Corrected
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import find_table_course, is_without_points
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games, pairings
from tournaments.wording.basis import describe_round_factor


class RoundView(NamedTuple):
    """A round. Its `rows` are boards, or matches with their boards; each has a place, two sides, `open` and a note.

    `counts` says how the round counts if it counts otherwise than the others.
    """

    event: Event
    version: int
    epoch: str
    number: int
    base: str
    progress: EventState
    starts_at: datetime | None
    rounds: tuple[int, ...]
    rows: tuple[RoundBoard | MatchLine, ...]
    unpaired: tuple[Unpaired, ...]
    results_in: int
    corrected: tuple[Corrected, ...] = ()
    place: str = ""
    position: tuple[int, str] | None = None
    counts: str = ""
    with_sides: bool = True

    @property
    def has_titles(self) -> bool:
        """Return whether somebody has a title, so that all names leave room for one and align."""
        return any(seat.title for row in self.rows for seat in row.sides)

    @property
    def has_open(self) -> bool:
        return any(row.open for row in self.rows)

    @property
    def heads(self) -> tuple[str, str]:
        """Head the columns of the two players, or of the two teams."""
        return pairings.name_teams() if self.event.team_boards else pairings.name_sides(self.event.game)


def read_round_once(reader: Reader, number: int) -> RoundView | None:
    """Return a round in the active language, or None for a round that is not paired.

    `place` is the word for what the rows number; `with_sides` is true if each row's two sides are White and Black or
    first and second. Callers must check themselves whether anything was written in the meantime.
    """
    event = reader.event
    rounds = {item.number: item for item in event.rounds.all()}
    if number not in rounds:
        return None
    table = read_standings(reader)
    before = {} if is_without_points(table, number) else _list_points_before(reader, number)
    of_teams, facts = bool(event.team_boards), table.facts
    rows = (
        team_matches.list_matches(reader, number, before)
        if of_teams
        else boards.list_boards(reader, facts, number, before)
    )
    return RoundView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        number=number,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        starts_at=rounds[number].starts_at,
        rounds=tuple(sorted(rounds)),
        rows=rows,
        unpaired=(
            *(team_matches.list_unpaired_teams(reader, number) if of_teams else boards.list_unpaired(facts, number)),
            *boards.list_free(reader, table, number),
        ),
        results_in=sum(row.results_in for row in rows),
        corrected=corrections.find_corrections(reader).get(number, ()),
        place=games.table_word() if of_teams else games.place_word(event.game),
        position=describe_position(rounds[number].position),
        counts=describe_round_factor(facts, number),
        with_sides=not of_teams and event.game.has_sides,
    )


def describe_position(number: int | None) -> tuple[int, str] | None:
    """Return the number of a start position of Chess960 and its pieces; None for a round of usual chess."""
    return None if number is None else (number, write_position(number))


round_view = consistent_read(read_round_once)


def _list_points_before(reader: Reader, number: int) -> dict[int, str]:
    """Return each player's points before a round as text, nothing for the first."""
    if number < 2:
        return {}
    course = find_table_course(read_standings(reader), number)
    if course:
        return {player: figure(points) for player, points in course.points_before(number).items()}
    table = read_standings(reader, number - 1).table
    return {player: figure(table.total_points(player)) for player in table.facts.players}
