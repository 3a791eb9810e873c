"""Random events paired by our own engine, the same for the same seed: what C.04.A asks of a program, and our tests."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from random import Random
from typing import NamedTuple

from pairing.dutch.engine_files import Settings
from pairing.dutch.round_pairing import pair_round
from pairing.records import Records, baku_acceleration
from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind, Player, Scheme
from tiebreaks.refusal import Refusal

LETTERS = {Kind.PAB: "U", Kind.FPB: "F", Kind.HPB: "H", Kind.ZPB: "Z"}
STRONGEST, WEAKEST = 2600, 1000
WITHOUT_GAME = (("half_byes", Kind.HPB), ("zero_byes", Kind.ZPB), ("full_byes", Kind.FPB))


class Course(NamedTuple):
    """How an event goes. Rates are per cent: of the games, of the players' rounds, or of the players.

    Draws, forfeits and double forfeits are of the games; byes of the rounds; late, retired and unrated of the players.
    """

    players: int = 50
    rounds: int = 9
    seed: int = 1
    draws: int = 30
    forfeits: int = 2
    double_forfeits: int = 0
    half_byes: int = 2
    zero_byes: int = 1
    full_byes: int = 0
    late: int = 3
    retired: int = 5
    unrated: int = 0
    scheme: Scheme = Scheme()
    initial: str = "W"
    accelerated: bool = False

    @property
    def settings(self) -> Settings:
        """Return the settings by which its rounds are paired."""
        acceleration = baku_acceleration(self.players, self.rounds) if self.accelerated else ()
        return Settings(Records(self.initial, acceleration))


def play_event(course: Course) -> Crosstable:
    """Return a random event, with fewer rounds where one can't be paired."""
    return _Play(course).play()


class _Play:
    def __init__(self, course: Course) -> None:
        self.course, self.chance = course, Random(f"random event {course.seed}")
        ratings = sorted((self.chance.randint(WEAKEST, STRONGEST) for _ in range(course.players)), reverse=True)
        self.strength = dict(enumerate(ratings, start=1))
        rated = {number: not self._happens(course.unrated) for number in self.strength}
        self.players = {
            number: Player(number, f"Player {number:04}", rating if rated[number] else None)
            for number, rating in self.strength.items()
        }
        middle = max(2, course.rounds // 2)
        self.first = {n: self.chance.randint(2, middle) if self._happens(course.late) else 1 for n in self.players}
        self.last = {
            n: self.chance.randint(1, course.rounds) if self._happens(course.retired) else course.rounds
            for n in self.players
        }
        self.games: dict[int, list[Game]] = {number: [] for number in self.players}

    def play(self) -> Crosstable:
        for round in range(1, self.course.rounds + 1):
            absent = {n: kind for n in self.players if (kind := self._absence(n, round))}
            try:
                pairing = pair_round(self._facts(), absent, self.course.settings, must_explain=False)
            except Refusal:
                break
            for number, kind in absent.items():
                self._add_bye(round, number, kind)
            if pairing.bye:
                self._add_bye(round, pairing.bye.player, Kind.PAB)
            for white, black in pairing.pairs:
                self._add_game(round, white, black)
        return self._facts()

    def _facts(self) -> Crosstable:
        games: Mapping[int, tuple[Game, ...]] = {number: tuple(own) for number, own in self.games.items()}
        name = f"Random tournament {self.course.seed}"
        return Crosstable(self.players, games, self.course.rounds, scheme=self.course.scheme, name=name)

    def _happens(self, rate: int) -> bool:
        return self.chance.random() * 100 < rate

    def _absence(self, number: int, round: int) -> Kind | None:
        if not self.first[number] <= round <= self.last[number]:
            return Kind.ZPB
        return next((kind for name, kind in WITHOUT_GAME if self._happens(getattr(self.course, name))), None)

    def _add_bye(self, round: int, number: int, kind: Kind) -> None:
        scheme = self.course.scheme
        points = {Kind.PAB: scheme.pab, Kind.FPB: scheme.win, Kind.HPB: scheme.draw, Kind.ZPB: ZERO}[kind]
        self.games[number].append(Game(round, None, Colour.NONE, kind, points, letter=LETTERS[kind]))

    def _add_game(self, round: int, white: int, black: int) -> None:
        for number, opponent, colour, letter in zip(
            (white, black), (black, white), (Colour.WHITE, Colour.BLACK), self._result(white, black), strict=True
        ):
            kind = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}.get(letter, Kind.PLAYED)
            self.games[number].append(Game(round, opponent, colour, kind, self._points(letter), letter=letter))

    def _points(self, letter: str) -> Decimal:
        scheme = self.course.scheme
        return {"1": scheme.win, "+": scheme.win, "=": scheme.draw, "0": scheme.loss, "-": scheme.forfeit}[letter]

    def _result(self, white: int, black: int) -> str:
        if self._happens(self.course.double_forfeits):
            return "--"
        if self._happens(self.course.forfeits):
            return self.chance.choice(("+-", "-+"))
        if self._happens(self.course.draws):
            return "=="
        wins = 1 / (1 + 10 ** ((self.strength[black] - self.strength[white]) / 400))
        return "10" if self.chance.random() < wins else "01"
