"""Team events: matches of several boards, each worth match points and game points (C.07, article 11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.facts.games import ONE, ZERO, Colour, Kind, Scheme

TWO_ONE_ZERO = Scheme(Decimal(2), ONE, ZERO, ONE)


class MatchBoard(NamedTuple):
    """One board of a match, seen from one team. `player` and `opponent` are None if nobody is named."""

    number: int
    points: Decimal
    kind: Kind = Kind.PLAYED
    colour: Colour = Colour.NONE
    player: int | None = None
    opponent: int | None = None


class Match(NamedTuple):
    """One round of one team, seen from its side. Without an opponent, or without a line-up, it has no boards."""

    round: int
    opponent: int | None
    colour: Colour
    kind: Kind
    match_points: Decimal
    game_points: Decimal
    boards: tuple[MatchBoard, ...] = ()


class Team(NamedTuple):
    """A team. `players` are the numbers of its members in the order of the registered list."""

    number: int
    name: str = ""
    federation: str = ""
    players: tuple[int, ...] = ()


class Worth(NamedTuple):
    """What a match is worth to one team."""

    match_points: Decimal
    game_points: Decimal


class TeamScheme(NamedTuple):
    """What results are worth: a match in match points, one board in game points. `byes` overrides unplayed matches.

    `colours` is the colour pattern: the first team's colour on each board, for example WBWB ("" for alternating).
    With `by_berlin`, the Berlin score decides drawn matches; the matches already have the points that it gives.
    """

    boards: int
    match: Scheme = TWO_ONE_ZERO
    game: Scheme = Scheme()
    byes: Mapping[Kind, Worth] = {}
    colours: str = ""
    by_berlin: bool = False

    def worth(self, kind: Kind) -> Worth:
        """Return the match points and game points of an unplayed match."""
        win = Worth(self.match.win, self.game.win * self.boards)
        draw = Worth(self.match.draw, self.game.draw * self.boards)
        usual = {
            Kind.FPB: win,
            Kind.FORFEIT_WIN: win,
            Kind.HPB: draw,
            Kind.PAB: Worth(self.match.pab, draw.game_points),
        }
        return self.byes.get(kind) or usual.get(kind) or Worth(ZERO, ZERO)

    def points_on_each_board(self, kind: Kind) -> Decimal:
        """Return the points on each board of a match without a line-up: an allocated bye wins all boards (12)."""
        if kind == Kind.HPB:
            return self.game.draw
        return self.game.win if kind in (Kind.PAB, Kind.FPB, Kind.FORFEIT_WIN) else ZERO


class TeamEvent(NamedTuple):
    """A whole team event: teams by number, and their matches in the order of rounds (at most one per round)."""

    teams: Mapping[int, Team]
    matches: Mapping[int, tuple[Match, ...]]
    rounds: int
    scheme: TeamScheme

    def up_to(self, last: int) -> TeamEvent:
        """Return the facts of rounds 1 to `last`."""
        return self._replace(matches={n: tuple(m for m in own if m.round <= last) for n, own in self.matches.items()})

    def without_matches_of(self, numbers: Collection[int]) -> TeamEvent:
        """Return the facts without any match of these teams."""
        matches = {
            number: () if number in numbers else tuple(match for match in own if match.opponent not in numbers)
            for number, own in self.matches.items()
        }
        return self._replace(matches=matches)


def match_result(scheme: TeamScheme, boards: Sequence[MatchBoard], others: Sequence[MatchBoard]) -> tuple[Kind, Worth]:
    """Return how a match went and what it is worth to the team with `boards`; `others` are its opponent's.

    It is a played match if a game was played or both teams made points; otherwise one or both teams forfeited it.
    """
    if any(board.kind == Kind.OPEN for board in (*boards, *others)):
        return Kind.OPEN, Worth(ZERO, ZERO)
    own = sum((board.points for board in boards), ZERO)
    other = sum((board.points for board in others), ZERO)
    return settle_match(scheme, own, other, any(board.kind == Kind.PLAYED for board in (*boards, *others)))


def settle_match(scheme: TeamScheme, own: Decimal, other: Decimal, is_played: bool) -> tuple[Kind, Worth]:
    """Return how a match went and what it is worth to a team with `own` points on the boards against `other`."""
    if is_played or (own and other):
        points = scheme.match
        is_drawn = own == other != ZERO
        return Kind.PLAYED, Worth(points.draw if is_drawn else points.win if own > other else points.loss, own)
    kind = Kind.FORFEIT_WIN if own > other else Kind.FORFEIT_LOSS
    return kind, scheme.worth(kind)._replace(game_points=own)


def with_usual_points(event: TeamEvent) -> TeamEvent:
    """Return the event with the points of every played match computed from its boards, without decisions."""
    sides = {(number, match.round): match for number, own in event.matches.items() for match in own}

    def with_usual(match: Match) -> Match:
        if match.kind != Kind.PLAYED or match.opponent is None:
            return match
        worth = match_result(event.scheme, match.boards, sides[match.opponent, match.round].boards)[1]
        return match._replace(match_points=worth.match_points, game_points=worth.game_points)

    return event._replace(matches={number: tuple(map(with_usual, own)) for number, own in event.matches.items()})
