"""What a published round says of its pairing, of players and of teams alike: who meets whom, and how far it is."""

from collections.abc import Mapping
from typing import NamedTuple

from pairing.rules.boards import Pair
from tournaments.domain.choices import MatchEnd
from tournaments.domain.desk.results import Result
from tournaments.models import Game, Round

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
    """A published round: the numbers of each pair in order, and the letter of everybody without an opponent.

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
    boards = [(game, game.black) for game in games if game.black]
    is_played = any(game.entered_at or game.result not in FORFEITS.values() for game, _black in boards)
    is_played = is_played or any(map(is_decided, games))
    if its_round.event.of_teams:
        paired = [(match, match.second) for match in matches if match.second]
        pairs = [(match.first.number, second.number) for match, second in paired]
        tables = [match.table for match, _second in paired]
        free = {match.first.number: str(match.end) for match in matches if match.second is None}
        is_played = is_played or any(
            MATCH_ENDS[match.first.number in absent, second.number in absent] != match.end for match, second in paired
        )
    else:
        pairs = [(game.white.number, black.number) for game, black in boards]
        tables = [game.board for game, _black in boards]
        free = {game.white.number: str(game.result) for game in games if game.black is None}
    numbers = tuple(table for table in tables if table is not None)  # each pair has one
    results_in = sum(game.result != Result.OPEN for game, _black in boards)
    return RoundPairing(tuple(pairs), numbers, free, len(boards), results_in, is_played)
