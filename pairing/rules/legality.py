"""Which pairs may meet, and every fault of a pairing, whatever made it.

A round by hand, by our engines or by a foreign one is checked by the same rules before it is published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pairing.rules.boards import Pair, Pairing, Reason, because, ordered_pair
from pairing.rules.history import Entrant, History
from tiebreaks.facts.games import Colour
from tiebreaks.refusal import gettext_noop, sentence

REPEAT = sentence("illegal-repeat", gettext_noop("{white} and {black} have already met ({times}×)."))
FORBIDDEN = sentence("illegal-forbidden", gettext_noop("{white} against {black} is a forbidden pairing."))
SAME_CLUB = sentence("illegal-same-club", gettext_noop("{white} and {black} belong to the same club."))
OWN_OPPONENT = sentence("illegal-himself", gettext_noop("{player} can’t be their own opponent."))
TWICE = sentence("illegal-twice", gettext_noop("{player} appears in the round more than once ({times}×)."))
MISSING = sentence("illegal-missing", gettext_noop("{player} is present but has neither an opponent nor the bye."))
STRANGER = sentence("illegal-stranger", gettext_noop("{player} must not be paired in this round."))
SECOND_BYE = sentence(
    "illegal-second-bye", gettext_noop("{player} has already had a bye or a full point without playing.")
)
THREE_ALIKE = sentence("illegal-three-alike", gettext_noop("{player} would have the same colour three times in a row."))
COLOUR_EXCESS = sentence(
    "illegal-colour-excess", gettext_noop("{player} would have one colour three times more often than the other.")
)


MEETING_FAULTS = (REPEAT, FORBIDDEN, SAME_CLUB)


class Limits(NamedTuple):
    """What is allowed. `repeats` is how often two players may have met before; None sets no limit.

    Pairs in `forbidden` must not meet; with `clubs_apart`, nor must members of the same club. Pairs in `granted` may
    meet in any case: the relaxation that an arbiter has confirmed.
    """

    repeats: int | None = 0
    forbidden: frozenset[Pair] = frozenset()
    clubs_apart: bool = False
    granted: frozenset[Pair] = frozenset()

    def allow(self, history: History, one: int, other: int) -> bool:
        """Return whether two players may meet in the round to be paired."""
        if ordered_pair(one, other) in self.granted:
            return True
        return self.may_ever_meet(history, one, other) and (
            self.repeats is None or history.count_meetings(one, other) <= self.repeats
        )

    def may_ever_meet(self, history: History, one: int, other: int) -> bool:
        """Return whether two players may meet, regardless of earlier meetings."""
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

    For teams these exclude colours, which are only preferences.
    """
    faults = [*_check_seats(pairing, history), *_check_meetings(pairing, history, limits)]
    if fide:
        faults += [*_check_bye(pairing, history), *(() if of_teams else _check_colours(pairing, history))]
    return tuple(faults)


def _check_seats(pairing: Pairing, history: History) -> Iterator[Reason]:
    """Yield players who do not have exactly one place: on a board or the bye."""
    seats = Counter(number for board in pairing.boards for number in (board.white, board.black))
    seats.update([pairing.bye.player] if pairing.bye else [])
    for board in pairing.boards:
        if board.white == board.black:
            yield because(OWN_OPPONENT, player=board.white)
    for number, times in sorted(seats.items()):
        if number not in history.entrants:
            yield because(STRANGER, player=number)
        elif times > 1:
            yield because(TWICE, player=number, times=times)
    for number in history.order:
        if not seats[number]:
            yield because(MISSING, player=number)


def _check_meetings(pairing: Pairing, history: History, limits: Limits) -> Iterator[Reason]:
    """Yield repeats beyond the limit, and pairs that must not meet."""
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


def _check_bye(pairing: Pairing, history: History) -> Iterator[Reason]:
    """Yield a bye for a player who has had one, or a full point without playing (C.04.1, 3 and C.04.6)."""
    if pairing.bye and (entrant := history.entrants.get(pairing.bye.player)) and entrant.no_pab:
        yield because(SECOND_BYE, player=entrant.number)


def _check_colours(pairing: Pairing, history: History) -> Iterator[Reason]:
    """Yield illegal colours (C.04.1, 6 and 7), except on boards of topscorers in the last round (C.04.3, C3)."""
    for board in pairing.boards:
        if not any(history.is_topscorer(number) for number in board.pair if number in history.entrants):
            for number, side in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                if entrant := history.entrants.get(number):
                    yield from _check_colour(entrant, side)


def find_third_colours(pairing: Pairing, history: History) -> tuple[Reason, ...]:
    """Return who would have one colour three times running, whatever their scores."""
    sides = [(n, side) for b in pairing.boards for n, side in ((b.white, Colour.WHITE), (b.black, Colour.BLACK))]
    faults = (each for n, side in sides if n in history.entrants for each in _check_colour(history.entrants[n], side))
    return tuple(each for each in faults if each.code == THREE_ALIKE)


def find_colour_clash(history: History, one: int, other: int) -> Colour | None:
    """Return the colour that both of two players must have, so that FIDE's Swiss systems keep them apart (C3)."""
    if history.is_topscorer(one) or history.is_topscorer(other):
        return None
    must, its = (_find_must(history.entrants[number]) for number in (one, other))
    return must if must == its else None


def _find_must(entrant: Entrant) -> Colour | None:
    """Return the only colour that a player may have."""
    sides = (Colour.WHITE, Colour.BLACK)
    return next((sides[1 - i] for i, side in enumerate(sides) if any(_check_colour(entrant, side))), None)


def _check_colour(entrant: Entrant, side: Colour) -> Iterator[Reason]:
    """Yield the rules that a player with this colour would break."""
    balance = entrant.firsts - entrant.seconds
    if (balance if side == Colour.WHITE else -balance) >= 2:  # an existing imbalance may shrink
        yield because(COLOUR_EXCESS, player=entrant.number)
    if [colour for _, colour in entrant.sides[-2:]] == [side, side]:
        yield because(THREE_ALIKE, player=entrant.number)
