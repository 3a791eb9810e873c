"""The points of each result, and one table of what each kind of round counts for."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import HALF, ONE, ZERO, Game, Kind, Scheme


class Counts(NamedTuple):
    """What a kind of round counts for (C.07, articles 7, 10 and 16)."""

    over_the_board: bool = False  # WON BPG BWG, the ratings, direct encounter
    elected: bool = True  # REP: the player was willing to play
    present: bool = False  # NGP: the player came and an opponent was paired
    voluntary: bool = False  # 16.1.2: voluntarily unplayed
    requested: bool = False  # 16.2.3 and 16.2.5: a requested bye or an absence


KIND_COUNTS = {
    Kind.PLAYED: Counts(over_the_board=True, present=True),
    Kind.PAB: Counts(),
    Kind.FPB: Counts(),
    Kind.FORFEIT_WIN: Counts(present=True),
    Kind.FORFEIT_LOSS: Counts(elected=False, voluntary=True),
    Kind.HPB: Counts(elected=False, voluntary=True, requested=True),
    Kind.ZPB: Counts(elected=False, voluntary=True, requested=True),
    Kind.OPEN: Counts(present=True),
}
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
VOLUNTARY = frozenset(kind for kind, counts in KIND_COUNTS.items() if counts.voluntary)
OVER_THE_BOARD = tuple(kind for kind, counts in KIND_COUNTS.items() if counts.over_the_board)
AT_THE_BOARD = (*OVER_THE_BOARD, Kind.OPEN)

# An adjourned game in a file for engines: record 162 says with X what it counts until it ends. TRF16 has a draw for it.
UNKNOWN = "?"

# The result letters of FIDE's tournament file: the kind of round, and the field of Scheme with its points.
WITH_OPPONENT = {
    "1": (Kind.PLAYED, "win"), "=": (Kind.PLAYED, "draw"), "0": (Kind.PLAYED, "loss"),
    "W": (Kind.PLAYED, "win"), "D": (Kind.PLAYED, "draw"), "L": (Kind.PLAYED, "loss"),
    "+": (Kind.FORFEIT_WIN, "win"), "-": (Kind.FORFEIT_LOSS, "forfeit"),
}  # fmt: skip
WITHOUT_OPPONENT = {
    "U": (Kind.PAB, "pab"), "F": (Kind.FPB, "win"), "+": (Kind.FPB, "win"),
    "H": (Kind.HPB, "draw"), "Z": (Kind.ZPB, None), "-": (Kind.ZPB, None), "": (Kind.ZPB, None),
}  # fmt: skip
RESULT_POINTS = {"win": ONE, "draw": HALF}
# The letters that the two sides of a game may have together. Unequal draws and double losses are arbiters' decisions.
RESULT_PAIRS = frozenset({"10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "00", "=0", "0="})
LOST_BY_BOTH = frozenset({"--", "00"})


def outcome(letter: str, has_opponent: bool, scheme: Scheme) -> tuple[Kind, Decimal]:
    """Return the kind of round and the points for a result letter. Raise KeyError for an unknown letter."""
    kind, field = (WITH_OPPONENT if has_opponent else WITHOUT_OPPONENT)[letter]
    return kind, getattr(scheme, field) if field else Decimal(0)


def has_decided_points(game: Game, scheme: Scheme) -> bool:
    """Tell whether a game has other points than its result is worth in its round (decision 39).

    A match of a team has no letter.
    """
    if game.letter in ("", UNKNOWN):
        return False
    return game.points != outcome(game.letter, game.opponent is not None, scheme)[1]


def find_decided_games(facts: Crosstable) -> Iterator[tuple[int, Game]]:
    """Yield the games with other points than their results are worth, each with its player."""
    usual = dict[tuple[str, bool, Scheme], Decimal]()
    for number, games in facts.games.items():
        for game in games:
            key = game.letter, game.opponent is not None, facts.scheme_of(game.round)
            if game.letter not in ("", UNKNOWN) and key not in usual:
                usual[key] = outcome(*key)[1]
            if game.letter and game.points != usual.get(key, game.points):
                yield number, game


def draw_unknown(facts: Crosstable) -> Crosstable:
    """Return the facts with unknown results as draws, as pairings and tournament files count them."""
    games = {
        number: tuple(
            game._replace(kind=Kind.PLAYED, points=facts.scheme_of(game.round).draw)
            if game.kind == Kind.OPEN and game.letter == UNKNOWN
            else game
            for game in own
        )
        for number, own in facts.games.items()
    }
    return facts if games == facts.games else facts._replace(games=games)


def result_points(game: Game, scheme: Scheme) -> Decimal:
    """Return 1, ½ or 0 for the result of a played game, whatever points the event or an arbiter gives for it.

    A match of a team has no letter: it goes by its points.
    """
    if game.letter in WITH_OPPONENT:
        return RESULT_POINTS.get(WITH_OPPONENT[game.letter][1], ZERO)
    return ONE if game.points == scheme.win else HALF if game.points == scheme.draw else ZERO
