"""Random events paired by our own engine, the same for the same seed: what C.04.A asks of a program, and our tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import NamedTuple

from pairing.dutch.engine_files import Settings
from pairing.dutch.round_pairing import pair_round
from pairing.rules.engine_records import Records, baku_acceleration
from tiebreaks.criteria.performance import expected_hundredths
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Scheme
from tiebreaks.facts.scoring import outcome
from tiebreaks.refusal import Refusal

STRONGEST, WEAKEST = 2600, 1000
LARGEST_DIFFERENCE = 400  # a larger one counts as this in FIDE's rating regulations
ODD_RESULTS = ("=0", "0=", "00")


class PlayedEvent(NamedTuple):
    """How an event goes. Rates are per cent: of the games, of the players' rounds, or of the players.

    Draws, odd results and forfeits are of the games; byes of the rounds; late, retired and unrated of the players.
    `ratings` are those of the players in their order; without them they lie between `weakest` and `strongest`.
    """

    players: int = 50
    rounds: int = 9
    seed: int = 1
    draws: int = 30
    odd_results: int = 0
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
    ratings: tuple[int, ...] = ()
    weakest: int = WEAKEST
    strongest: int = STRONGEST

    def find_settings(self, arrived: Collection[int]) -> Settings:
        """Return the settings by which its rounds are paired, where these players have arrived for round 1."""
        acceleration = baku_acceleration(arrived, self.rounds) if self.accelerated else ()
        return Settings(Records(self.initial, acceleration))


def play_event(course: PlayedEvent) -> Crosstable:
    """Return a random event, with fewer rounds where one can't be paired."""
    return _Play(course).play()


class _Play:
    def __init__(self, course: PlayedEvent) -> None:
        self.course, self.chance = course, Random(f"random event {course.seed}")  # noqa: S311
        drawn = (self.chance.randint(course.weakest, course.strongest) for _ in range(course.players))
        ratings = course.ratings or sorted(drawn, reverse=True)
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
        settings = Settings()
        for round_number in range(1, self.course.rounds + 1):
            absent = {n: letter for n in self.players if (letter := self._absence(n, round_number))}
            if round_number == 1:
                settings = self.course.find_settings(self.players.keys() - absent)
            try:
                pairing = pair_round(self._facts(), absent, settings, must_explain=False)
            except Refusal:
                break
            for number, letter in absent.items():
                self._add(round_number, number, letter)
            if pairing.bye:
                self._add(round_number, pairing.bye.player, "U")
            for white, black in pairing.pairs:
                letters = self._result(white, black)
                self._add(round_number, white, letters[0], black, Colour.WHITE)
                self._add(round_number, black, letters[1], white, Colour.BLACK)
        return self._facts()

    def _facts(self) -> Crosstable:
        games: Mapping[int, tuple[Game, ...]] = {number: tuple(own) for number, own in self.games.items()}
        name = f"Random tournament {self.course.seed}"
        return Crosstable(self.players, games, self.course.rounds, scheme=self.course.scheme, name=name)

    def _happens(self, rate: int) -> bool:
        return self.chance.random() * 100 < rate

    def _absence(self, number: int, round_number: int) -> str | None:
        """Return the letter of a player who is not paired in a round."""
        if not self.first[number] <= round_number <= self.last[number]:
            return "Z"
        rates = (("H", self.course.half_byes), ("Z", self.course.zero_byes), ("F", self.course.full_byes))
        return next((letter for letter, rate in rates if self._happens(rate)), None)

    def _add(
        self, round_number: int, number: int, letter: str, opponent: int | None = None, colour: Colour = Colour.NONE
    ) -> None:
        kind, points = outcome(letter, opponent is not None, self.course.scheme)
        self.games[number].append(Game(round_number, opponent, colour, kind, points, letter=letter))

    def _result(self, white: int, black: int) -> str:
        if self._happens(self.course.double_forfeits):
            return "--"
        if self._happens(self.course.forfeits):
            return self.chance.choice(("+-", "-+"))
        if self._happens(self.course.odd_results):
            return self.chance.choice(ODD_RESULTS)
        difference = self.strength[white] - self.strength[black]
        expected = expected_hundredths(max(-LARGEST_DIFFERENCE, min(difference, LARGEST_DIFFERENCE)))
        half_of_draws = min(self.course.draws, expected, 100 - expected) / 2  # the weaker one wins at times, too
        chance = self.chance.random() * 100
        return "10" if chance < expected - half_of_draws else "==" if chance < expected + half_of_draws else "01"
