"""Who has the bye of an odd field."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.boards import Bye, because
from pairing.history import History
from tiebreaks.refusal import gettext_noop, sentence

METHODS = ("bottom-up", "top-down", "always-bottom", "german")
LOWEST = sentence(
    "bye-lowest", gettext_noop("Byes so far: {byes}, nobody has fewer; the lowest of those in the standings.")
)
HIGHEST = sentence(
    "bye-highest", gettext_noop("Byes so far: {byes}, nobody has fewer; the highest of those in the standings.")
)
LAST = sentence("bye-last", gettext_noop("Last in the standings."))
GERMAN = sentence(
    "bye-german",
    gettext_noop(
        "Byes so far: {byes}, nobody has fewer; the search starts {start} places from the bottom and goes up."
    ),
)


def choose_bye(history: History, players: Sequence[int], method: str = "german") -> Bye:
    """Return the bye of an odd field of players in standing order."""
    number = bye_candidates(history, players, method)[0]
    byes = history.entrants[number].byes
    if method == "always-bottom":
        return Bye(number, (because(LAST),))
    if method == "german":
        return Bye(number, (because(GERMAN, byes=byes, start=min(_rounds_left(history), len(players))),))
    return Bye(number, (because(LOWEST if method == "bottom-up" else HIGHEST, byes=byes),))


def bye_candidates(history: History, players: Sequence[int], method: str = "german") -> list[int]:
    """Return players in the order in which they are to have the bye: fewest byes first.

    `german`: in the n-th round from the end the search starts at the n-th player from the bottom, because the last n
    places are turned round; the earlier the round, the less the last player is singled out.
    """
    line = list(players) if method == "top-down" else list(reversed(players))
    if method == "always-bottom":
        return line
    if method == "german":
        turned = min(_rounds_left(history), len(line))
        line[:turned] = reversed(line[:turned])
    return sorted(line, key=lambda number: history.entrants[number].byes)


def _rounds_left(history: History) -> int:
    """Count the rounds to be played, this one included."""
    return max(history.rounds - history.last, 1)
