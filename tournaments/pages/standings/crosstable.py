"""The cross table as values: who met whom, by rank.

A round robin has a column for each place and shows the result against its holder; a Swiss event has a column for
each round and shows the opponent's place, the colour and the result: "12w1".
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.crosstable import Game
from tiebreaks.standings import Standings
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.columns import Column, list_columns
from tournaments.pages.standings.footnotes import list_notes
from tournaments.pages.standings.marks import write_mark
from tournaments.pages.standings.standings import name_origin
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings import read_standings
from tournaments.wording import games as games_wording
from tournaments.wording.basis import describe_round, describe_rules


class Meeting(NamedTuple):
    """What happened in one cell. `aloud` says it in words. `place` and `side` are "" in a round robin."""

    place: str
    side: str
    mark: str
    won: bool
    aloud: str


class Square(NamedTuple):
    """A cell of the grid: a meeting, two in a double round robin, or none; `own` marks the diagonal."""

    meetings: tuple[Meeting, ...]
    own: bool


type Squares = Callable[[int], Iterator[Square]]


class Line(NamedTuple):
    number: int
    place: int
    shared: bool
    name: str
    title: str
    origin: str
    squares: tuple[Square, ...]
    points: str
    note: str = ""


class CrosstableView(NamedTuple):
    """`heads` are the places of a round robin or the rounds of a Swiss event. `main` is the column of the points.

    `rules` says by which ones the places are computed, and `stage` at which round.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: State
    by_opponent: bool
    heads: tuple[int, ...]
    main: Column
    lines: tuple[Line, ...]
    rules: str = ""
    stage: str = ""

    @property
    def footnotes(self) -> tuple[tuple[str, str], ...]:
        """Return the names of those who have a footnote, each with its text."""
        return tuple((line.name, line.note) for line in self.lines if line.note)

    @property
    def has_titles(self) -> bool:
        """Return whether somebody has a title, so that all names are aligned."""
        return any(line.title for line in self.lines)


@consistent_read
def crosstable_view(event: Event) -> CrosstableView:
    """Return the cross table of an event, the running round included, in the active language."""
    state = read_state(event)
    ranked = read_standings(event)
    columns = list_columns(ranked.order)
    main = next(index for index, column in enumerate(columns) if column.main)
    by_opponent = event.system == "round-robin"
    squares = _by_opponent(ranked) if by_opponent else _by_round(ranked, state.round)
    return CrosstableView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=state,
        by_opponent=by_opponent,
        heads=tuple(range(1, (len(ranked.rows) if by_opponent else state.round) + 1)),
        main=columns[main],
        lines=tuple(_lines(ranked, main, squares)),
        rules=describe_rules(ranked.facts),
        stage=describe_round(ranked),
    )


def _lines(ranked: Standings, main: int, squares: Squares) -> Iterator[Line]:
    holders = Counter(row.rank for row in ranked.rows)
    started = bool(ranked.table.rounds_so_far)
    notes = list_notes(ranked.facts)
    for row in ranked.rows:
        player = ranked.facts.players[row.number]
        yield Line(
            number=row.number,
            place=row.rank,
            shared=started and holders[row.rank] > 1,
            name=player.name,
            title=player.title,
            origin=name_origin(player),
            squares=tuple(squares(row.number)),
            points=figure(row.values[main]),
            note=notes.get(row.number, ""),
        )


def _by_opponent(ranked: Standings) -> Squares:
    """Return a function from a player to their squares against everybody, in the order of the table."""
    discipline, table = ranked.facts.discipline, ranked.all_games
    names = {number: player.name for number, player in ranked.facts.players.items()}

    def squares(number: int) -> Iterator[Square]:
        meetings: dict[int, list[Meeting]] = defaultdict(list)
        for game in table.all_games_of(number):
            if game.opponent is None:
                continue
            aloud = games_wording.describe_meeting(game, names[game.opponent], discipline)
            mark, won = write_mark(ranked.facts, number, game)
            if mark and ranked.unranked & {number, game.opponent}:
                mark = f"({mark})"  # it stays here and counts for nobody
            meetings[game.opponent].append(Meeting("", "", mark, won, aloud))
        for row in ranked.rows:
            yield Square(tuple(meetings[row.number]), row.number == number)

    return squares


def _by_round(ranked: Standings, rounds: int) -> Squares:
    """Return a function from a player to their squares of rounds 1 to `rounds`."""
    discipline, table = ranked.facts.discipline, ranked.all_games
    players = ranked.facts.players
    places = {row.number: str(row.rank) for row in ranked.rows}

    def meeting(number: int, game: Game) -> Meeting:
        if game.opponent is None:
            return Meeting("", "", figure(game.points), False, games_wording.describe_meeting(game, "", discipline))
        aloud = games_wording.describe_meeting(game, players[game.opponent].name, discipline)
        side = games_wording.write_side_letter(game.colour, discipline)
        return Meeting(places[game.opponent], side, *write_mark(ranked.facts, number, game), aloud)

    def squares(number: int) -> Iterator[Square]:
        games = {game.round: game for game in table.all_games_of(number)}
        for at in range(1, rounds + 1):
            yield Square((meeting(number, games[at]),) if at in games else (), own=False)

    return squares
