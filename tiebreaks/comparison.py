"""Why does one player stand above another? The first criterion that differs, with both workings side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tiebreaks.notation import ChosenCriterion
from tiebreaks.numbers import Value
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import Standings
from tiebreaks.working import Term, Working

SAME_PLAYER = sentence(
    "compared-with-himself", gettext_noop("A player can't be compared with himself: name two numbers.")
)

# What these count happens round by round. All the other criteria say something about each opponent.
COUNTED_BY_ROUND = {
    "PTS", "STD", "WIN", "WON", "BPG", "BWG", "REP", "NGP", "PS", "SPREAD", "SCORE", "DIFF",
    "MP", "GP", "MPvGP", "BERLIN",
}  # fmt: skip


class Line(NamedTuple):
    """What both players have against one opponent, or in one round; `terms` are the first player's, the second's.

    `opponent` is None in a line of rounds, of a round without an opponent and of the games against `each_other`.
    """

    terms: tuple[tuple[Term, ...], tuple[Term, ...]]
    round: int | None = None
    opponent: int | None = None
    each_other: bool = False

    @property
    def values(self) -> tuple[Value, Value]:
        """Return what each of the two counts here: what is cut counts nothing."""
        first, second = (sum(term.value for term in terms if not term.cut) for terms in self.terms)
        return first, second

    @property
    def difference(self) -> Value:
        return subtract(*self.values)


class Comparison(NamedTuple):
    """The player ahead stands first. `column` is the place in the order of the criterion that parts the two.

    It is None where they share the rank. `level` are the criteria before it: equal, or not applied to the two.
    """

    first: int
    second: int
    level: tuple[ChosenCriterion, ...]
    column: int | None = None
    workings: tuple[Working, Working] | None = None
    lines: tuple[Line, ...] = ()

    @property
    def difference(self) -> Value:
        return subtract(*(working.value for working in self.workings)) if self.workings else None

    @property
    def deciding(self) -> list[Line]:
        return [line for line in self.lines if line.difference]

    @property
    def adds_up(self) -> bool:
        """Tell whether the differences of the lines make the difference of the values: not so for averages."""
        return bool(self.lines) and sum(line.difference or 0 for line in self.lines) == self.difference


def subtract(first: Value, second: Value) -> Value:
    """Return how much the first value exceeds the second, None where one is undefined."""
    return None if first is None or second is None else first - second  # type: ignore[operator]


def compare(standings: Standings, a: int, b: int) -> Comparison:
    """Say why one of two players stands above the other. Raise KeyError for unknown numbers, Refusal for equal ones."""
    if a == b:
        raise Refusal(SAME_PLAYER, field="number")
    first, second = sorted((a, b), key=lambda number: (standings.row(number).rank, number != a))
    index = find_deciding_column(standings, first, second)
    level = standings.order[:index]
    if index is None:
        return Comparison(first, second, level)
    workings = (standings.explain(first, index), standings.explain(second, index))
    return Comparison(first, second, level, index, workings, tuple(_lines(standings, standings.order[index], workings)))


def find_deciding_column(standings: Standings, a: int, b: int) -> int | None:
    """Return the index of the first criterion that parts two players, None if none does."""
    tied = sorted(standings.facts.players)
    for index, chosen in enumerate(standings.order):
        applies = chosen.criterion.applies
        if applies and not applies(standings.table, tied):
            continue
        own = standings.row(a).values[index]
        if own != standings.row(b).values[index]:
            return index
        tied = [number for number in tied if standings.row(number).values[index] == own]
    return None


def _lines(standings: Standings, chosen: ChosenCriterion, workings: tuple[Working, Working]) -> Iterator[Line]:
    """Yield the lines by rounds, or by opponents in the order of the table; rounds without an opponent come last."""
    by_opponent = chosen.code not in COUNTED_BY_ROUND
    pair = {working.player for working in workings}
    found: dict[tuple[bool, int], tuple[list[Term], list[Term]]] = {}
    for side, working in enumerate(workings):
        for place, term in enumerate(working.terms):
            met = by_opponent and term.opponent is not None
            # Each other's games share a line: the one's opponent is the other.
            subject = 0 if met and term.opponent in pair else term.opponent if met else term.round or place
            assert subject is not None
            found.setdefault((met, subject), ([], []))[side].append(term)

    def position(key: tuple[bool, int]) -> tuple[bool, int]:
        met, subject = key
        return not met, standings.row(subject or workings[0].player).rank if met else subject

    for met, subject in sorted(found, key=position):
        terms = found[met, subject]
        yield Line(
            (tuple(terms[0]), tuple(terms[1])),
            round=next((term.round for term in (*terms[0], *terms[1])), None) if not met else None,
            opponent=subject or None if met else None,
            each_other=met and not subject,
        )
