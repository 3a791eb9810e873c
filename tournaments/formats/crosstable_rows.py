"""Store a crosstable as rows of the database, in bulk."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from typing import Any, Protocol

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Kind, find_game
from tiebreaks.facts.games import Game as Side
from tiebreaks.facts.scoring import UNKNOWN, has_decided_points
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import Provenance
from tournaments.domain.desk.decided_points import DecidedPoints, is_storable
from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result
from tournaments.models import Event, Game, Player, Round

UNUSUAL_POINTS = sentence(
    "decided-points",
    gettext_noop(
        "The points that an arbiter gave number {number} in round {round} can’t be stored; the results count instead."
    ),
)
TENTH = Decimal("0.1")

# How a file may write a round without an opponent, besides our own codes.
NO_OPPONENT_RESULTS = {"+": Result.FULL_POINT_BYE, "-": Result.ABSENT, "": Result.ABSENT}


class HasSides(Protocol):
    """One side of a game between players, or of a match between teams."""

    @property
    def opponent(self) -> int | None: ...

    @property
    def colour(self) -> Colour: ...


def save_players_and_games(event: Event, table: Crosstable) -> None:
    """Write players, rounds and games of a crosstable into an event that has none, inside the caller's transaction."""
    players = {
        player.number: Player(event=event, **player._replace(name=player.name[:80])._asdict())
        for player in table.players.values()
    }
    Player.objects.bulk_create(players.values())
    last = max((side.round for sides in table.games.values() for side in sides), default=0)
    rounds = {number: Round(event=event, number=number) for number in range(1, last + 1)}
    Round.objects.bulk_create(rounds.values())
    Game.objects.bulk_create(
        Game(
            round=rounds[number],
            board=board,
            white=players[white],
            black=players.get(black) if black else None,
            provenance=Provenance.FILE if black and value["result"] != Result.OPEN else "",
            **value,
        )
        for number, board, white, black, value in read_games(table)
    )


def read_games(table: Crosstable) -> Iterator[tuple[int, int | None, int, int | None, dict[str, Any]]]:
    """Yield each game of a crosstable once: round, board, White's and Black's number, and the fields of its result."""
    pairs: dict[int, list[tuple[int, Side]]] = defaultdict(list)
    for number in sorted(table.players):
        for side in table.games.get(number, ()):
            if side.opponent is None:
                result = NO_OPPONENT_RESULTS.get(side.letter, side.letter)
                if result in WITHOUT_OPPONENT:
                    fields = {"result": result, "white_score": side.own_score, "white_penalty": side.penalty}
                    deduction = read_deduction(table, number, side.round)
                    yield side.round, None, number, None, fields | {"white_deduction": deduction}
            elif comes_first(number, side, find_other_side(table, number, side)):
                pairs[side.round].append((number, side))
    for number, white_sides in sorted(pairs.items()):
        in_order = sorted(white_sides, key=lambda pair: board_order(table, number, *pair))
        stated = {side.board for _white, side in in_order}
        waiting, free = set(stated), (place for place in count(1) if place not in stated)
        for white, side in in_order:
            board = side.board if side.board and side.board in waiting else next(free)
            waiting.discard(side.board)  # a second board of the same number gets a free one
            yield number, board, white, side.opponent, result_fields(table, white, side)


def find_other_side(table: Crosstable, number: int, side: Side) -> Side | None:
    """Return a game as the opponent has it, None where the opponent does not."""
    assert side.opponent is not None
    other = find_game(table.games.get(side.opponent, ()), side.round)
    return other if other is not None and other.opponent == number else None


def comes_first(number: int, side: HasSides, other: HasSides | None) -> bool:
    """Say whether this side of a pair comes first: White, by either side's word; the lower number where that is open.

    It is open without colours, and where both sides claim the same one. So of two sides exactly one comes first.
    """
    assert side.opponent is not None
    theirs = other.colour if other else Colour.NONE
    for_it = (side.colour == Colour.WHITE) + (theirs == Colour.BLACK)
    against_it = (side.colour == Colour.BLACK) + (theirs == Colour.WHITE)
    return number < side.opponent if for_it == against_it else for_it > against_it


def board_order(table: Crosstable, number: int, white: int, side: Side) -> tuple[int, Decimal, Decimal, int]:
    """Order boards as arbiters do: the higher score, the sum of both, the lower number; an own board number first."""
    assert side.opponent is not None
    scores = sorted(read_score_before(table, player, number) for player in (white, side.opponent))
    return side.board or 0, -scores[1], -(scores[0] + scores[1]), min(white, side.opponent)


def read_score_before(table: Crosstable, player: int, number: int) -> Decimal:
    return sum((game.points for game in table.games[player] if game.round < number), Decimal(0))


def result_fields(table: Crosstable, white: int, side: Side) -> dict[str, Any]:
    """Return the fields of a paired game from both of its sides."""
    assert side.opponent is not None
    other = find_other_side(table, white, side)
    assert other is not None  # readers leave no game with one side
    return {
        "result": Result(side.letter + other.letter if side.kind != Kind.OPEN else ""),
        "is_adjourned": UNKNOWN in (side.letter, other.letter),
        "white_score": side.own_score,
        "black_score": side.opponent_score,
        "white_penalty": side.penalty,
        "black_penalty": other.penalty,
        "decided_points": find_decided_points(table, side, other),
        "white_deduction": read_deduction(table, white, side.round),
        "black_deduction": read_deduction(table, side.opponent, side.round),
    }


def find_decided_points(table: Crosstable, white: Side, black: Side) -> str:
    """Return the points of both sides as they are stored, "" where they are the usual ones or can't be stored."""
    is_decided = any(has_decided_points(side, table.scheme_of(side.round)) for side in (white, black))
    if not is_decided or not (is_storable(white.points) and is_storable(black.points)):
        return ""
    return str(DecidedPoints(white.letter + black.letter, white.points, black.points))


def read_deduction(table: Crosstable, number: int, round_number: int) -> Decimal:
    """Return what arbiters took from a player in a round, 0 for points that they gave."""
    points = sum((each.points for each in table.adjustments.get(number, ()) if each.round == round_number), ZERO)
    return max(-points, ZERO)


def find_unstorable(table: Crosstable) -> Iterator[Refusal]:
    """Yield a Refusal for each decision on points for which an event has no field.

    It takes points in a round, and gives both sides of a game other ones.
    """
    for number, own in sorted(table.games.items()):
        decided = [game for game in own if has_decided_points(game, table.scheme_of(game.round))]
        odd = {game.round for game in decided if game.opponent is None or not is_storable(game.points)}
        rounds = {game.round for game in own}
        for round_number in {each.round for each in table.adjustments.get(number, ())}:
            points = sum((each.points for each in table.adjustments[number] if each.round == round_number), ZERO)
            if points > 0 or round_number not in rounds or points != points.quantize(TENTH):
                odd.add(round_number)
        yield from (Refusal(UNUSUAL_POINTS, field="299", number=number, round=each) for each in sorted(odd))
