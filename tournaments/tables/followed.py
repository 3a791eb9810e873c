"""The players that a visitor follows: their place, and the board that they play at now or played at last."""

from typing import NamedTuple

from tiebreaks.crosstable import Kind
from tournaments import queries, wording
from tournaments.tables.marks import mark_of
from tournaments.tables.standings import Cell, Column, Row, StandingsView

# More than anybody can follow; an address must not make a page that repeats the whole field.
MOST = 50


class Fixture(NamedTuple):
    """A game in words; `mark` is its result, "" while it is open."""

    text: str
    open: bool
    mark: str
    won: bool


class Followed(NamedTuple):
    """A followed player: the row of the table, its first two values with their columns, and the game to look at."""

    row: Row
    values: tuple[tuple[Column, Cell], ...]
    fixture: Fixture | None


def followed(event, view: StandingsView, numbers) -> tuple[Followed, ...]:
    """Return the followed players in the order of the table; numbers that nobody has are left out."""
    wanted = set(numbers)
    table = queries.standings(event).table
    rows = [row for row in view.rows if row.number in wanted][:MOST]
    return tuple(
        Followed(row, tuple(zip(view.columns, row.cells, strict=True))[:2], fixture_of(table.facts, row.number))
        for row in rows
    )


def fixture_of(facts, number: int) -> Fixture | None:
    """Return the first game without a result, else the last one; None before the first round."""
    games = facts.games[number]
    if not games:
        return None
    game = next((game for game in games if game.kind == Kind.OPEN), games[-1])
    opponent = facts.players[game.opponent].name if game.opponent else ""
    is_open = game.kind == Kind.OPEN
    mark = mark_of(facts, number, game)
    said = wording.fixture(game, opponent, facts.discipline)
    return Fixture(said, is_open, mark.text if opponent else "", mark.won)
