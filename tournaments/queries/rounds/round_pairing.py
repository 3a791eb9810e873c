"""The pairing of a published round, for players and teams alike: the pairs, and how many results are in."""

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from pairing.rules.boards import Pair
from tournaments.domain.choices import MatchEnd
from tournaments.domain.desk.results import Result
from tournaments.models import Game, Round, TeamMatch

# The result that a board or match is published with, by who of the two is absent.
FORFEITS = {
    (False, False): Result.OPEN,
    (True, False): Result.BLACK_FORFEIT,
    (False, True): Result.WHITE_FORFEIT,
    (True, True): Result.DOUBLE_FORFEIT,
}
MATCH_ENDS = {absent: MatchEnd(result.value) for absent, result in FORFEITS.items()}
PREFETCHED = ("games__white", "games__black", "matches__first", "matches__second")  # to be read beforehand


class RoundPairing(NamedTuple):
    """A published round: the numbers of each pair in order, and the letter of each participant without an opponent.

    `tables` has the number of the board or match of each pair. `boards` and `results_in` count single games.
    `is_played` tells whether it has results besides the forfeits that it was published with, or decisions about its
    players: they would be lost with it.
    """

    pairs: tuple[Pair, ...]
    tables: tuple[int, ...]
    free: dict[int, str]
    boards: int
    results_in: int
    is_played: bool


def is_decided(game: Game) -> bool:
    """Tell whether an arbiter has imposed a penalty or a deduction in a game or bye."""
    return any((game.white_penalty, game.black_penalty, game.white_deduction, game.black_deduction))


def read_round_pairing(its_round: Round, absent: Mapping[int, str]) -> RoundPairing:
    """Return how a round is paired; `absent` are the teams that it was published without."""
    games, matches = list(its_round.games.all()), list(its_round.matches.all())
    meetings = list(map(meeting_of_teams, matches) if its_round.event.of_teams else map(meeting_of_players, games))
    paired = [each for each in meetings if each.second]
    boards = [game for game in games if game.black]
    return RoundPairing(
        pairs=tuple((each.first, each.second) for each in paired),
        tables=tuple(each.table for each in paired if each.table is not None),  # each pair has one
        free={each.first: each.end for each in meetings if not each.second},
        boards=len(boards),
        results_in=sum(game.result != Result.OPEN for game in boards),
        is_played=any(map(is_decided, games)) or any(map(is_entered, boards)) or has_ended(matches, absent),
    )


class PairedTable(NamedTuple):
    """Two who meet at a table, by their numbers, or one without an opponent (0) and the letter for that."""

    first: int
    second: int
    table: int | None
    end: str


def meeting_of_players(game: Game) -> PairedTable:
    return PairedTable(game.white.number, game.black.number if game.black else 0, game.board, str(game.result))


def meeting_of_teams(match: TeamMatch) -> PairedTable:
    return PairedTable(match.first.number, match.second.number if match.second else 0, match.table, str(match.end))


def is_entered(board: Game) -> bool:
    """Tell whether a board has another result than it can be published with."""
    return bool(board.entered_at) or board.result not in FORFEITS.values()


def has_ended(matches: Iterable[TeamMatch], absent: Container[int]) -> bool:
    """Tell whether a match has ended without play in another way than it was published."""
    paired = [(match, match.second) for match in matches if match.second]
    return any(
        MATCH_ENDS[match.first.number in absent, second.number in absent] != match.end for match, second in paired
    )
