"""What the players of a team event made over the board, and who is the best of each board.

A player belongs to the board of their place in the list of their team, and whoever stands behind the boards is a
reserve; or else to the board where they sat most often. Only games over the board count: a forfeit is no achievement.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import HALF, ONE, ZERO, Kind, Scheme
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, MatchBoard, TeamEvent
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.values.numbers import round_half_up
from tournaments.access.reader import Reader
from tournaments.domain.choices import BoardOf, BoardPrize
from tournaments.domain.players import rating_change
from tournaments.models import Event
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.standings import read_standings


class Sat(NamedTuple):
    """A round in which a player sat at a board, or should have: the match of their team and the board in it."""

    match: Match
    board: MatchBoard


class BoardResult(NamedTuple):
    """What a player scored. `place` is theirs in the list of the team, `board` that they belong to (None: a reserve).

    `games` were played over the board, and `share` is that of their points; `performance` is None where no opponent is
    rated.
    """

    number: int
    team: int
    place: int
    board: int | None
    sat: tuple[Sat, ...]
    games: int
    points: Decimal
    share: Fraction
    performance: rating_change.Performance | None

    @property
    def percent(self) -> Decimal:
        """Return the share of the points in percent, to one place; 0 without a game."""
        return round_half_up(100 * self.share, 1)

    @property
    def strength(self) -> int:
        """Return the performance as a number to be ordered by; nothing stands last."""
        return self.performance.value if self.performance else 0


class RankedBoardResult(NamedTuple):
    """A player in the list of their board: their place among those with enough games, None for the others."""

    result: BoardResult
    place: int | None


class BoardLists(NamedTuple):
    """The players of a team event board by board in the order `by`, the reserves (None) last.

    `least` games are needed for a place, `people` are the players and `table` the one of the teams.
    """

    by: str
    least: int
    people: Mapping[int, Player]
    table: Standings
    boards: dict[int | None, list[RankedBoardResult]]


ORDERS: Mapping[str, Callable[[BoardResult], tuple[Any, ...]]] = {
    BoardPrize.PERCENT: lambda result: (result.share, result.games, result.strength),
    BoardPrize.POINTS: lambda result: (result.points, -result.games, result.strength),
    BoardPrize.PERFORMANCE: lambda result: (result.strength, result.games, result.share),
}


def read_board_lists(reader: Reader, by: str = "") -> BoardLists:
    """Return the lists of all boards; `by` is a `BoardPrize`, without one the event's.

    Who is expelled, alone or with the team, is in none.
    """
    event = reader.event
    table, players = read_standings(reader), read_players_crosstable(reader)
    people, gone, teams_gone = players.with_event_ratings(), players.find_expelled(), table.facts.find_expelled()
    by = by if by in BoardPrize else event.team_rules.board_prize
    least = required_games(event, table.table.rounds_so_far)
    lists: dict[int | None, list[BoardResult]] = defaultdict(list)
    for result in compute_board_results(table.facts, people, event.team_rules.board_of):
        if result.number not in gone and result.team not in teams_gone:
            lists[result.board].append(result)
    in_order = sorted(lists, key=lambda board: (board is None, board or 0))
    boards = {board: rank_board_results(lists[board], by, least) for board in in_order}
    return BoardLists(by, least, people, table, boards)


def required_games(event: Event, rounds: int) -> int:
    """Return how many games a prize needs: what the event says, else half of the rounds so far."""
    return event.team_rules.board_prize_games or max(1, (rounds + 1) // 2)


def compute_board_results(facts: Crosstable, people: Mapping[int, Player], board_of: str) -> Iterator[BoardResult]:
    """Yield the record of every player, team by team in the order of their lists."""
    event = event_of(facts)
    for number, team in sorted(event.teams.items()):
        for place, player in enumerate(team.players, start=1):
            yield compute_board_result(event, people, number, place, player, board_of)


def compute_board_result(
    event: TeamEvent, people: Mapping[int, Player], team: int, place: int, player: int, board_of: str
) -> BoardResult:
    """Return the record of one player, who stands at a place of their team's list."""
    sat = tuple(Sat(match, board) for match in event.matches[team] for board in match.boards if board.player == player)
    played = [each.board for each in sat if each.board.kind == Kind.PLAYED]
    points = sum((board.points for board in played), ZERO)
    share = Fraction(points) / Fraction(len(played) * event.scheme.game.win) if played else Fraction(0)
    board = _board(event.scheme.boards, place, played, board_of)
    performance = _performance(played, people, event.scheme.game)
    return BoardResult(player, team, place, board, sat, len(played), points, share, performance)


def _performance(
    played: Iterable[MatchBoard], people: Mapping[int, Player], worth: Scheme
) -> rating_change.Performance | None:
    """Count with 1, ½ and 0, whatever the boards are worth in the event."""
    usual = {worth.win: ONE, worth.draw: HALF}
    opponents = ((usual.get(board.points, ZERO), people[board.opponent].rating) for board in played if board.opponent)
    return rating_change.compute_performance(
        [(points, strength) for points, strength in opponents if strength is not None]
    )


def _board(boards: int, place: int, played: Iterable[MatchBoard], board_of: str) -> int | None:
    in_list = place if place <= boards else None
    if board_of == BoardOf.LIST:
        return in_list
    seats = Counter(board.number for board in played)
    return min(seats, key=lambda board: (-seats[board], board), default=in_list)


def rank_board_results(results: Iterable[BoardResult], by: str, least: int) -> list[RankedBoardResult]:
    """Put the players of a board in order, those with enough games first; equals share a place."""
    key = ORDERS[by]
    ordered = sorted(results, key=lambda r: (r.games >= least, *key(r), -r.team, -r.place), reverse=True)
    placed: list[RankedBoardResult] = []
    for index, each in enumerate(ordered, start=1):
        level = index > 1 and key(ordered[index - 2]) == key(each)
        place = placed[-1].place if level else index
        placed.append(RankedBoardResult(each, place if each.games >= least else None))
    return placed
