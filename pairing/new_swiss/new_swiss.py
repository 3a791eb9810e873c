"""New Swiss: pair by wins without repeats, as in the main rounds of Scrabble events.

There are two modes. `tsh` pairs as German arbiters know it: win groups from the outside in, each taking in floaters
until it can be paired, and within a group the first opponent that fits in the order of preference. `matching` finds the
best pairs for the whole round at once. If `tsh` takes too many steps, the round is matched, and a note says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pairing.new_swiss.group_search import Exhausted, GroupSearch
from pairing.new_swiss.lookahead import find_other_pairs
from pairing.new_swiss.matching import find_cheapest_pairs, layer_factors
from pairing.new_swiss.relaxation import refuse_pairing
from pairing.rules import byes
from pairing.rules.boards import Board, Pair, Pairing, Reason, because, sort_boards
from pairing.rules.firsts import seat_pair
from pairing.rules.history import History
from pairing.rules.legality import Limits
from pairing.rules.pair_reasons import explain_pair
from tiebreaks.refusal import gettext_noop, sentence

MODES = ("tsh", "matching")
MOST_FOR_TSH = 200  # players; larger fields are always matched
NEAR = 30  # places: large fields are first matched with near pairs only

MATCHED = sentence(
    "matched", gettext_noop("The search by groups took more than {steps} steps: the whole round was paired at once.")
)
TOO_LARGE = sentence("matched-large", gettext_noop("More than {limit} players: the whole round was paired at once."))

AHEAD = sentence(
    "looked-ahead",
    gettext_noop(
        "The pairs nearest in the standings would leave a later round without a legal pairing, so others were chosen."
    ),
)


class NewSwissSettings(NamedTuple):
    """How to pair; `steps` limits the search of the mode tsh. The same input always gives the same pairing.

    `bye` is who has the bye of an odd field, whatever the method says.
    """

    mode: str = "tsh"
    limits: Limits = Limits()
    bye_method: str = "german"
    balance_firsts: bool = True
    steps: int = 200_000
    bye: int | None = None


USUAL = NewSwissSettings()


def pair(history: History, settings: NewSwissSettings = USUAL) -> Pairing:
    """Pair the next round. Raise Refusal with the smallest relaxation if no legal pairing exists."""
    return pair_players(history, history.order, settings)


def pair_players(history: History, players: Sequence[int], settings: NewSwissSettings = USUAL) -> Pairing:
    """Pair only these players, given in the order of the standings. Raise Refusal as `pair` does."""
    bye = byes.choose_bye(history, players, settings.bye_method, settings.bye) if len(players) % 2 else None
    rest = [number for number in players if bye is None or number != bye.player]
    pairs, notes = _find_pairs(history, rest, settings)
    if pairs is not None:
        others = find_other_pairs(history, rest, pairs, settings.limits, cost_of_pairs(history, rest, settings))
        pairs, notes = (pairs, notes) if others is None else (others, (*notes, because(AHEAD)))
    if pairs is None:
        raise refuse_pairing(history, players, settings.limits, settings.bye_method)
    return Pairing(history.round, seat_pairs(history, pairs, rest, settings.limits), bye, notes)


def seat_pairs(history: History, pairs: Sequence[Pair], players: Sequence[int], limits: Limits) -> tuple[Board, ...]:
    """Return the boards of these pairs among the players in their order, with who starts and why they meet."""
    boards = [
        seat_pair(history, one, other, *explain_pair(history, one, other, limits, players)) for one, other in pairs
    ]
    return sort_boards(boards, history.places.__getitem__)


def _find_pairs(
    history: History, players: list[int], settings: NewSwissSettings
) -> tuple[list[Pair] | None, tuple[Reason, ...]]:
    if settings.mode == "tsh" and len(players) <= MOST_FOR_TSH:
        try:
            return pair_from_outside_in(history, players, settings), ()
        except Exhausted:
            note = because(MATCHED, steps=settings.steps)
    else:
        note = because(TOO_LARGE, limit=MOST_FOR_TSH)
    notes = (note,) if settings.mode == "tsh" else ()
    cost = cost_of_pairs(history, players, settings)
    pairs = find_cheapest_pairs(players, cost, _near_pairs(history, players)) if len(players) > MOST_FOR_TSH else None
    return pairs or find_cheapest_pairs(players, cost), notes


def pair_from_outside_in(history: History, players: list[int], settings: NewSwissSettings) -> list[Pair] | None:
    """Pair win groups from the top and the bottom inwards. Return None if no legal pairing exists.

    Raise Exhausted after too many steps.
    """
    search = GroupSearch(history, settings.limits, settings.balance_firsts, settings.steps)

    def pair_groups(groups: list[list[int]]) -> list[Pair] | None:
        everybody = [number for group in groups for number in group]
        top = _pair_with_floaters(search, everybody, len(groups[0]))
        if top is None:
            return None  # everybody together was the last attempt
        rest = _without(groups, top)
        if not rest:
            return top
        remaining = [number for group in rest for number in group]
        bottom = _pair_with_floaters(search, remaining, -len(rest[-1]))
        if bottom is not None:
            middle = _without(rest, bottom)
            inner = pair_groups(middle) if middle else []
            if inner is None:
                inner, bottom = search.find_pairs(remaining), []
            if inner is not None:
                return [*top, *inner, *bottom]
        return search.find_pairs(everybody)

    return pair_groups(history.score_groups(players)) if players else []


def _pair_with_floaters(search: GroupSearch, players: list[int], size: int) -> list[Pair] | None:
    """Pair the first `size` players, or the last ones if it is negative, adding neighbours until they can be paired."""
    count = abs(size) + size % 2
    while count <= len(players):
        pairs = search.find_pairs(players[:count] if size > 0 else players[-count:])
        if pairs is not None:
            return pairs
        count += 2
    return None


def _without(groups: list[list[int]], pairs: list[Pair]) -> list[list[int]]:
    """Return the groups without the players of these pairs, and without empty groups."""
    paired = {number for pair in pairs for number in pair}
    remaining = [[number for number in group if number not in paired] for group in groups]
    return [group for group in remaining if group]


def _near_pairs(history: History, players: list[int]) -> Iterator[Pair]:
    """Yield the pairs of positions that are tried first in a large field.

    These are about half a win group apart, or near the border between two consecutive groups.
    """
    start = 0
    for group in history.score_groups(players):
        end, half = start + len(group), len(group) // 2
        for i in range(start, end):
            yield from ((i, j) for j in range(max(i + 1, i + half - NEAR), min(end, i + half + NEAR + 1)))
        for i in range(max(start, end - NEAR), end):
            yield from ((i, j) for j in range(end, min(end + NEAR, len(players))))
        start = end


def cost_of_pairs(
    history: History, players: Sequence[int], settings: NewSwissSettings
) -> Callable[[int, int], int | None]:
    """Return the cost function of a pair: meetings, the last opponent again, groups apart, firsts, places apart."""
    groups = history.score_groups(players)
    where = {number: (g, i) for g, group in enumerate(groups) for i, number in enumerate(group)}
    sizes = [len(group) for group in groups]
    meetings, previous, apart, sides, places = _factors(history, players, len(groups))

    def cost(upper: int, lower: int) -> int | None:
        if not settings.limits.allow(history, upper, lower):
            return None
        (g, i), (h, j) = where[upper], where[lower]
        distance = abs(sizes[g] - 2 * abs(i - j)) if g == h else sizes[g] - 1 - i + j
        return (
            meetings * history.count_meetings(upper, lower)
            + previous * (history.previous_opponent(upper) == lower)
            + apart * (g - h) ** 2
            + sides * (first_misfit(history, upper, lower) if settings.balance_firsts else 0)
            + places * distance**2
        )

    return cost


def cost_of_a_group(history: History, players: Sequence[int]) -> int:
    """Return what it costs a pair to be one win group apart."""
    return _factors(history, players, len(history.score_groups(players)))[2]


def _factors(history: History, players: Sequence[int], groups: int) -> list[int]:
    boards, most = max(len(players) // 2, 1), max(history.meetings.values(), default=0)
    return layer_factors(boards * most, boards, boards * groups**2, boards * 2, boards * (2 * len(players)) ** 2)


def first_misfit(history: History, one: int, other: int) -> int:
    """Return 0 if one is due to start and the other to reply, 1 if either is balanced, 2 if both are due the same."""
    return 2 - abs(_due(history, one) - _due(history, other))


def _due(history: History, number: int) -> int:
    """Return -1 for a player due to start, 1 for one due to reply, 0 for balanced firsts and seconds."""
    entrant = history.entrants[number]
    return (entrant.firsts > entrant.seconds) - (entrant.firsts < entrant.seconds)
