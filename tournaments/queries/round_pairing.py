"""What a published round says of its pairing, of players and of teams alike: who meets whom, and how far it is."""

from collections.abc import Mapping
from typing import NamedTuple

from pairing.boards import Pair
from tournaments.domain.choices import MatchEnd
from tournaments.domain.results import Result
from tournaments.models import Game, Round

# How a board or match is published that somebody of it does not come to, by who is absent.
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
    `is_played` says that it has results beside the forfeits that it was published with, or decisions about its players,
    which would be lost with it.
    """

    pairs: tuple[Pair, ...]
    tables: tuple[int, ...]
    free: dict[int, str]
    boards: int
    results_in: int
    is_played: bool


def is_decided(game: Game) -> bool:
    """Tell whether an arbiter has taken something off a player of a board or bye."""
    return any((game.white_penalty, game.black_penalty, game.white_deduction, game.black_deduction))


def read_round_pairing(round: Round, absent: Mapping[int, str]) -> RoundPairing:
    """Return how a round is paired; `absent` are the teams that it was published without."""
    games, matches = list(round.games.all()), list(round.matches.all())
    boards = [game for game in games if game.black]
    entered = any(game.entered_at or game.result not in FORFEITS.values() for game in boards)
    entered = entered or any(map(is_decided, games))
    if round.event.of_teams:
        pairs = [(match.first.number, match.second.number) for match in matches if match.second]
        tables = [match.table for match in matches if match.second]
        free = {match.first.number: str(match.end) for match in matches if match.second is None}
        ended = [MATCH_ENDS[match.first.number in absent, match.second.number in absent] != match.end
                 for match in matches if match.second]  # fmt: skip
        entered = entered or any(ended)
    else:
        pairs = [(game.white.number, game.black.number) for game in boards]
        tables = [game.board for game in boards]
        free = {game.white.number: str(game.result) for game in games if game.black is None}
    results_in = sum(game.result != Result.OPEN for game in boards)
    return RoundPairing(tuple(pairs), tuple(tables), free, len(boards), results_in, entered)
