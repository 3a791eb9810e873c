"""King of the hill: first against second, third against fourth …, for the last rounds of a Scrabble event.

Repeats are allowed where the plan does not limit them: the leaders shall meet, however often they have.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing.new_swiss.matching import find_cheapest_pairs
from pairing.new_swiss.relaxation import refuse_pairing
from pairing.rules import byes
from pairing.rules.boards import Bye, Pairing, because, sort_boards
from pairing.rules.firsts import seat_pair
from pairing.rules.history import History
from pairing.rules.legality import REPEATS, Limits
from pairing.rules.pair_reasons import explain_repeat
from tiebreaks.refusal import gettext_noop, sentence

NEIGHBOURS = sentence("king-of-the-hill", gettext_noop("Place {place} against place {other} in the pairing order."))


def pair(history: History, limits: Limits = REPEATS, bye_method: str = "german") -> Pairing:
    """Pair neighbours of the standings; repeats are allowed unless `limits` says otherwise.

    If neighbours must not meet, the legal pairs nearest in the standings are taken. Raise Refusal if there are none.
    """
    bye: Bye | None = byes.choose_bye(history, history.order, bye_method) if len(history.order) % 2 else None
    players = [number for number in history.order if bye is None or number != bye.player]
    pairs = list(zip(players[::2], players[1::2], strict=True))
    if not all(limits.allow(history, *pair) for pair in pairs):
        nearest = find_cheapest_pairs(players, _distance(history, limits))
        if nearest is None:
            raise refuse_pairing(history, history.order, limits, bye_method)
        pairs = nearest
    places = history.places
    boards = [
        seat_pair(
            history, a, b, because(NEIGHBOURS, place=places[a], other=places[b]), *explain_repeat(history, a, b, limits)
        )
        for a, b in pairs
    ]
    return Pairing(history.round, sort_boards(boards, places.__getitem__), bye)


def _distance(history: History, limits: Limits) -> Callable[[int, int], int | None]:
    places = history.places

    def cost(upper: int, lower: int) -> int | None:
        return (places[upper] - places[lower]) ** 2 if limits.allow(history, upper, lower) else None

    return cost
