"""The facts of an event as frozen values: a crosstable goes in, standings come out.

Numbers are exact: points are `Decimal`, scores and spreads `int`, ratings `int`. Nothing here is derived.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.facts.disciplines import DISCIPLINES, Traits
from tiebreaks.facts.games import ZERO, Game, Kind, Scheme, games_up_to
from tiebreaks.facts.rating_methods import USUAL, choose_rating
from tiebreaks.facts.round_factors import scheme_in_round
from tiebreaks.facts.teams import TeamEvent

EDITIONS = ("plain", "pre-2023", "2023-09", "2024-04", "2024-08", "2026-03")
# From 2023-09 on C.07 has dummy opponents (16.4), and rounds not played by choice are cut first (16.5).
DUMMY_EDITIONS = EDITIONS[2:]
SYSTEMS = ("swiss", "round-robin")
EARLY_WITHDRAWALS = ("count", "drop")
TIEBREAK_RATINGS = ("first", "each", "last")
FINAL_TABLE = 999  # the round of points that count in the final table only


class Player(NamedTuple):
    """A participant. `rating` is None for unrated players; `playoff` is the place that the arbiter entered.

    `number` says who it is. It is also the start number, unless the field was numbered again: then that is the
    `given_number`.

    `own_rating` is one of the event's own, where `rating_method` asks for it. `later_ratings` are those that an event
    of several months got from its later lists, by the round from which they count: "5:2110,8:2095".
    `manual_value` is a value that the arbiter set by hand, None for none, and `manual_reason` says why. A withdrawn
    player plays no round from `withdrawn_from` on. Who is expelled is out of the tables too, from the one before round
    `expelled_from` on. `rating_k` is the factor of their rating changes, if it is known.
    """

    number: int
    name: str = ""
    rating: int | None = None
    national_rating: int | None = None
    playoff: int | None = None
    title: str = ""
    sex: str = ""
    federation: str = ""
    club: str = ""
    fide_id: str = ""
    birth_date: str = ""
    withdrawn_from: int | None = None
    manual_value: Decimal | None = None
    manual_reason: str = ""
    given_number: int | None = None
    national_id: str = ""
    own_rating: int | None = None
    later_ratings: str = ""
    expelled_from: int | None = None
    rating_k: int | None = None

    @property
    def start_number(self) -> int:
        """Return the number by which rounds are paired and by which people know the participant."""
        return self.number if self.given_number is None else self.given_number

    def has_left_by(self, round_number: int) -> bool:
        """Return whether the participant has withdrawn, or is expelled, from this round on."""
        gone = [each for each in (self.withdrawn_from, self.expelled_from) if each is not None]
        return bool(gone) and min(gone) <= round_number


class Adjustment(NamedTuple):
    """Points that an arbiter gave, or took if they are negative, outside any game.

    They count from `round` on. With round 999 they count in the final table only, never for pairings.
    """

    round: int
    points: Decimal


class Crosstable(NamedTuple):
    """A whole event: participants by number, and their games in the order of rounds (at most one per round).

    If a participant has no game for a round, the round is either not paired yet (the running one) or, if it is over,
    was missed; `Table` makes such absences explicit. `rounds` is the planned number of rounds.
    `adjustments` count for the points and for pairings, but for no tie-break (TRF26, record 299).
    `early_withdrawals` says whether the results of those who withdraw from a round robin before half of it count.
    `tiebreak_ratings` says which of several ratings of a player rating tie-breaks take: the first, that of each round,
    or the last. An event that `is_long` takes more than 30 days. `round_factors` are the rounds in which results are
    worth more or less points than `scheme` says: `tiebreaks.facts.round_factors`.
    In a team event the participants are teams, `score` ("MP" or "GP") says which points the games show, and
    `team_event` holds the matches with their boards.
    """

    players: Mapping[int, Player]
    games: Mapping[int, tuple[Game, ...]]
    rounds: int
    system: str = "swiss"
    edition: str = "2026-03"
    discipline: str = "chess"
    scheme: Scheme = Scheme()
    unrated_rating: int | None = None
    spread_cap: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = -50
    lots_seed: int = 0
    name: str = ""
    starts_on: str = ""
    team_event: TeamEvent | None = None
    score: str = ""
    adjustments: Mapping[int, tuple[Adjustment, ...]] = {}
    early_withdrawals: str = "count"
    rating_method: str = USUAL
    tiebreak_ratings: str = "first"
    is_long: bool = False
    round_factors: str = ""

    @property
    def game(self) -> Traits:
        """Return the row of the game that is played."""
        return DISCIPLINES[self.discipline]

    def scheme_of(self, round_number: int) -> Scheme:
        """Return what results are worth in a round."""
        return scheme_in_round(self.scheme, self.round_factors, round_number) if self.round_factors else self.scheme

    def list_schemes(self) -> set[Scheme]:
        """Return what results are worth in the rounds of the event, each scheme once."""
        return {self.scheme_of(each) for each in range(1, self.rounds + 1)} if self.round_factors else {self.scheme}

    def possible_points(self, last: int, result: str = "win", first: int = 1) -> Decimal:
        """Return what as many wins, or other results, as there are rounds from `first` to `last` are worth."""
        if not self.round_factors:
            return Decimal(getattr(self.scheme, result) * max(last - first + 1, 0))
        return sum((getattr(self.scheme_of(each), result) for each in range(first, last + 1)), ZERO)

    def rating_of(self, player: Player) -> int | None:
        """Return the rating that a participant has in this event; a team has the average of its players' ratings."""
        if self.team_event is not None:
            return player.rating
        return choose_rating(self.rating_method, player.rating, player.national_rating, player.own_rating)

    def with_event_rating(self, number: int) -> Player:
        """Return a participant with the rating that counts in this event as the one that is shown."""
        player = self.players[number]
        return player._replace(rating=self.rating_of(player))

    def with_event_ratings(self) -> dict[int, Player]:
        """Return the participants by number, each with the rating that counts in this event."""
        return {number: self.with_event_rating(number) for number in self.players}

    def start_order(self, numbers: Iterable[int]) -> list[int]:
        """Return participants in the order of their start numbers."""
        return sorted(numbers, key=lambda number: self.players[number].start_number)

    @property
    def last_paired(self) -> int:
        """Return the last round with a pairing, or with the bye of one who was there alone; 0 before the first one."""
        paired = (g.round for own in self.games.values() for g in own if g.opponent or g.kind is Kind.PAB)
        return max(paired, default=0)

    def find_expelled(self) -> frozenset[int]:
        """Return the expelled players, who are not in the table; their games count for their opponents.

        The table after an earlier round, as after `up_to`, knows nothing of it.
        """
        gone = {n: player.expelled_from for n, player in self.players.items() if player.expelled_from}
        coming = self.last_paired + 1 if gone else 0
        return frozenset(number for number, expelled_from in gone.items() if expelled_from <= coming)

    def find_early_withdrawals(self) -> frozenset[int]:
        """Return the players who withdrew from a round robin before half of their games, if these are not to count.

        Only games over the board are played ones (competition rules, 6.6). A round in which nobody has withdrawn yet,
        as after `up_to`, knows nothing of it.
        """
        if self.early_withdrawals == "count" or self.system != "round-robin":
            return frozenset()
        gone = {n: player.withdrawn_from for n, player in self.players.items() if player.withdrawn_from}
        if not gone:
            return frozenset()
        paired, size = self.last_paired, len(self.players)
        cycles = max(1, self.rounds // (size - 1 + size % 2)) if size > 1 else 1
        games = min((size - 1) * cycles, self.rounds)
        return frozenset(
            number
            for number, withdrawn_from in gone.items()
            if withdrawn_from <= paired + 1
            and 2 * sum(game.kind == Kind.PLAYED for game in self.games.get(number, ())) < games
        )

    def counted(self) -> Crosstable:
        """Return the facts that count: without the games of early withdrawals, whose players have none left."""
        gone = self.find_early_withdrawals()
        if not gone:
            return self
        return self._replace(
            games={
                number: () if number in gone else tuple(game for game in own if game.opponent not in gone)
                for number, own in self.games.items()
            },
            team_event=self.team_event and self.team_event.without_matches_of(gone),
            adjustments={number: own for number, own in self.adjustments.items() if number not in gone},
        )

    def total_points(self, number: int) -> Decimal:
        """Return a participant's points: from all rounds that count, plus what arbiters gave or took."""
        facts = self.counted()
        adjustments = facts.adjustments.get(number, ())
        return sum((g.points for g in facts.games.get(number, ())), ZERO) + sum((a.points for a in adjustments), ZERO)

    def up_to(self, last: int) -> Crosstable:
        """Return the facts of rounds 1 to `last`."""
        return self._replace(
            games={n: games_up_to(games, last) for n, games in self.games.items()},
            team_event=self.team_event and self.team_event.up_to(last),
            adjustments={
                number: earlier
                for number, own in self.adjustments.items()
                if (earlier := tuple(adjustment for adjustment in own if adjustment.round <= last))
            },
        )
