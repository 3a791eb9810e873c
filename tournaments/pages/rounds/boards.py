"""The boards of a round of single players as values: names, points before the round, results."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.crosstable import Scheme
from tiebreaks.scoring import outcome
from tiebreaks.standings import Standings
from tournaments.access import audience
from tournaments.domain.number_format import MINUS, figure
from tournaments.models import Event, Game
from tournaments.pages.standings.marks import MARKS, WON
from tournaments.pages.standings.standings import name_origin
from tournaments.queries.endings import read_courses
from tournaments.queries.facts import make_scoring_scheme
from tournaments.queries.games import read_boards, read_unpaired
from tournaments.wording import games


class Seat(NamedTuple):
    """One side of a board or of a match. `before` is the number of points before the round.

    `mark` is the result ("1", "½", "+", a score, the points of a team), or "" while it is open.
    """

    number: int
    name: str
    title: str
    origin: str
    rating: int | None
    before: str
    mark: str
    won: bool


class Board(NamedTuple):
    """A board. `note` says what the marks cannot: a forfeit, an unrated or adjourned game, a result not yet checked."""

    board: int
    white: Seat
    black: Seat
    open: bool
    note: str

    @property
    def place(self) -> int:
        """Return the number that people look for in the hall."""
        return self.board

    @property
    def sides(self) -> tuple[Seat, Seat]:
        return self.white, self.black

    @property
    def results_in(self) -> int:
        return int(not self.open)


class Unpaired(NamedTuple):
    """A player or a team without an opponent in a round; where matches decide, that brings no `points`."""

    number: int
    name: str
    title: str
    kind: str
    points: str

    @property
    def note(self) -> str:
        return " · ".join(filter(None, (self.kind, self.points)))


def list_boards(event: Event, number: int, before: Mapping[int, str]) -> tuple[Board, ...]:
    """Return the boards of a round in order; `before` holds everybody's points before it. One query."""
    return tuple(_board(game, before) for game in audience.redact_games(event, read_boards(event, number)))


def list_unpaired(event: Event, number: int) -> tuple[Unpaired, ...]:
    """Return the players without an opponent in a round. One query."""
    scheme = make_scoring_scheme(event)
    return tuple(_unpaired(game, scheme) for game in audience.redact_games(event, read_unpaired(event, number)))


def list_free(event: Event, table: Standings, number: int) -> tuple[Unpaired, ...]:
    """Return who has a bye in a round of matches: they go on without a game."""
    course = next((course for course in read_courses(table) if number in course.stage.rounds), None)
    free = course.find_free(number) if course else ()
    names = audience.names_of_participants(event) if free else {}
    titles = table.facts.players
    return tuple(Unpaired(one, names.get(one, "?"), titles[one].title, gettext("bye"), "") for one in free)


def _board(game: Game, before: Mapping[int, str]) -> Board:
    assert game.black is not None
    assert game.board is not None
    letters = (game.result[:1], game.result[1:])
    scores = (game.white_score, game.black_score)
    marks = [MARKS.get(letter, "") for letter in letters]
    if None not in scores:
        marks = [str(score).replace("-", MINUS) for score in scores]
    white, black = (
        Seat(p.number, p.name, p.title, name_origin(p), p.rating, before.get(p.number, ""), mark, letter in WON)
        for p, mark, letter in zip((game.white, game.black), marks, letters, strict=True)
    )
    return Board(game.board, white, black, game.result == "", games.describe_board(game))


def _unpaired(game: Game, scheme: Scheme) -> Unpaired:
    kind, points = outcome(game.result, False, scheme)
    return Unpaired(game.white.number, game.white.name, game.white.title, games.name_kind(kind), figure(points))
