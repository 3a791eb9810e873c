"""What pairing systems need to know about the rounds so far, derived once from a crosstable.

All systems read the same history, so that a bye or a forfeit counts alike, whichever pairs the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pairing.rules.boards import Pair, ordered_pair
from tiebreaks.criteria.lots import draw_lots
from tiebreaks.criteria.scrabble import counted_spread
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Game, Kind
from tiebreaks.facts.scoring import UNKNOWN, draw_unknown
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.table.table import Table

OPEN_BOARDS = sentence("boards-open", gettext_noop("Round {round} is not finished. Results are missing: {boards}."))
OPEN_MATCHES = sentence(
    "matches-open", gettext_noop("Round {round} is not finished. Matches without a result: {matches}.")
)
NOBODY = sentence("nobody-to-pair", gettext_noop("At least two players are needed; present: {count}."))
NO_TEAMS = sentence("no-teams-to-pair", gettext_noop("At least two teams are needed; present: {count}."))

FREE_WIN = frozenset({Kind.PAB, Kind.FPB})


class Entrant(NamedTuple):
    """One player, or team, as pairing systems see them.

    `score` and `losses` are in points; `spread` is zero in chess. `lot` is the place in the stored draw of lots, `byes`
    counts full points without a game, and `sides` has (round, side) of the games played.
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
    no_pab: bool = False  # FIDE: has had a bye, or a full point without playing

    @property
    def firsts(self) -> int:
        """Return the number of games started, in chess those with White."""
        return sum(side == Colour.WHITE for _, side in self.sides)

    @property
    def seconds(self) -> int:
        """Return the number of games played second, in chess those with Black."""
        return sum(side == Colour.BLACK for _, side in self.sides)

    @property
    def standing(self) -> tuple[Decimal, Decimal, int, int, int, int]:
        """Return the sort key of the standings: score, losses, spread, rating, lot, number."""
        return (-self.score, self.losses, -self.spread, -self.rating, self.lot, self.number)


class History:
    """The rounds so far. `order` has the numbers of players to be paired, in the order of the standings."""

    def __init__(
        self, entrants: Sequence[Entrant], meetings: Mapping[Pair, int], last: int, rounds: int, seed: int = 0,
        opponents: Mapping[int, tuple[tuple[int, int], ...]] | None = None,
        by_start: Mapping[int, int] | None = None,
        win: Decimal = Decimal(1), possible: Decimal | None = None,
    ) -> None:  # fmt: skip
        """Store the facts: entrants in the order of the standings, (round, opponent) pairs, start numbers.

        `win` is the most points that one round is worth, `possible` that of all rounds so far if they are not alike.
        """
        self.entrants = {entrant.number: entrant for entrant in entrants}
        self.meetings, self.last, self.rounds, self.seed = meetings, last, rounds, seed
        self.opponents = opponents or {}
        self.start_numbers = by_start or {}
        self.win, self.possible = win, win * last if possible is None else possible
        self.order = tuple(self.entrants)

    @property
    def round(self) -> int:
        """Return the number of the round to be paired."""
        return self.last + 1

    def start_number(self, number: int) -> int:
        """Return the number by which a participant, present or not, is paired where systems go by numbers."""
        return self.start_numbers.get(number, number)

    def is_topscorer(self, number: int) -> bool:
        """Return whether the round to be paired is the last one, and a player has more than half of the points so far.

        C.04.3, 1.8.
        """
        return self.round >= self.rounds and 2 * self.entrants[number].score > self.possible

    @cached_property
    def places(self) -> dict[int, int]:
        """Return each player's place in the standings, from 1, by number."""
        return {number: place for place, number in enumerate(self.order, start=1)}

    def in_fide_order(self, extra: Callable[[int], Decimal] = lambda _start: ZERO) -> History:
        """Return the same in the order of FIDE's Swiss systems: by score, then by pairing number.

        `extra` gives the points that a pairing number has for pairing only.
        """

        def place(entrant: Entrant) -> tuple[Decimal, int]:
            start = self.start_number(entrant.number)
            return -entrant.score - extra(start), start

        return History(
            sorted(self.entrants.values(), key=place), self.meetings, self.last, self.rounds, self.seed, self.opponents,
            self.start_numbers, self.win, self.possible,
        )  # fmt: skip

    def count_meetings(self, one: int, other: int) -> int:
        """Count the earlier meetings of two players."""
        return self.meetings.get(ordered_pair(one, other), 0)

    def previous_opponent(self, number: int) -> int | None:
        """Return a player's opponent in the last round, None without one."""
        opponents = self.opponents.get(number, ())
        return opponents[-1][1] if opponents and opponents[-1][0] == self.last else None

    def score_groups(self, numbers: Sequence[int]) -> list[list[int]]:
        """Split players, given in the order of the standings, into groups of equal scores."""
        return [list(run) for _, run in groupby(numbers, key=lambda n: self.entrants[n].score)]


