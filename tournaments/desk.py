"""What the desk of a round shows, as values: its boards, what stands in the way of an entry, and the echo after one."""

from collections.abc import Iterator
from typing import NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments import queries, wording
from tournaments.actions import Entry
from tournaments.models import Discipline, Event, Game, Result, Round
from tournaments.tables.standings import is_signed, text_of

BUTTONS = [(Result.WHITE, "1-0"), (Result.DRAW, "½"), (Result.BLACK, "0-1")]
FORFEITS = [Result.WHITE_FORFEIT, Result.BLACK_FORFEIT, Result.DOUBLE_FORFEIT]

# Scores outside these are possible but rare: the echo asks the arbiter to look again.
USUAL_SCORES = {Discipline.SCRABBLE: (100, 700)}
PETANQUE_WIN = 13


class Problem(NamedTuple):
    """Why an entry was not taken. With an `entry` it may be sent again; `typed` scores stay in their fields."""

    sentence: str
    board: int | None = None
    entry: Entry | None = None
    is_conflict: bool = False
    typed: Entry | None = None

    @property
    def yours(self) -> str:
        """Write the entry that was not taken."""
        return shown(self.entry.result, self.entry.white_score, self.entry.black_score) if self.entry else ""


class Total(NamedTuple):
    name: str
    values: list[str]
    place: int


class Echo(NamedTuple):
    """One entry read back: the board, both names, what is stored and what the players have now."""

    game: Game
    shown: str
    totals: list[Total]
    warning: str


class Desk(NamedTuple):
    """One round in front of an arbiter. `current` is the board that is entered next, None when all are in."""

    event: Event
    round: Round
    games: list[Game]
    current: int | None
    previous: Round | None
    following: Round | None

    @property
    def scored(self) -> bool:
        return is_scored(self.event)

    @property
    def open(self) -> int:
        return sum(game.result == Result.OPEN for game in self.games)

    @property
    def entered(self) -> int:
        return len(self.games) - self.open

    @property
    def seen(self) -> str:
        """Return the versions of the boards with entries, as `LineForm` reads them."""
        return " ".join(f"{game.board}.{game.version}" for game in self.games if game.version)

    def game(self, board: int) -> Game | None:
        return next((game for game in self.games if game.board == board), None)


def is_scored(event: Event) -> bool:
    return event.discipline in (Discipline.SCRABBLE, Discipline.PETANQUE)


def open_desk(event: Event, number: int | None, after: int | None = None) -> Desk:
    """Return the desk of a round (the running one without a number), ready for the first open board after `after`."""
    rounds = list(event.rounds.all())
    if number is None:
        number = queries.progress(event).round or (rounds[-1].number if rounds else None)
    wanted = get_object_or_404(event.rounds, number=number)
    games = list(queries.boards(event, number))
    at = next(index for index, one in enumerate(rounds) if one.pk == wanted.pk)
    return Desk(
        event,
        wanted,
        games,
        next_open(games, after),
        rounds[at - 1] if at else None,
        rounds[at + 1] if at + 1 < len(rounds) else None,
    )


def next_open(games: list[Game], after: int | None = None) -> int | None:
    """Return the next board without a result, going round to the first one."""
    still_open = [game.board for game in games if game.result == Result.OPEN]
    later = [board for board in still_open if after is not None and board > after]
    return next(iter(later or still_open), None)


def shown(result: str | None, white_score: int | None, black_score: int | None) -> str:
    """Write a result as the desk shows it: "402–381", "1-0", "0-1 forfeit", "open"."""
    if white_score is not None and black_score is not None:
        return f"{white_score}–{black_score}"
    return str(Result(result).label) if result in Result.values else "–"


def echo(event: Event, game: Game) -> Echo:
    """Read an entry back with the new totals of both players."""
    standings = queries.standings(event)
    totals = [total(standings, player) for player in (game.white, game.black)]
    return Echo(game, shown(game.result, game.white_score, game.black_score), totals, warning(event, game))


def total(standings, player) -> Total:
    """Return what stands first in a player's line, and his spread, each with its name; and his place."""
    row = standings.row(player.number)
    named = list(zip(standings.order, row.values, strict=True))
    told = named[:1] + [(chosen, value) for chosen, value in named[1:] if is_signed(chosen)]
    values = [f"{wording.label(chosen, standings.order)} {text_of(chosen, value)}" for chosen, value in told]
    return Total(player.name, values, row.rank)


def warning(event: Event, game: Game) -> str:
    """Return a sentence about scores that are possible but rare, "" for usual ones."""
    scores = list(scores_of(game))
    low, high = USUAL_SCORES.get(event.discipline, (None, None))
    if low is not None and any(not low <= score <= high for score in scores):
        return _("Is that right? A score below %(low)d or above %(high)d is rare.") % {"low": low, "high": high}
    if event.discipline == Discipline.PETANQUE and scores and max(scores) != PETANQUE_WIN:
        return _("Is that right? A game usually ends at %(score)d.") % {"score": PETANQUE_WIN}
    return ""


def scores_of(game: Game) -> Iterator[int]:
    yield from (score for score in (game.white_score, game.black_score) if score is not None)
