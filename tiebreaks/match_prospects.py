"""What an unfinished match of teams can still bring to both: the boards already decided count."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from tiebreaks.crosstable import ZERO, Kind
from tiebreaks.scoring import RESULT_PAIRS, outcome
from tiebreaks.teams import Board, TeamEvent, TeamScheme, settle_match

type Points = tuple[Decimal, Decimal]  # of both teams


class Boards(NamedTuple):
    """The boards of a match so far: the points on them, whether one was played, and how many are open."""

    own: Decimal
    other: Decimal
    is_played: bool
    still_open: int


def count_boards(event: TeamEvent, number: int, round: int) -> Boards:
    """Sum up the boards of a team's match that are decided; a board that nobody sits at may still be taken."""
    match = next(m for m in event.matches[number] if m.round == round)
    if not match.boards or match.opponent is None:
        return Boards(ZERO, ZERO, False, event.scheme.boards)
    against = next(m for m in event.matches[match.opponent] if m.round == round)
    pairs = list(zip(match.boards, against.boards, strict=True))
    done = [
        pair
        for pair in pairs
        if Kind.OPEN not in (pair[0].kind, pair[1].kind) and (pair[0].player or pair[1].player or _has_points(pair))
    ]
    return Boards(
        sum((one.points for one, _ in done), ZERO),
        sum((other.points for _, other in done), ZERO),
        any(Kind.PLAYED in (one.kind, other.kind) for one, other in done),
        len(pairs) - len(done),
    )


def _has_points(pair: tuple[Board, Board]) -> bool:
    return any(board.points for board in pair)


def match_results(scheme: TeamScheme, boards: Boards, score: str) -> list[Points]:
    """Return what an open match can bring to a team and its opponent, in match points or game points.

    Results that lie between others in both respects are left out: no bound depends on them.
    """
    ends = _end_boards(boards, scheme)
    if score == "GP":
        return sorted(_extremes({(end.own, end.other) for end in ends}))
    return sorted(_extremes({points for end in ends for points in _match_points(scheme, end)}))


def _end_boards(boards: Boards, scheme: TeamScheme) -> set[Boards]:
    """Return every way in which the open boards can end."""
    results = {(outcome(pair[0], True, scheme.game), outcome(pair[1], True, scheme.game)) for pair in RESULT_PAIRS}
    ends = {boards._replace(still_open=0)}
    for _ in range(boards.still_open):
        ends = {
            Boards(end.own + own, end.other + other, end.is_played or kind == Kind.PLAYED, 0)
            for end, ((kind, own), (_, other)) in product(ends, results)
        }
    return ends


def _match_points(scheme: TeamScheme, end: Boards) -> Collection[Points]:
    """Return the match points of an end; the Berlin score may decide a drawn match."""
    own = settle_match(scheme, end.own, end.other, end.is_played)[1].match_points
    other = settle_match(scheme, end.other, end.own, end.is_played)[1].match_points
    win, draw, loss = scheme.match.win, scheme.match.draw, scheme.match.loss
    is_drawn = own == other == draw and end.own == end.other
    return {(own, other), (win, loss), (loss, win)} if is_drawn else {(own, other)}


def _extremes(points: set[Points]) -> set[Points]:
    """Return the results that no other one reaches in both respects, in each of the four directions."""
    found = set()
    for one_sign, other_sign in product((1, -1), repeat=2):
        best = None
        for own, other in sorted(points, key=lambda p: (one_sign * p[0], other_sign * p[1]), reverse=True):
            if best is None or other_sign * other > best:
                best = other_sign * other
                found.add((own, other))
    return found
