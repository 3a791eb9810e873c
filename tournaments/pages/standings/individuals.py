"""The players of a team event as values: their results, board by board, and the best of each board."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.facts.crosstable import Player
from tiebreaks.values.numbers import round_half_up
from tournaments.access.reader import Reader
from tournaments.domain.choices import BoardPrize
from tournaments.domain.number_format import UNDEFINED, figure
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.list_parts import MOST
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.board_prizes import RankedBoardResult
from tournaments.wording import team_matches as teams_wording
from tournaments.wording.basis import describe_round, describe_rules


class Individual(NamedTuple):
    """One player. `place` is the place among those with enough games for a prize, None for the others."""

    number: int
    name: str
    title: str
    rating: int | None
    team: int
    team_name: str
    place: int | None
    games: int
    points: str
    percent: str
    performance: str

    @property
    def best(self) -> bool:
        return self.place == 1


class BoardList(NamedTuple):
    """The players of a board, or the reserves if `board` is None. `key` is its spelling in addresses."""

    board: int | None
    key: str
    title: str
    rows: tuple[Individual, ...]

    @property
    def best(self) -> tuple[Individual, ...]:
        """Return who gets the prize of the board; several if they are level."""
        return tuple(row for row in self.rows if row.best)


class IndividualsView(NamedTuple):
    """The lists of all boards in the order `by`; `shown` are the lists that fit on the page.

    `board` is the key of the requested list, "" for all of them. A prize needs at least `least` games. `orders` are the
    orders to choose from, each with its name; `prize` is the one that decides the event's prizes.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    boards: tuple[BoardList, ...]
    shown: tuple[BoardList, ...]
    board: str
    least: int
    by: str
    prize: str
    orders: tuple[tuple[str, str], ...]
    started: bool
    rules: str
    stage: str

    @property
    def is_prize(self) -> bool:
        """Return whether the lists are in the order that decides the prizes."""
        return self.by == self.prize

    @property
    def is_long(self) -> bool:
        return is_too_long(self.boards)

    @property
    def by_name(self) -> str:
        return dict(self.orders)[self.by]


@consistent_read
def individuals_view(reader: Reader, by: str = "", board: str = "") -> IndividualsView:
    """Return the players of a team event by board, best first, in the active language.

    `by` is a `BoardPrize`; without one it is the event's. `board` is the key of the list to show alone; if all of
    them together are too long for a page, it is the first one.
    """
    event = reader.event
    found = board_prizes.read_board_lists(reader, by)
    boards = tuple(
        _list(number, placed, found.people, found.table.facts.players) for number, placed in found.boards.items()
    )
    chosen = next((each.key for each in boards if each.key == board), "")
    if not chosen and is_too_long(boards):
        chosen = boards[0].key
    return IndividualsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        boards=boards,
        shown=tuple(each for each in boards if chosen in ("", each.key)),
        board=chosen,
        least=found.least,
        by=found.by,
        prize=event.team_rules.board_prize,
        orders=tuple((order.value, str(order.label)) for order in BoardPrize),
        started=bool(found.table.table.rounds_so_far),
        rules=describe_rules(found.table),
        stage=describe_round(found.table),
    )


def is_too_long(boards: Sequence[BoardList]) -> bool:
    """Return whether all lists together are too long for a page."""
    return sum(len(each.rows) for each in boards) > MOST


def _list(
    board: int | None, placed: list[RankedBoardResult], people: Mapping[int, Player], teams: Mapping[int, Player]
) -> BoardList:
    rows = tuple(_individual(each, people[each.result.number], teams[each.result.team]) for each in placed)
    return BoardList(board, str(board or "reserve"), teams_wording.name_board_list(board), rows)


def _individual(placed: RankedBoardResult, person: Player, team: Player) -> Individual:
    result = placed.result
    return Individual(
        number=result.number,
        name=person.name,
        title=person.title,
        rating=person.rating,
        team=team.number,
        team_name=team.name,
        place=placed.place,
        games=result.games,
        points=figure(result.points) if result.games else "",
        percent=write_percent(result),
        performance=str(result.performance.value) if result.performance else UNDEFINED if result.games else "",
    )


def write_percent(result: board_prizes.BoardResult) -> str:
    """Write the share of the points, "" without a game."""
    return f"{round_half_up(100 * result.share, 0)}\N{NARROW NO-BREAK SPACE}%" if result.games else ""
