"""A round of teams as values: its matches with their boards, and who has no opponent."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.criteria.berlin import berlin_boards, berlin_points, match_winner
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.crosstable import Player as Person
from tiebreaks.facts.games import ZERO, Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, MatchBoard, TeamScheme
from tournaments.access.reader import Reader
from tournaments.domain.choices import Berlin
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.rounds.boards import BoardSide, Unpaired, read_notes
from tournaments.pages.standings.marks import FORFEITS, find_match, write_board_mark
from tournaments.queries.rounds.games import read_match_tables
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import games, team_matches


class Chair(NamedTuple):
    """One side of a board; `name` is empty if nobody sits there. `colour` is "white", "black" or "none"."""

    number: int | None
    name: str
    title: str
    rating: int | None
    colour: str
    mark: str
    won: bool


class BoardLine(NamedTuple):
    """A board of a match. `game` is its number in the whole round; `note` says what the marks cannot.

    `berlin` is what the board counts for both sides where the Berlin score decides the match, otherwise "".
    """

    board: int
    game: int
    first: Chair
    second: Chair
    open: bool
    note: str
    berlin: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.first.name or self.second.name)

    @property
    def is_played(self) -> bool:
        """Return whether two players sat here and the result is in."""
        return bool(not self.open and self.first.name and self.second.name)


class MatchLine(NamedTuple):
    """A match. `left` is the number of open boards; `note` says what the points do not: a forfeit, Berlin.

    The sides are teams: their `mark` is the points of their boards so far, "" before the first result.
    If it was decided without play (`is_decided`), no board can be entered.
    """

    table: int
    first: BoardSide
    second: BoardSide
    boards: tuple[BoardLine, ...]
    left: int
    note: str
    is_decided: bool

    @property
    def place(self) -> int:
        """Return the number that people look for in the hall."""
        return self.table

    @property
    def sides(self) -> tuple[BoardSide, BoardSide]:
        return self.first, self.second

    @property
    def open(self) -> bool:
        """Return whether the match still has open boards, or nobody sits at any yet."""
        return bool(self.left)

    @property
    def results_in(self) -> int:
        return sum(board.is_played for board in self.boards)


class KnownRound(NamedTuple):
    """What every match of a round needs: the facts, the players, notes by the number of a game, points before it."""

    event: Event
    facts: Crosstable
    people: Mapping[int, Person]
    notes: Mapping[int, str]
    before: Mapping[int, str]


def list_matches(reader: Reader, number: int, before: Mapping[int, str]) -> tuple[MatchLine, ...]:
    """Return the matches of a round in the order of tables; `before` holds the points of the teams before it."""
    facts, people = read_standings(reader).facts, read_players_crosstable(reader).with_event_ratings()
    known = KnownRound(reader.event, facts, people, read_notes(reader, number), before)
    return tuple(_match(known, number, *match) for match in read_match_tables(reader, number))


def list_unpaired_teams(reader: Reader, number: int) -> tuple[Unpaired, ...]:
    """Return the teams without an opponent in a round."""
    facts = read_standings(reader).facts
    return tuple(
        Unpaired(team, facts.players[team].name, "", games.name_kind(match.kind), figure(match.match_points))
        for team, own in sorted(event_of(facts).matches.items())
        for match in own
        if match.round == number and match.opponent is None
    )


def _match(known: KnownRound, round_number: int, table: int, team: int, is_decided: bool) -> MatchLine:
    mine = find_match(known.facts, team, round_number)
    assert mine.opponent is not None
    theirs = find_match(known.facts, mine.opponent, round_number)
    boards = tuple(_boards(known, table, mine, theirs))
    if known.event.team_rules.berlin and is_drawn(mine, theirs):
        boards = tuple(_with_berlin(event_of(known.facts).scheme, boards, mine, theirs))
    own, other = sum_boards(mine), sum_boards(theirs)
    started = any(not line.open for line in boards) or mine.kind != Kind.OPEN
    is_over = mine.kind != Kind.OPEN
    first = _side(known, team, figure(own) if started else "", is_over and own > other)
    second = _side(known, mine.opponent, figure(other) if started else "", is_over and other > own)
    left = sum(line.open for line in boards) if boards else int(mine.kind == Kind.OPEN)
    note = describe_match(known.event, known.facts, team, mine, theirs)
    return MatchLine(table, first, second, boards, left, note, is_decided)


def _side(known: KnownRound, number: int, mark: str, won: bool) -> BoardSide:
    team = known.facts.players[number]
    return BoardSide(number, team.name, "", team.club, team.rating, known.before.get(number, ""), mark, won)


def sum_boards(match: Match) -> Decimal:
    """Return the points on the boards so far, or those of the whole match if no board was played."""
    return sum((board.points for board in match.boards), ZERO) if match.boards else match.game_points


def describe_match(event: Event, facts: Crosstable, team: int, mine: Match, theirs: Match) -> str:
    """Say what the points of a match do not: that it was forfeited, or whom Berlin favours in a drawn one."""
    if mine.kind in FORFEITS:
        both = mine.kind == theirs.kind == Kind.FORFEIT_LOSS
        return team_matches.describe_forfeit(both)
    if not event.team_rules.berlin or not is_drawn(mine, theirs):
        return ""
    teams_event = event_of(facts)
    scheme = teams_event.scheme
    first = match_winner(teams_event, team, mine.round)
    name = facts.players[first].name if first else ""
    own, other = (figure(berlin_points(scheme, match)) for match in (mine, theirs))
    return team_matches.describe_berlin(name, own, other, advances=event.team_rules.berlin == Berlin.ADVANCE)


def is_drawn(mine: Match, theirs: Match) -> bool:
    """Return whether a match was played and ended with the same game points for both."""
    return mine.kind == Kind.PLAYED and mine.game_points == theirs.game_points


def _with_berlin(scheme: TeamScheme, boards: tuple[BoardLine, ...], mine: Match, theirs: Match) -> Iterator[BoardLine]:
    """Yield the boards of a drawn match with the Berlin score of each."""
    for line, (weight, own), (_weight, other) in zip(
        boards, berlin_boards(scheme, mine), berlin_boards(scheme, theirs), strict=True
    ):
        yield line._replace(berlin=f"{figure(weight * own)} : {figure(weight * other)}")


def _boards(known: KnownRound, table: int, mine: Match, theirs: Match) -> Iterator[BoardLine]:
    """Yield the boards of a match from the side of one team."""
    for own, other in zip(mine.boards, theirs.boards, strict=True):
        game = (table - 1) * known.event.team_boards + own.number
        chairs = (build_chair(own, own.player, known.people), build_chair(other, other.player, known.people))
        yield BoardLine(own.number, game, *chairs, own.kind == Kind.OPEN, known.notes.get(game, ""))


def build_chair(board: MatchBoard, number: int | None, people: Mapping[int, Person]) -> Chair:
    """Return the player on one side of a board, and their score there."""
    person = people.get(number) if number is not None else None
    mark = write_board_mark(board)
    return Chair(
        number=number,
        name=person.name if person else "",
        title=person.title if person else "",
        rating=person.rating if person else None,
        colour=board.colour.name.lower(),
        mark=mark.text,
        won=mark.won,
    )
