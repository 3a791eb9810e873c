"""Who may meet whom, and everything that is illegal in a pairing, whoever made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pairing.boards import Board, Pair, Pairing, Reason, because, ordered_pair
from pairing.history import Entrant, History
from tiebreaks.crosstable import Colour
from tiebreaks.refusal import gettext_noop, sentence

REPEAT = sentence("illegal-repeat", gettext_noop("{white} and {black} have met already ({times}×)."))
FORBIDDEN = sentence("illegal-forbidden", gettext_noop("{white} and {black} must not meet."))
SAME_CLUB = sentence("illegal-same-club", gettext_noop("{white} and {black} are of the same club."))
HIMSELF = sentence("illegal-himself", gettext_noop("{player} can't play against himself."))
TWICE = sentence("illegal-twice", gettext_noop("{player} stands in the round more than once ({times}×)."))
MISSING = sentence("illegal-missing", gettext_noop("{player} is here and has neither an opponent nor the bye."))
STRANGER = sentence("illegal-stranger", gettext_noop("{player} is not to be paired in this round."))
SECOND_BYE = sentence("illegal-second-bye", gettext_noop("{player} has had a bye or a full point without play."))
THREE_ALIKE = sentence("illegal-three-alike", gettext_noop("{player} would have the same colour three times running."))
COLOUR_EXCESS = sentence(
    "illegal-colour-excess", gettext_noop("{player} would have one colour three times more often.")
)


class Limits(NamedTuple):
    """What is allowed. `repeats` is how often two players may have met already; None sets no limit.

    `granted` pairs may meet whatever the rest says: the relaxation that a director has confirmed.
    """

    repeats: int | None = 0
    forbidden: frozenset[Pair] = frozenset()
    clubs_apart: bool = False
    granted: frozenset[Pair] = frozenset()

    def allow(self, history: History, one: int, other: int) -> bool:
        """Tell whether two players may meet in the round to be paired."""
        if ordered_pair(one, other) in self.granted:
            return True
        return self.may_ever_meet(history, one, other) and (
            self.repeats is None or history.count_meetings(one, other) <= self.repeats
        )

    def may_ever_meet(self, history: History, one: int, other: int) -> bool:
        """Tell whether two players may meet, whatever was played so far."""
        if ordered_pair(one, other) in self.granted:
            return True
        if ordered_pair(one, other) in self.forbidden:
            return False
        club = history.entrants[one].club
        return not (self.clubs_apart and club and club == history.entrants[other].club)


NO_REPEATS, REPEATS = Limits(), Limits(repeats=None)


def find_faults(
    pairing: Pairing, history: History, limits: Limits = NO_REPEATS, fide: bool = False, of_teams: bool = False
) -> tuple[Reason, ...]:
    """Return everything illegal in a pairing; `fide` adds the absolute criteria of FIDE's Swiss systems.

    The colours of teams follow from wishes alone, so none of these criteria is about them.
    """
    found = [*_seats(pairing, history), *_meetings(pairing, history, limits)]
    if fide:
        found += [*_second_bye(pairing, history), *(() if of_teams else _colours(pairing, history))]
    return tuple(found)


def _seats(pairing: Pairing, history: History) -> Iterator[Reason]:
    """Everybody who is here sits at exactly one place."""
    seats = Counter(number for board in pairing.boards for number in (board.white, board.black))
    seats.update([pairing.bye.player] if pairing.bye else [])
    for board in pairing.boards:
        if board.white == board.black:
            yield because(HIMSELF, player=board.white)
    for number, times in sorted(seats.items()):
        if number not in history.entrants:
            yield because(STRANGER, player=number)
        elif times > 1:
            yield because(TWICE, player=number, times=times)
    for number in history.order:
        if not seats[number]:
            yield because(MISSING, player=number)


def _meetings(pairing: Pairing, history: History, limits: Limits) -> Iterator[Reason]:
    for board in pairing.boards:
        white, black = board.white, board.black
        if white not in history.entrants or black not in history.entrants or white == black:
            continue
        if board.pair in limits.granted:
            continue
        times = history.count_meetings(white, black)
        if limits.repeats is not None and times > limits.repeats:
            yield because(REPEAT, white=white, black=black, times=times)
        if board.pair in limits.forbidden:
            yield because(FORBIDDEN, white=white, black=black)
        elif not limits.may_ever_meet(history, white, black):
            yield because(SAME_CLUB, white=white, black=black)


def _second_bye(pairing: Pairing, history: History) -> Iterator[Reason]:
    """C.04.1, 3 and C.04.6: nobody has a second bye, nor one after a full point without play."""
    if pairing.bye and (free := history.entrants.get(pairing.bye.player)) and free.no_pab:
        yield because(SECOND_BYE, player=free.number)


def _colours(pairing: Pairing, history: History) -> Iterator[Reason]:
    """C.04.1, 6 and 7: the colours of everybody but the topscorers of the last round (C.04.3, C3)."""
    for board in pairing.boards:
        if not _topscorers(board, pairing, history):
            for number, side in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                if entrant := history.entrants.get(number):
                    yield from _colour(entrant, side)


def _topscorers(board: Board, pairing: Pairing, history: History) -> bool:
    """Tell whether a board of the last round has a player with more than half of the points."""
    if pairing.round < history.rounds:
        return False
    return any(2 * history.entrants[n].score > history.last for n in board.pair if n in history.entrants)


def _colour(entrant: Entrant, side: Colour) -> Iterator[Reason]:
    balance = entrant.firsts - entrant.seconds
    if (balance if side == Colour.WHITE else -balance) >= 2:  # what was unbalanced before may get better
        yield because(COLOUR_EXCESS, player=entrant.number)
    if [colour for _, colour in entrant.sides[-2:]] == [side, side]:
        yield because(THREE_ALIKE, player=entrant.number)
