"""Why one player ranks above another: the first criterion that differs, with both workings side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.table.working import SUM, Term, Working
from tiebreaks.values.numbers import Value

SAME_PLAYER = sentence(
    "compared-with-himself", gettext_noop("A player can’t be compared with themselves: give two different numbers.")
)

# These criteria count something in each round. All others count something for each opponent.
COUNTED_BY_ROUND = {
    "PTS", "STD", "WIN", "WON", "BPG", "BWG", "REP", "NGP", "PS", "CUM", "SPREAD", "SCORE", "DIFF",
    "MP", "GP", "MPvGP", "BERLIN",
}  # fmt: skip


class ComparedTerms(NamedTuple):
    """The terms of both players, first and second, against one opponent or in one round.

    `opponent` is None if the line is about a round, or about the games against `each_other`. `round` is None if it is
    about an opponent.
    """

    terms: tuple[tuple[Term, ...], tuple[Term, ...]]
    round: int | None = None
    opponent: int | None = None
    each_other: bool = False

    @property
    def values(self) -> tuple[Value, Value]:
        """Return the sum of each player's uncut terms."""
        first, second = (sum(term.value for term in terms if not term.cut) for terms in self.terms)
        return first, second

    @property
    def difference(self) -> Value:
        """Return how much more the first player has, None if results are shown beside the values."""
        has_results = any(term.result is not None for terms in self.terms for term in terms)
        return None if has_results else subtract(*self.values)

    @property
    def is_level(self) -> bool:
        """Return whether both players have the same: the same sum, or the same ratings with the same results."""
        if self.difference is not None:
            return not self.difference
        first, second = (sorted((t.value, t.result or 0) for t in terms if not t.cut) for terms in self.terms)
        return first == second


class ComparedStep(NamedTuple):
    """One step from the terms to both values: the code of what is computed, and the number of each player."""

    code: str
    values: tuple[Value, Value]

    @property
    def difference(self) -> Value:
        """Return how much more the first player has, None if either has no such step."""
        return subtract(*self.values)


class Comparison(NamedTuple):
    """The comparison of two players, by number; `first` is ahead.

    `column` is the index in the order of the criterion that separates them, None if they share the rank. `level` has
    the criteria before it, on which they are equal or which do not apply to them. Both are empty where a match has
    decided their places, `by_duels`.
    """

    first: int
    second: int
    level: tuple[ChosenCriterion, ...]
    column: int | None = None
    workings: tuple[Working, Working] | None = None
    lines: tuple[ComparedTerms, ...] = ()
    by_duels: bool = False

    @property
    def steps(self) -> list[ComparedStep]:
        """Return the steps from the terms to the values side by side, none if the values are sums of the terms."""
        if self.workings is None:
            return []
        first, second = ({step.code: step.value for step in working.computed} for working in self.workings)
        codes = list(dict.fromkeys((*first, *second)))
        return [ComparedStep(code, (first.get(code), second.get(code))) for code in codes] if codes != [SUM] else []

    @property
    def difference(self) -> Value:
        """Return how much more the first player has by the deciding criterion, None if there is none."""
        return subtract(*(working.value for working in self.workings)) if self.workings else None

    @property
    def deciding(self) -> list[ComparedTerms]:
        """Return the lines in which the two differ."""
        return [line for line in self.lines if not line.is_level]

    @property
    def adds_up(self) -> bool:
        """Return whether the differences of the lines add up to that of the values, which averages do not."""
        differences = [line.difference for line in self.lines if line.difference is not None]
        return bool(self.lines) and len(differences) == len(self.lines) and sum(differences) == self.difference


def subtract(first: Value, second: Value) -> Value:
    """Return the first value minus the second, None if either is undefined."""
    return None if first is None or second is None else first - second  # type: ignore[operator]


def compare(standings: Standings, a: int, b: int) -> Comparison:
    """Explain why one of two players ranks above the other.

    Raise KeyError for who is not in the table, Refusal for equal numbers.
    """
    if a == b:
        raise Refusal(SAME_PLAYER, field="number")
    ranks = {row.number: row.rank for row in standings.rows}
    first, second = sorted((a, b), key=lambda number: (ranks[number], number != a))
    index = find_deciding_column(standings, first, second)
    level = standings.order[:index]
    if index is None:
        return Comparison(first, second, level)
    workings = (standings.explain(first, index), standings.explain(second, index))
    return Comparison(first, second, level, index, workings, tuple(_lines(standings, standings.order[index], workings)))


def find_deciding_column(standings: Standings, a: int, b: int) -> int | None:
    """Return the index of the first criterion that separates two players, None if none does."""
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


def _lines(standings: Standings, chosen: ChosenCriterion, workings: tuple[Working, Working]) -> Iterator[ComparedTerms]:
    """Yield the lines by round, or by opponent in the order of the standings with rounds without an opponent last."""
    by_opponent = chosen.code not in COUNTED_BY_ROUND
    pair = {working.player for working in workings}
    lines: dict[tuple[bool, int], tuple[list[Term], list[Term]]] = {}
    for side, working in enumerate(workings):
        for place, term in enumerate(working.terms):
            is_opponent = by_opponent and term.opponent is not None
            # The games of the two against each other share a line, under the key 0.
            subject = (
                0 if is_opponent and term.opponent in pair else term.opponent if is_opponent else term.round or place
            )
            assert subject is not None
            lines.setdefault((is_opponent, subject), ([], []))[side].append(term)

    def position(key: tuple[bool, int]) -> tuple[bool, int]:
        is_opponent, subject = key
        return not is_opponent, standings.row(subject or workings[0].player).rank if is_opponent else subject

    for is_opponent, subject in sorted(lines, key=position):
        terms = lines[is_opponent, subject]
        yield ComparedTerms(
            (tuple(terms[0]), tuple(terms[1])),
            round=next((term.round for term in (*terms[0], *terms[1])), None) if not is_opponent else None,
            opponent=subject or None if is_opponent else None,
            each_other=is_opponent and not subject,
        )
