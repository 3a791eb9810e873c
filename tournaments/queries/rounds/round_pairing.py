"""The pairing of a published round, for players and teams alike: the pairs, and how many results are in."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from django.db.models import Case, F, IntegerField, Q, When

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
MATCHES = ("matches__first", "matches__second")  # to be read beforehand


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


class PairedGame(NamedTuple):
    """What the pairing of a round says of a game or bye; its players by their numbers.

    It `is_timed` once somebody has entered a result, and `is_decided` where an arbiter has imposed a penalty or a
    deduction, or given other points. A large event has thousands of games: the page of pairings reads those of all
    rounds, and no more of each; so these two are numbers, 0 or 1, which need no conversion.
    """

    round: int  # its key
    white: int
    black: int | None
    board: int | None
    result: str
    is_timed: int
    is_decided: int


TIMED = Q(entered_at__isnull=False)
UNDECIDED = Q(white_penalty=0, black_penalty=0, white_deduction=0, black_deduction=0, decided_points="")


def as_number(condition: Q) -> Case:
    """Select whether a condition holds, as 0 or 1."""
    return Case(When(condition, then=1), default=0, output_field=IntegerField())


def read_games_by_round(rounds: Iterable[Round]) -> dict[int, list[PairedGame]]:
    """Return the games and byes of rounds by the key of the round, in the order of boards. One query."""
    fields = ("round", "white__number", "black__number", "board", "result", as_number(TIMED), as_number(~UNDECIDED))
    rows = Game.objects.filter(round__in=[each.pk for each in rounds]).values_list(*fields)
    games: dict[int, list[PairedGame]] = defaultdict(list)
    for row in rows.order_by(F("board").asc(nulls_last=True), "pk"):
        games[row[0]].append(PairedGame(*row))
    return games


def read_round_pairing(
    its_round: Round, absent: Mapping[int, str], games_by_round: Mapping[int, list[PairedGame]] | None = None
) -> RoundPairing:
    """Return how a round is paired; `absent` are the teams that it was published without. One query of its games."""
    known = read_games_by_round([its_round]) if games_by_round is None else games_by_round
    games, matches = known.get(its_round.pk, []), list(its_round.matches.all())
    meetings = list(map(meeting_of_teams, matches) if its_round.event.of_teams else map(meeting_of_players, games))
    paired = [each for each in meetings if each.second]
    boards = [game for game in games if game.black]
    return RoundPairing(
        pairs=tuple((each.first, each.second) for each in paired),
        tables=tuple(each.table for each in paired if each.table is not None),  # each pair has one
        free={each.first: each.end for each in meetings if not each.second},
        boards=len(boards),
        results_in=sum(game.result != Result.OPEN for game in boards),
        is_played=any(game.is_decided for game in games) or any(map(is_entered, boards)) or has_ended(matches, absent),
    )


class PairedTable(NamedTuple):
    """Two who meet at a table, by their numbers, or one without an opponent (0) and the letter for that."""

    first: int
    second: int
    table: int | None
    end: str


def meeting_of_players(game: PairedGame) -> PairedTable:
    return PairedTable(game.white, game.black or 0, game.board, game.result)


def meeting_of_teams(match: TeamMatch) -> PairedTable:
    return PairedTable(match.first.number, match.second.number if match.second else 0, match.table, str(match.end))


def is_entered(board: PairedGame) -> bool:
    """Tell whether a board has another result than it can be published with."""
    return bool(board.is_timed) or board.result not in FORFEITS.values()


def has_ended(matches: Iterable[TeamMatch], absent: Container[int]) -> bool:
    """Tell whether a match has ended without play in another way than it was published."""
    paired = [(match, match.second) for match in matches if match.second]
    return any(
        MATCH_ENDS[match.first.number in absent, second.number in absent] != match.end for match, second in paired
    )
