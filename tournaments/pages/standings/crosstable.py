"""The cross table as values: who met whom, by rank.

A round robin has a column for each line and shows the result against the player on it; a Swiss event has a column for
each round and shows the opponent's line, the colour and the result: "12w1". Players who are level share a place, but
never a line.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.facts.games import Colour, Game
from tiebreaks.ranking.ranked_table import Row, Standings
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import rules_of
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.list_parts import MOST, ListPart, paginate
from tournaments.pages.standings.columns import CriterionColumn, count_characters, list_columns
from tournaments.pages.standings.footnotes import list_notes
from tournaments.pages.standings.marks import write_credit, write_mark
from tournaments.pages.standings.table_rows import name_origin
from tournaments.queries.rounds.games import read_team_tables
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import has_started, is_knock_out
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games as games_wording
from tournaments.wording.basis import describe_round, describe_rules

NO_PLACE = "–"  # of an expelled player


class CrosstableCell(NamedTuple):
    """What happened in one cell. `aloud` says it in words. `line` and `side` are "" in a round robin.

    `outcome` is "won", "drawn", "lost" or "", `colour` "white", "black" or "". `address` leads to the game, "" without
    an opponent; both cells of a game have the same one.
    """

    line: str
    side: str
    mark: str
    outcome: str
    aloud: str
    colour: str = ""
    address: str = ""

    @property
    def won(self) -> bool:
        return self.outcome == "won"

    @property
    def look(self) -> str:
        """Return the classes of the cell."""
        return " ".join(filter(None, ("met", self.outcome, self.colour)))


class Square(NamedTuple):
    """A cell of the grid: a meeting, two in a double round robin, or none; `own` marks the diagonal."""

    meetings: tuple[CrosstableCell, ...]
    own: bool


type Squares = Callable[[int], Iterator[Square]]


class CrosstableLine(NamedTuple):
    """The line of a participant. `place` is "" where everybody's place is the number of their line."""

    number: int
    line: int
    place: str
    shared: bool
    name: str
    title: str
    origin: str
    squares: tuple[Square, ...]
    points: str
    note: str = ""


