"""The boards of a round of single players as values: names, points before the round, results."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game, Kind, find_game
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.number_format import MINUS, figure
from tournaments.pages.standings.marks import MARKS, WON, write_credit
from tournaments.pages.standings.table_rows import name_origin
from tournaments.queries.rounds.games import read_noted_boards
from tournaments.queries.standings.endings import read_courses
from tournaments.wording import games


class BoardSide(NamedTuple):
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


class RoundBoard(NamedTuple):
    """A board. `note` says what the marks cannot: a forfeit, an unrated or adjourned game, a result not yet checked."""

    board: int
    white: BoardSide
    black: BoardSide
    open: bool
    note: str

    @property
    def place(self) -> int:
        """Return the number that people look for in the hall."""
        return self.board

    @property
    def sides(self) -> tuple[BoardSide, BoardSide]:
        return self.white, self.black

    @property
    def results_in(self) -> int:
        return int(not self.open)


class Unpaired(NamedTuple):
    """A player or a team without an opponent in a round; where matches decide, that brings no `points`.

    `credit` is the score or the spread that counts for it: "13 : 7", "+50"; "" where there is none.
    """

    number: int
    name: str
    title: str
    kind: str
    points: str
    credit: str = ""

    @property
    def note(self) -> str:
        return " · ".join(filter(None, (self.kind, self.points, self.credit)))


def list_boards(reader: Reader, facts: Crosstable, number: int, before: Mapping[int, str]) -> tuple[RoundBoard, ...]:
    """Return the boards of a round in order; `before` holds the points of all players before it. One query."""
    notes = read_notes(reader, number)
    of_white = [(white, game) for white, game in _games_of_round(facts, number) if game.colour is Colour.WHITE]
    boards = (_board(facts, white, game, before, notes) for white, game in of_white)
    return tuple(sorted(boards, key=attrgetter("board")))


def read_notes(reader: Reader, number: int) -> dict[int, str]:
    """Return what the marks of the boards of a round do not say, by board; "" or nothing for most. One query."""
    return {game.board or 0: games.describe_board(game) for game in read_noted_boards(reader, number)}


def list_unpaired(facts: Crosstable, number: int) -> tuple[Unpaired, ...]:
    """Return the players without an opponent in a round."""
    free = {player: game for player, game in _games_of_round(facts, number) if game.opponent is None}
    return tuple(_unpaired(facts, player, free[player]) for player in facts.start_order(free))


def list_free(reader: Reader, table: Standings, number: int) -> tuple[Unpaired, ...]:
    """Return who has a bye in a round of matches: they go on without a game."""
    course = next((course for course in read_courses(table) if number in course.stage.rounds), None)
    free = course.find_free(number) if course else ()
    names = audience.names_of_participants(reader) if free else {}
    titles = table.facts.players
    return tuple(Unpaired(one, names.get(one, "?"), titles[one].title, gettext("bye"), "") for one in free)


def _games_of_round(facts: Crosstable, number: int) -> Iterator[tuple[int, Game]]:
    """Yield everybody who is in a round, with their side of it."""
    for player, own in facts.games.items():
        if game := find_game(own, number):
            yield player, game


def _board(
    facts: Crosstable, white: int, game: Game, before: Mapping[int, str], notes: Mapping[int, str]
) -> RoundBoard:
    assert game.opponent is not None
    assert game.board is not None
    mirrored = find_game(facts.games[game.opponent], game.round)
    assert mirrored is not None
    letters, scores = (game.letter, mirrored.letter), (game.own_score, game.opponent_score)
    marks = [MARKS.get(letter, "") for letter in letters]
    if None not in scores:
        marks = [str(score).replace("-", MINUS) for score in scores]
    sides = (facts.with_event_rating(white), facts.with_event_rating(game.opponent))
    first, second = (
        BoardSide(p.number, p.name, p.title, name_origin(p), p.rating, before.get(p.number, ""), mark, letter in WON)
        for p, mark, letter in zip(sides, marks, letters, strict=True)
    )
    return RoundBoard(game.board, first, second, game.kind is Kind.OPEN, notes.get(game.board, ""))


def _unpaired(facts: Crosstable, number: int, game: Game) -> Unpaired:
    player, kind = facts.players[number], games.name_kind(game.kind)
    return Unpaired(number, player.name, player.title, kind, figure(game.points), write_credit(facts, game))
