"""The players that a visitor follows: their place, and their current or last board."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game, Kind
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import rules_of
from tournaments.models import Event
from tournaments.pages.players.by_result import ByResult, describe_places
from tournaments.pages.standings.columns import CriterionColumn, ValueCell
from tournaments.pages.standings.marks import write_mark, write_match_score
from tournaments.pages.standings.standings import StandingsView
from tournaments.pages.standings.table_rows import TableRow
from tournaments.queries.rounds.games import read_team_tables
from tournaments.queries.standings.prizes import read_offers
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games as games_wording
from tournaments.wording import places

# More than anybody can follow. A URL must not produce a page that repeats the whole field.
MOST = 50


class Fixture(NamedTuple):
    """A game in words: `place` is the board or table to go to, `text` the side and opponent, or why there is no game.

    `title` says whether it is the next game or the last one; `mark` is its result, "" while it is open.
    """

    title: str
    round: int
    place: str
    text: str
    open: bool
    mark: str
    won: bool


class Followed(NamedTuple):
    """A followed player: the row of the table, its first two values with their columns, and the game to look at.

    Until the event has `started` the row has no place. `by_result` says what an open game decides.
    """

    row: TableRow
    started: bool
    values: tuple[tuple[CriterionColumn, ValueCell], ...]
    fixture: Fixture | None
    by_result: ByResult | None

    @property
    def place(self) -> str:
        """Name the place: "place 3"."""
        return places.name_place(self.row.place)


def list_followed(reader: Reader, view: StandingsView, numbers: Iterable[int]) -> tuple[Followed, ...]:
    """Return the followed players in the order of the table; unknown numbers are ignored."""
    event = reader.event
    wanted = set(numbers)
    rows = [view.row(number) for number in view.rows.numbers if number in wanted][:MOST]
    if not rows:
        return ()
    ranked, tables, offers = read_standings(reader), read_team_tables(event), read_offers(event)
    followed = []
    for row in rows:
        fixture = build_fixture(event, ranked.facts, row.number, tables)
        coming = fixture if fixture and fixture.open else None
        by_result = describe_places(event, ranked, row.number, coming.round, offers) if coming else None
        values = tuple(zip(view.columns, row.cells, strict=True))[:2]
        followed.append(Followed(row, view.started, values, fixture, by_result))
    return tuple(followed)


def build_fixture(
    event: Event, facts: Crosstable, number: int, tables: Mapping[tuple[int, int], int]
) -> Fixture | None:
    """Return the first game without a result, otherwise the last one; None before the first round.

    `tables` holds the tables of team matches by team and round; a game of players has its own board.
    """
    games = facts.games[number]
    if not games:
        return None
    game = next((game for game in games if game.kind == Kind.OPEN), games[-1])
    return write_fixture(event, facts, number, game, tables)


def write_fixture(
    event: Event, facts: Crosstable, number: int, game: Game, tables: Mapping[tuple[int, int], int]
) -> Fixture:
    """Write a game of a participant in words."""
    opponent = facts.players[game.opponent].name if game.opponent else ""
    mark = write_match_score(facts, number, game) or write_mark(facts, number, game)
    table = tables.get((number, game.round))
    place = (
        games_wording.name_table(table)
        if table
        else games_wording.name_board(game.board, rules_of(facts.discipline))
        if game.board
        else ""
    )
    return Fixture(
        title=games_wording.name_fixture(game.kind == Kind.OPEN, event.of_teams),
        round=game.round,
        place=place if opponent else "",
        text=games_wording.describe_fixture(game, opponent, facts.discipline),
        open=game.kind == Kind.OPEN,
        mark=mark.text if opponent else "",
        won=mark.won,
    )
