"""The players of a team event as values: who made how many points on which boards, and the best of each board."""

from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.crosstable import ZERO, Kind
from tournaments import queries
from tournaments.figures import figure
from tournaments.tables.state import State, state_of

PERCENT = 100


class Individual(NamedTuple):
    """One player. `board` is where he sat most often; `games` are those played over the board."""

    number: int
    name: str
    title: str
    rating: int | None
    team: int
    team_name: str
    board: int
    games: int
    points: str
    percent: str
    best: bool


class BoardList(NamedTuple):
    board: int
    rows: tuple[Individual, ...]


class IndividualsView(NamedTuple):
    """The lists of all boards. For the prize of a board at least `least` games are needed."""

    event: object
    version: int
    epoch: str
    base: str
    progress: State
    boards: tuple[BoardList, ...]
    least: int


class Record(NamedTuple):
    number: int
    team: int
    board: int
    games: int
    points: Decimal

    @property
    def share(self) -> Fraction:
        return Fraction(self.points) / self.games if self.games else Fraction(0)


@queries.steady
def individuals_view(event) -> IndividualsView:
    """Return the players of a team event by the board where each played most, best first, in the active language.

    Order: the share of the points over the board, then the number of games, then the rating. A prize needs half of
    the rounds so far, since one lucky game is no achievement.
    """
    facts, people = queries.standings(event).facts, queries.players_crosstable(event).players
    rounds = queries.standings(event).table.rounds
    least = max(1, (rounds + 1) // 2)
    lists = defaultdict(list)
    for record in _records(facts.team_event):
        lists[record.board].append(record)
    boards = []
    for board, found in sorted(lists.items()):
        found.sort(key=lambda r: (-r.share, -r.games, -(people[r.number].rating or 0), r.number))
        prize = next((record.share for record in found if record.games >= least), None)
        rows = (_individual(r, people[r.number], facts, r.games >= least and r.share == prize) for r in found)
        boards.append(BoardList(board, tuple(rows)))
    return IndividualsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=state_of(event),
        boards=tuple(boards),
        least=least,
    )


def _records(event):
    """Yield what every player made over the board, and the board where he sat most often (his place in the list)."""
    for number, matches in sorted(event.matches.items()):
        sat, points = defaultdict(Counter), defaultdict(lambda: [0, ZERO])
        for match in matches:
            for board in match.boards:
                if board.player is not None and board.kind == Kind.PLAYED:
                    sat[board.player][board.number] += 1
                    points[board.player][0] += 1
                    points[board.player][1] += board.points
        for place, player in enumerate(event.teams[number].players, start=1):
            usual = min(place, event.scheme.boards)
            most = min(sat[player], key=lambda board: (-sat[player][board], board), default=usual)
            yield Record(player, number, most, *points[player])


def _individual(record: Record, person, facts, best: bool) -> Individual:
    return Individual(
        number=record.number,
        name=person.name,
        title=person.title,
        rating=person.rating,
        team=record.team,
        team_name=facts.players[record.team].name,
        board=record.board,
        games=record.games,
        points=figure(record.points),
        percent=f"{round(record.share * PERCENT)} %" if record.games else "",
        best=best,
    )
