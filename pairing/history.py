"""What pairing systems need to know of the rounds so far, derived once from a crosstable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pairing.boards import Pair, ordered_pair
from tiebreaks.criteria.lots import draw_lots
from tiebreaks.criteria.scrabble import counted_spread
from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.table import Table

OPEN_BOARDS = sentence(
    "boards-open", gettext_noop("Round {round} is not over: the results of {boards} boards are missing.")
)
OPEN_MATCHES = sentence(
    "matches-open", gettext_noop("Round {round} is not over: the results of {matches} matches are missing.")
)
NOBODY = sentence("nobody-to-pair", gettext_noop("At least two players are needed; {count} are here."))
NO_TEAMS = sentence("no-teams-to-pair", gettext_noop("At least two teams are needed; {count} are here."))

FREE_WIN = frozenset({Kind.PAB, Kind.FPB})


class Entrant(NamedTuple):
    """One player as pairing systems see him.

    `score` and `losses` are in points, `spread` is zero in chess. `sides` has (round, side) of the games played.
    """

    number: int
    score: Decimal
    losses: Decimal
    spread: int
    rating: int
    lot: int
    byes: int
    sides: tuple[tuple[int, Colour], ...]
    club: str = ""
    no_pab: bool = False  # FIDE: has had a bye, or a full point without play

    @property
    def firsts(self) -> int:
        return sum(side == Colour.WHITE for _, side in self.sides)

    @property
    def seconds(self) -> int:
        return sum(side == Colour.BLACK for _, side in self.sides)

    @property
    def standing(self) -> tuple[Decimal, Decimal, int, int, int, int]:
        """Order as the rules do: wins, losses, spread, rating, the stored lot, the number."""
        return (-self.score, self.losses, -self.spread, -self.rating, self.lot, self.number)


class History:
    """The rounds so far. `order` has those to be paired, in the order of the standings."""

    def __init__(
        self, entrants: Sequence[Entrant], meetings: Mapping[Pair, int], last: int, rounds: int, seed: int = 0,
        opponents: Mapping[int, tuple[tuple[int, int], ...]] | None = None,
    ) -> None:  # fmt: skip
        """Keep the facts: entrants in standing order; `opponents` has (round, opponent) of each player."""
        self.entrants = {entrant.number: entrant for entrant in entrants}
        self.meetings, self.last, self.rounds, self.seed = meetings, last, rounds, seed
        self.opponents = opponents or {}
        self.order = tuple(self.entrants)

    @property
    def round(self) -> int:
        """Return the number of the round to be paired."""
        return self.last + 1

    @cached_property
    def places(self) -> dict[int, int]:
        """Return each player's place in the standings, from 1."""
        return {number: place for place, number in enumerate(self.order, start=1)}

    def limited_to(self, numbers: Sequence[int]) -> History:
        """Return the history with these players alone to be paired, in their order."""
        entrants = [self.entrants[number] for number in numbers]
        return History(entrants, self.meetings, self.last, self.rounds, self.seed, self.opponents)

    def count_meetings(self, one: int, other: int) -> int:
        """Count the earlier meetings of two players."""
        return self.meetings.get(ordered_pair(one, other), 0)

    def previous_opponent(self, number: int) -> int | None:
        """Return the opponent of the last round."""
        played = self.opponents.get(number, ())
        return played[-1][1] if played and played[-1][0] == self.last else None

    def score_groups(self, numbers: Sequence[int]) -> list[list[int]]:
        """Split players in standing order into runs of equal scores."""
        return [list(run) for _, run in groupby(numbers, key=lambda n: self.entrants[n].score)]


def read_history(
    facts: Crosstable,
    absent: Collection[int] = (),
    order: Sequence[int] | None = None,
    based_on: int | None = None,
) -> History:
    """Derive the history of a crosstable for the round after the last one that was paired.

    Who has an entry without opponent for that round is absent, as are those named. `order` overrules the standing
    order of Scrabble; `based_on` takes the standings of an earlier round. Raise Refusal while boards are open.
    """
    last = max((g.round for games in facts.games.values() for g in games if g.opponent), default=0)
    standings = Table(facts.up_to(last if based_on is None else based_on))
    open_boards = sum(g.kind == Kind.OPEN for number in facts.players for g in standings.all_games_of(number)) // 2
    if open_boards and facts.team_event:
        raise Refusal(OPEN_MATCHES, field="round", round=last, matches=open_boards)
    if open_boards:
        raise Refusal(OPEN_BOARDS, field="round", round=last, boards=open_boards)
    away = set(absent) | {n for n, games in facts.games.items() if any(g.round == last + 1 for g in games)}
    lots = draw_lots(facts.lots_seed, sorted(facts.players))
    entrants = [_entrant(standings, n, lots[n]) for n in sorted(facts.players) if n not in away]
    if len(entrants) < 2:
        raise Refusal(NO_TEAMS if facts.team_event else NOBODY, field="players", count=len(entrants))
    places = {number: place for place, number in enumerate(order or ())}
    entrants.sort(key=lambda e: (places.get(e.number, len(places)), e.standing))
    opponents = {n: tuple((g.round, g.opponent) for g in games if _met(g)) for n, games in facts.games.items()}
    meetings = Counter(
        ordered_pair(n, other) for n, games in opponents.items() for _, other in games if other and n < other
    )
    known = {n: tuple((r, o) for r, o in games if o) for n, games in opponents.items()}
    return History(entrants, meetings, last, facts.rounds, facts.lots_seed, known)


def _met(game: Game) -> bool:
    """Tell whether a round was a meeting: a forfeit is none, so that pair may meet again."""
    return game.opponent is not None and game.kind in (Kind.PLAYED, Kind.OPEN)


def _forfeited(game: Game) -> bool:
    """Tell whether a round without opponent was lost: Scrabble credits a spread below zero for it."""
    return game.opponent is None and (game.own_score or 0) < 0


def _entrant(table: Table, number: int, lot: int) -> Entrant:
    games, player = table.games_of(number), table.facts.players[number]
    scheme, chess = table.scheme, table.facts.discipline == "chess"
    return Entrant(
        number=number,
        score=table.score(number) + sum((a.points for a in table.facts.adjustments.get(number, ())), ZERO),
        losses=sum((max(scheme.win - g.points, ZERO) for g in games if g.opponent or _forfeited(g)), ZERO),
        spread=0 if chess else sum(counted_spread(table, game) - game.penalty for game in games),
        rating=player.rating or 0,
        lot=lot,
        byes=sum(game.kind in FREE_WIN for game in games),
        sides=tuple((g.round, g.colour) for g in games if g.kind == Kind.PLAYED and g.colour != Colour.NONE),
        club=player.club,
        no_pab=any(game.kind in FREE_WIN or game.kind == Kind.FORFEIT_WIN for game in games),
    )