class CrosstableView(NamedTuple):
    """`heads` are the lines of a round robin or the rounds of a Swiss event. `main` is the column of the points,
    None in a knock-out, which has none.

    `rules` says by which ones the places are computed, and `stage` at which round. Who is expelled has the last of the
    `lines`, and no place. `part` is the page of a long table that the lines are of, None for the whole.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    by_opponent: bool
    heads: tuple[int | str, ...]
    main: CriterionColumn | None
    lines: tuple[CrosstableLine, ...]
    rules: str = ""
    stage: str = ""
    part: ListPart | None = None

    @property
    def footnotes(self) -> tuple[tuple[str, str], ...]:
        """Return the names of those who have a footnote, each with its text."""
        return tuple((line.name, line.note) for line in self.lines if line.note)

    @property
    def has_places(self) -> bool:
        """Return whether the places are shown beside the numbers of the lines, since they differ."""
        return any(line.place for line in self.lines)

    @property
    def room(self) -> str:
        """Return how much room the cells have: how many are next to each other, from the "fewest" to "many"."""
        count = len(self.heads)
        return "fewest" if count < 7 else "few" if count < 12 else "some" if count < 17 else "many"

    @property
    def figures(self) -> int:
        """Return for how many characters the points need room."""
        return count_characters(self.main.label, (line.points for line in self.lines)) if self.main else 0

    @property
    def has_titles(self) -> bool:
        """Return whether somebody has a title, so that all names are aligned."""
        return any(line.title for line in self.lines)


def read_crosstable_once(reader: Reader, asked: tuple[int, str] | None = None) -> CrosstableView:
    """Return the cross table of an event, the running round included, in the active language.

    A page of it where one is `asked` for, by its number and the name to find, and the table is too long for one.
    Callers must check themselves whether anything was written in the meantime.
    """
    event = reader.event
    state = read_state(reader)
    ranked = read_standings(reader)
    rows = (*ranked.rows, *ranked.expelled)
    part = paginate(rows, lambda row: ranked.facts.players[row.number].name, *asked) if asked else None
    columns = list_columns(ranked.order)
    main = next(index for index, column in enumerate(columns) if column.main)
    by_opponent = event.system == "round-robin"
    base = reverse("standings", args=[event.slug])
    cells = Cells(ranked, base, read_team_tables(event))
    numbers = {row.number: line for line, row in enumerate(rows, 1)}
    squares = _by_opponent(cells) if by_opponent else _by_round(cells, state.round, numbers)
    return CrosstableView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=base,
        progress=state,
        by_opponent=by_opponent,
        heads=tuple(range(1, (len(rows) if by_opponent else state.round) + 1)),
        main=None if is_knock_out(ranked) else columns[main],
        lines=tuple(_lines(ranked, part.rows if part else rows, numbers, main, squares)),
        rules=describe_rules(ranked),
        stage=describe_round(ranked),
        part=part,
    )


crosstable_view = consistent_read(read_crosstable_once)


def _lines(
    ranked: Standings, rows: Iterable[Row], numbers: Mapping[int, int], main: int, squares: Squares
) -> Iterator[CrosstableLine]:
    holders = Counter(row.rank for row in ranked.rows)
    started = has_started(ranked)
    has_places = started and any(row.rank != numbers[row.number] for row in (*ranked.rows, *ranked.expelled))
    notes = list_notes(ranked.facts)
    for row in rows:
        player = ranked.facts.players[row.number]
        yield CrosstableLine(
            number=row.number,
            line=numbers[row.number],
            place=NO_PLACE if not row.rank else str(row.rank) if has_places else "",
            shared=started and row.rank > 0 and holders[row.rank] > 1,
            name=player.name,
            title=player.title,
            origin=name_origin(player),
            squares=tuple(squares(row.number)),
            points=figure(row.values[main]),
            note=notes.get(row.number, ""),
        )


class Cells:
    """What the cells are written from."""

    def __init__(self, ranked: Standings, base: str, tables: Mapping[tuple[int, int], int]) -> None:
        """Store a table, the address of the event, and the tables of team matches by team and round."""
        self.ranked, self.base, self.tables = ranked, base, tables
        self.has_colours = rules_of(ranked.facts.discipline).has_colours
        # The same few words stand in all cells.
        self.describe = cache(games_wording.describe_meeting)
        self.write_side_letter = cache(games_wording.write_side_letter)

    def meeting(self, number: int, game: Game, line: str = "", side: str = "") -> CrosstableCell:
        """Return a round of a participant."""
        facts = self.ranked.facts
        opponent = facts.players[game.opponent].name if game.opponent else ""
        before, after = self.describe(game.round, game.colour, game.kind, facts.discipline)
        aloud = ", ".join(filter(None, (before, opponent, after, write_credit(facts, game))))
        mark, outcome = write_mark(facts, number, game)
        if not opponent:
            return CrosstableCell("", "", mark, outcome, aloud)
        colour = game.colour.name.lower() if self.has_colours and game.colour is not Colour.NONE else ""
        return CrosstableCell(line, side, mark, outcome, aloud, colour, self.address(number, game))

    def address(self, number: int, game: Game) -> str:
        """Return where the round shows a game; a very long round has it on one of its pages."""
        table = self.tables.get((number, game.round))
        seat = table or game.board
        if seat is None:
            return ""
        page = f"?page={(seat - 1) // MOST + 1}" if seat > MOST else ""
        return f"{self.base}round/{game.round}/{page}#{'m' if table else 'b'}{seat}"


def _by_opponent(cells: Cells) -> Squares:
    """Return a function from a player to their squares against everybody, in the order of the table."""
    ranked = cells.ranked

    def squares(number: int) -> Iterator[Square]:
        meetings: dict[int, list[CrosstableCell]] = defaultdict(list)
        for game in ranked.all_games.all_games_of(number):
            if game.opponent is None:
                continue
            meeting = cells.meeting(number, game)
            if meeting.mark and ranked.unranked & {number, game.opponent}:
                meeting = meeting._replace(mark=f"({meeting.mark})")  # it stays here and counts for nobody
            meetings[game.opponent].append(meeting)
        for row in (*ranked.rows, *ranked.expelled):
            yield Square(tuple(meetings[row.number]), row.number == number)

    return squares


def _by_round(cells: Cells, rounds: int, numbers: Mapping[int, int]) -> Squares:
    """Return a function from a player to their squares of rounds 1 to `rounds`, each with the opponent's line."""
    ranked = cells.ranked

    def meeting(number: int, game: Game) -> CrosstableCell:
        side = cells.write_side_letter(game.colour, ranked.facts.discipline)
        return cells.meeting(number, game, str(numbers.get(game.opponent or 0, "")), side)

    def squares(number: int) -> Iterator[Square]:
        of_matches_too, counted = ranked.facts.games[number], ranked.all_games.all_games_of(number)
        games = {game.round: game for game in (*of_matches_too, *counted)}
        for at in range(1, rounds + 1):
            yield Square((meeting(number, games[at]),) if at in games else (), own=False)

    return squares
