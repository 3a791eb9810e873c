"""Choose who has the bye in an odd field, for systems whose rules leave that open.

FIDE's systems have articles of their own for it (C.04.3 2.2, C.04.6 3.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.rules.boards import Bye, because
from pairing.rules.history import History
from tiebreaks.refusal import gettext_noop, sentence

METHODS = ("bottom-up", "top-down", "always-bottom", "german")
LOWEST = sentence(
    "bye-lowest",
    gettext_noop("Last in the pairing order among those with the fewest byes so far ({byes})."),
)
HIGHEST = sentence(
    "bye-highest",
    gettext_noop("First in the pairing order among those with the fewest byes so far ({byes})."),
)
CONFIRMED = sentence("bye-confirmed", gettext_noop("The arbiter has confirmed this bye."))
LAST = sentence("bye-last", gettext_noop("Last in the pairing order."))
GERMAN = sentence(
    "bye-german",
    gettext_noop(
        "Chosen among those with the fewest byes so far ({byes}), searching from place {start} from the bottom down"
        " to the last, then upwards."
    ),
)


def choose_bye(history: History, players: Sequence[int], method: str = "german", confirmed: int | None = None) -> Bye:
    """Return the bye of an odd field, given in the order of the standings. `method` is one of METHODS.

    An arbiter may have `confirmed` somebody in its place.
    """
    if confirmed is not None and confirmed in players:
        return Bye(confirmed, (because(CONFIRMED),))
    number = bye_candidates(history, players, method)[0]
    byes = history.entrants[number].byes
    if method == "always-bottom":
        return Bye(number, (because(LAST),))
    if method == "german":
        return Bye(number, (because(GERMAN, byes=byes, start=min(_count_rounds_left(history), len(players))),))
    return Bye(number, (because(LOWEST if method == "bottom-up" else HIGHEST, byes=byes),))


def bye_candidates(history: History, players: Sequence[int], method: str = "german") -> list[int]:
    """Return the players in the order in which they get the bye: fewest byes so far first.

    By the method `german`, the last n places are reversed in the n-th round from the end, so that the search starts at
    the n-th player from the bottom: early in the event the bye does not go to the last player.
    """
    ordered = list(players) if method == "top-down" else list(reversed(players))
    if method == "always-bottom":
        return ordered
    if method == "german":
        count = min(_count_rounds_left(history), len(ordered))
        ordered[:count] = reversed(ordered[:count])
    return sorted(ordered, key=lambda number: history.entrants[number].byes)


def _count_rounds_left(history: History) -> int:
    """Count the rounds still to be played, including this one."""
    return max(history.rounds - history.last, 1)
