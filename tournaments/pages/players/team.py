"""The players of one team as values: the board of each in each round, and the result."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import Reader
from tournaments.domain.number_format import UNDEFINED, figure
from tournaments.pages.standings.individuals import write_percent
from tournaments.pages.standings.marks import write_board_mark
from tournaments.queries.standings import board_prizes
from tournaments.queries.standings.board_prizes import Sat
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.wording import games as games_wording
from tournaments.wording import team_matches


class TeamCell(NamedTuple):
    """A round of a player: board, colour and result; `aloud` says it in words. All "" if they did not play."""

    board: str = ""
    side: str = ""
    mark: str = ""
    won: bool = False
    aloud: str = ""


class TeamMember(NamedTuple):
    """A player of the team. `place` is the place in the team's list; there is a cell for each round."""

    number: int
    name: str
    title: str
    rating: int | None
    place: int
    cells: tuple[TeamCell, ...]
    games: int
    points: str
    percent: str
    performance: str


class TeamPart(NamedTuple):
    """`rounds` are those with a match; `average` is the mean rating of the first boards, None if they are unrated."""

    rounds: tuple[int, ...]
    members: tuple[TeamMember, ...]
    average: int | None


def read_team_part(reader: Reader, ranked: Standings, number: int) -> TeamPart:
    """Return the players of a team in the order of its list. Two queries."""
    people, facts = read_players_crosstable(reader).with_event_ratings(), ranked.facts
    rounds = tuple(match.round for match in event_of(facts).matches[number] if match.opponent is not None)
    members = tuple(
        _member(result, people, rounds, facts.discipline)
        for result in board_prizes.compute_board_results(facts, people, reader.event.team_rules.board_of)
        if result.team == number
    )
    return TeamPart(rounds, members, facts.players[number].rating)


def _member(
    result: board_prizes.BoardResult, people: Mapping[int, Player], rounds: tuple[int, ...], discipline: str
) -> TeamMember:
    person = people[result.number]
    sat = {each.match.round: each for each in result.sat}
    return TeamMember(
        number=result.number,
        name=person.name,
        title=person.title,
        rating=person.rating,
        place=result.place,
        cells=tuple(_cells(rounds, sat, people, discipline)),
        games=result.games,
        points=figure(result.points) if result.games else "",
        percent=write_percent(result),
        performance=str(result.performance.value) if result.performance else UNDEFINED if result.games else "",
    )


def _cells(
    rounds: tuple[int, ...], sat: dict[int, Sat], people: Mapping[int, Player], discipline: str
) -> Iterator[TeamCell]:
    for number in rounds:
        each = sat.get(number)
        yield _cell(each, people, discipline) if each else TeamCell()


def _cell(sat: Sat, people: Mapping[int, Player], discipline: str) -> TeamCell:
    board = sat.board
    opponent = people.get(board.opponent or 0)
    mark = write_board_mark(board)
    return TeamCell(
        board=str(board.number),
        side=games_wording.write_side_letter(board.colour, discipline),
        mark=mark.text,
        won=mark.won,
        aloud=team_matches.describe_seat(sat.match.round, board, opponent.name if opponent else "", discipline),
    )
