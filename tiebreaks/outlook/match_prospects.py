"""What an unfinished match of teams can still bring to both: the boards already decided count."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from tiebreaks.facts.games import ZERO, Kind
from tiebreaks.facts.scoring import LOST_BY_BOTH, RESULT_PAIRS, outcome
from tiebreaks.facts.teams import MatchBoard, TeamEvent, TeamScheme, settle_match

type Key = tuple[Decimal, ...]  # points, and what comes next in the order: the spread, or a team's other score
type Keys = tuple[Key, Key]  # what both sides gain


class End(NamedTuple):
    """What both sides gain in one end of a game or match; it is usual if no game in it has to be lost by both."""

    own: Key
    other: Key
    is_usual: bool


class Boards(NamedTuple):
    """The boards of a match so far: the points on them, whether one was played, and how many are open."""

    own: Decimal
    other: Decimal
    is_played: bool
    still_open: int


def count_boards(event: TeamEvent, number: int, round_number: int) -> Boards:
    """Sum up the decided boards of a team's match; an empty board may still be taken."""
    match = next(m for m in event.matches[number] if m.round == round_number)
    if not match.boards or match.opponent is None:
        return Boards(ZERO, ZERO, False, event.scheme.boards)
    against = next(m for m in event.matches[match.opponent] if m.round == round_number)
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


def _has_points(pair: tuple[MatchBoard, MatchBoard]) -> bool:
    return any(board.points for board in pair)


def match_results(scheme: TeamScheme, boards: Boards, scores: Sequence[str]) -> list[End]:
    """Return what an open match can bring to a team and its opponent in these scores ("MP", "GP"), first one first.

    Results that lie between others in both respects are left out: no bound depends on them.
    """
    found: dict[Keys, bool] = {}
    for end, is_usual in _end_boards(boards, scheme).items():
        for keys in _keys(scheme, end, scores):
            found[keys] = is_usual or found.get(keys, False)
    extremes = _extremes(found) | _extremes([keys for keys, is_usual in found.items() if is_usual])
    return [End(*keys, found[keys]) for keys in sorted(extremes)]


def _end_boards(boards: Boards, scheme: TeamScheme) -> dict[Boards, bool]:
    """Return every way in which the open boards can end, and whether it can without a board lost by both."""
    results = {
        (outcome(pair[0], True, scheme.game), outcome(pair[1], True, scheme.game), pair not in LOST_BY_BOTH)
        for pair in RESULT_PAIRS
    }
    ends = {boards._replace(still_open=0): True}
    for _ in range(boards.still_open):
        before, ends = ends, {}
        for (end, was_usual), ((kind, own), (_kind, other), is_usual) in product(before.items(), results):
            after = Boards(end.own + own, end.other + other, end.is_played or kind == Kind.PLAYED, 0)
            ends[after] = ends.get(after, False) or (was_usual and is_usual)
    return ends


def _keys(scheme: TeamScheme, end: Boards, scores: Sequence[str]) -> Collection[Keys]:
    """Return what an end is worth in these scores; the Berlin score may decide a drawn match."""
    own = settle_match(scheme, end.own, end.other, end.is_played)[1].match_points
    other = settle_match(scheme, end.other, end.own, end.is_played)[1].match_points
    win, draw, loss = scheme.match.win, scheme.match.draw, scheme.match.loss
    is_drawn = own == other == draw and end.own == end.other

    def key(match_points: Decimal, game_points: Decimal) -> Key:
        return tuple(match_points if score == "MP" else game_points for score in scores)

    pairs = [(own, other), (win, loss), (loss, win)] if is_drawn else [(own, other)]
    return {(key(one, end.own), key(two, end.other)) for one, two in pairs}


def _extremes(found: Collection[Keys]) -> set[Keys]:
    """Return the results that no other one reaches in both respects, in each of the four directions."""
    extremes = set()
    for most_own, most_other in product((True, False), repeat=2):
        best = None
        ordered = sorted(found, key=itemgetter(1), reverse=most_other)
        for own, other in sorted(ordered, key=itemgetter(0), reverse=most_own):
            if best is None or (other > best if most_other else other < best):
                best = other
                extremes.add((own, other))
    return extremes
