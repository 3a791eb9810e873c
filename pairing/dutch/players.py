"""C.04.3, article 1: players as this system sees them, their order, floats and scores.

Floats compare the scores by which a round was paired, with the points of an acceleration (C.04.7, 1.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import Enum, auto
from typing import NamedTuple

from pairing.dutch.engine_files import Settings
from pairing.rules.engine_records import Acceleration, extra_points
from pairing.rules.history import History
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Game, Kind

PAIRED = frozenset({Kind.PLAYED, Kind.OPEN, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.PAB})


class Float(Enum):
    """Article 1.4: whether a player met an opponent with a lower score (DOWN), a higher one (UP) or neither."""

    DOWN = auto()
    UP = auto()
    NONE = auto()


class Player(NamedTuple):
    """One player to be paired.

    `tpn` is the pairing number (1.1), and `odd` whether it is odd among those who have arrived (C.04.2, 2.4).
    `colours` are those of the games played, the latest last. `floats` are those of the last round and of the one
    before. `unplayed` counts rounds without a game, and `no_bye` says that C2 keeps the player from the bye.
    """

    number: int
    tpn: int
    score: Decimal
    odd: bool
    colours: tuple[Colour, ...] = ()
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    unplayed: int = 0
    no_bye: bool = False


def read_players(facts: Crosstable, past: History, settings: Settings) -> list[Player]:
    """Return the players of a round in the order of article 1.2: by score, then by pairing number."""
    scores = Scores(facts, past, settings.records.accelerated)
    numbers = sorted(past.order, key=past.start_number)
    present = {*numbers, *settings.seated}
    arrived = sorted((n for n in facts.players if n in present or has_been_paired(facts, n)), key=past.start_number)
    place = {number: place for place, number in enumerate(arrived, start=1)}
    players = (
        Player(
            number=number,
            tpn=past.start_number(number),
            score=scores.before(number, past.round),
            odd=place[number] % 2 == 1,
            colours=tuple(side for _, side in sorted(past.entrants[number].sides)),
            floats=(scores.float_of(number, past.last), scores.float_of(number, past.last - 1)),
            unplayed=past.last - sum(game.kind == Kind.PLAYED for game in games_of(facts, number, past.last)),
            no_bye=past.entrants[number].no_pab,
        )
        for number in numbers
    )
    return sorted(players, key=lambda player: (-player.score, player.tpn))


def games_of(facts: Crosstable, number: int, last: int) -> Iterator[Game]:
    """Yield the rounds of a player up to the last one paired."""
    return (game for game in facts.games.get(number, ()) if game.round <= last)


def has_been_paired(facts: Crosstable, number: int) -> bool:
    """Return whether a player has had an opponent, or the bye of an odd field, in some round."""
    return any(game.kind in PAIRED for game in facts.games.get(number, ()))


def list_arrived(facts: Crosstable) -> list[int]:
    """Return the players who were present for round 1, which has been paired."""
    first = facts.up_to(1)
    return [number for number in facts.players if has_been_paired(first, number)]


class Scores:
    """The scores by which each round was paired: points, what arbiters gave or took, and accelerated points."""

    def __init__(self, facts: Crosstable, past: History, accelerated: tuple[Acceleration, ...]) -> None:
        self.facts, self.past, self.accelerated = facts, past, accelerated
        self._known: dict[tuple[int, int], Decimal] = {}

    def before(self, number: int, round_number: int) -> Decimal:
        """Return the score of a player when a round was paired."""
        if (number, round_number) not in self._known:
            self._known[number, round_number] = self._before(number, round_number)
        return self._known[number, round_number]

    def _before(self, number: int, round_number: int) -> Decimal:
        points = sum([game.points for game in self.facts.games.get(number, ()) if game.round < round_number], ZERO)
        for adjustment in self.facts.adjustments.get(number, ()):
            points += adjustment.points if adjustment.round < round_number else ZERO
        return points + extra_points(self.accelerated, self.past.start_number(number), round_number)

    def float_of(self, number: int, round_number: int) -> Float:
        """Return the float of a player in a round (1.4.2 and 1.4.3)."""
        game = next((game for game in self.facts.games.get(number, ()) if game.round == round_number), None)
        if game is None or round_number < 1:
            return Float.NONE
        if game.kind != Kind.PLAYED:
            loss = self.facts.scheme_of(round_number).loss
            return Float.DOWN if game.kind == Kind.PAB or game.points > loss else Float.NONE
        assert game.opponent is not None
        own, other = self.before(number, round_number), self.before(game.opponent, round_number)
        return Float.DOWN if own > other else Float.UP if own < other else Float.NONE