def read_history(
    facts: Crosstable,
    absent: Collection[int] = (),
    order: Sequence[int] | None = None,
    based_on: int | None = None,
) -> History:
    """Derive the history of a crosstable for the round after the last one that was paired.

    Players with an entry without an opponent for that round are absent, as are those in `absent`. `order` replaces the
    order of the standings by score, losses and spread; `based_on` takes the standings after an earlier round. Raise
    Refusal if boards are open, nobody is present or there is only one player at all.
    """
    last = facts.last_paired
    standings = Table(facts.up_to(last if based_on is None else based_on))
    check_finished(standings, last)
    missing = set(absent) | {n for n, games in facts.games.items() if any(g.round == last + 1 for g in games)}
    lots = draw_lots(facts.lots_seed, sorted(facts.players))
    entrants = [_entrant(standings, n, lots[n]) for n in sorted(facts.players) if n not in missing]
    if len(entrants) != 1 or len(facts.players) == 1:  # who is there alone has the bye
        check_field(facts, len(entrants))
    places = {number: place for place, number in enumerate(order or ())}
    entrants.sort(key=lambda e: (places.get(e.number, len(places)), e.standing))
    opponents = {n: tuple((g.round, g.opponent) for g in games if _is_meeting(g)) for n, games in facts.games.items()}
    meetings = Counter(
        ordered_pair(n, other) for n, games in opponents.items() for _, other in games if other and n < other
    )
    met = {n: tuple((r, o) for r, o in games if o) for n, games in opponents.items()}
    win = max(facts.scheme.win, facts.scheme.draw)
    return History(
        entrants, meetings, last, facts.rounds, facts.lots_seed, met, start_numbers(facts), win,
        highest_score(facts, last),
    )  # fmt: skip


def highest_score(facts: Crosstable, last: int) -> Decimal:
    """Return the most points that rounds 1 to `last` were worth."""
    return max(facts.possible_points(last, result) for result in ("win", "draw"))


def check_field(facts: Crosstable, count: int) -> None:
    """Raise Refusal if so many players, or teams, are too few to pair them."""
    if count < 2:
        raise Refusal(NO_TEAMS if facts.team_event else NOBODY, field="players", count=count)


def check_finished(standings: Table, last: int) -> None:
    """Raise Refusal while boards, in an event of teams matches, are open: the round after `last` can't be paired."""
    facts = standings.facts
    open_boards = sum(g.kind == Kind.OPEN for number in facts.players for g in standings.all_games_of(number)) // 2
    if open_boards and facts.team_event:
        raise Refusal(OPEN_MATCHES, field="round", round=last, matches=open_boards)
    if open_boards:
        raise Refusal(OPEN_BOARDS, field="round", round=last, boards=open_boards)


def draw_adjourned(facts: Crosstable, adjourned: Collection[tuple[int, int]]) -> Crosstable:
    """Count adjourned games, given as (round, White's number), as draws: the next round is paired before they end."""
    unknown = {
        (number, round_number)
        for round_number, white in adjourned
        for number in (white, _opponent(facts, white, round_number))
    }
    games = {
        number: tuple(
            game._replace(letter=UNKNOWN) if game.kind == Kind.OPEN and (number, game.round) in unknown else game
            for game in own
        )
        for number, own in facts.games.items()
    }
    return draw_unknown(facts._replace(games=games)) if adjourned else facts


def _opponent(facts: Crosstable, number: int, round_number: int) -> int | None:
    return next((game.opponent for game in facts.games[number] if game.round == round_number), None)


def _is_meeting(game: Game) -> bool:
    """Return whether two players met in a round: not in a forfeit, so they may be paired again."""
    return game.opponent is not None and game.kind in (Kind.PLAYED, Kind.OPEN)


def _is_lost_bye(game: Game) -> bool:
    """Return whether a round without an opponent was lost: then Scrabble credits a negative spread."""
    return game.opponent is None and (game.own_score or 0) < 0


def _entrant(table: Table, number: int, lot: int) -> Entrant:
    games, player = table.games_of(number), table.facts.players[number]
    scheme_of, has_scores = table.facts.scheme_of, table.facts.game.has_scores
    return Entrant(
        number=number,
        score=table.total_points(number),
        losses=sum(
            (max(scheme_of(g.round).win - g.points, ZERO) for g in games if g.opponent or _is_lost_bye(g)), ZERO
        ),
        spread=sum(counted_spread(table, game) - game.penalty for game in games) if has_scores else 0,
        rating=table.facts.rating_of(player) or 0,
        lot=lot,
        byes=sum(game.kind in FREE_WIN for game in games),
        sides=tuple((g.round, g.colour) for g in games if g.kind == Kind.PLAYED and g.colour != Colour.NONE),
        club=player.club,
        no_pab=any(game.kind in FREE_WIN or game.kind == Kind.FORFEIT_WIN for game in games),
    )
