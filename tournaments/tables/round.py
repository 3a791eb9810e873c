"""One round as values: its boards with names, points before the round and results, and who has no opponent."""

from typing import NamedTuple

from django.urls import reverse

from tiebreaks.scoring import outcome
from tournaments import audience, corrections, queries, wording
from tournaments.corrections import Corrected
from tournaments.figures import MINUS, figure
from tournaments.tables.marks import MARKS, WON
from tournaments.tables.standings import origin
from tournaments.tables.state import State, state_of


class Seat(NamedTuple):
    """One side of a board. `before` are the points before the round, `mark` the result: "1", "½", "+", a score."""

    number: int
    name: str
    title: str
    origin: str
    rating: int | None
    before: str
    mark: str
    won: bool


class Board(NamedTuple):
    """A board; `note` says in words what the marks can't: a forfeit, an unrated game, adjourned, not checked yet."""

    board: int
    white: Seat
    black: Seat
    open: bool
    note: str


class Unpaired(NamedTuple):
    number: int
    name: str
    title: str
    kind: str
    points: str


class RoundView(NamedTuple):
    event: object
    version: int
    epoch: str
    number: int
    base: str
    progress: State
    starts_at: object
    rounds: tuple[int, ...]
    rows: tuple[Board, ...]
    unpaired: tuple[Unpaired, ...]
    results_in: int
    corrected: tuple[Corrected, ...] = ()


@queries.steady
def round_view(event, number: int) -> RoundView | None:
    """Return a round in the active language, or None for a round that is not paired."""
    known = {item.number: item for item in event.rounds.all()}
    if number not in known:
        return None
    before = _points_before(event, number)
    scheme = queries.scheme(event)
    boards = tuple(_board(game, before) for game in audience.shown(event, queries.boards(event, number)))
    return RoundView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        number=number,
        base=reverse("standings", args=[event.slug]),
        progress=state_of(event),
        starts_at=known[number].starts_at,
        rounds=tuple(sorted(known)),
        rows=boards,
        unpaired=tuple(_unpaired(game, scheme) for game in audience.shown(event, queries.unpaired(event, number))),
        results_in=sum(not board.open for board in boards),
        corrected=corrections.since_pairing(event, known.values()).get(number, ()),
    )


def _points_before(event, number: int) -> dict[int, str]:
    """Return everybody's points before a round as text; nothing before the first."""
    if number < 2:
        return {}
    table = queries.standings(event, number - 1).table
    return {player: figure(table.score(player)) for player in table.facts.players}


def _board(game, before) -> Board:
    letters = (game.result[:1], game.result[1:])
    scores = (game.white_score, game.black_score)
    marks = [MARKS.get(letter, "") for letter in letters]
    if None not in scores:
        marks = [str(score).replace("-", MINUS) for score in scores]
    seats = [
        Seat(p.number, p.name, p.title, origin(p), p.rating, before.get(p.number, ""), mark, letter in WON)
        for p, mark, letter in zip((game.white, game.black), marks, letters, strict=True)
    ]
    return Board(game.board, *seats, game.result == "", wording.state_of_board(game))


def _unpaired(game, scheme) -> Unpaired:
    kind, points = outcome(game.result, False, scheme)
    return Unpaired(game.white.number, game.white.name, game.white.title, wording.kind(kind), figure(points))
