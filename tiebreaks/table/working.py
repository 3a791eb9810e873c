"""Terms and workings: the addends of a value, which of them were cut, and why (C.07, articles 14 and 16.5).

Cuts act on terms and know no criterion, so that the modifiers C and M serve every family alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.facts.games import Kind
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.values.expressions import Expression
from tiebreaks.values.numbers import Value, divide_exactly, round_ratio_half_up

if TYPE_CHECKING:
    from tiebreaks.table.mini_table import Encounter

LOW = sentence("cut-low", gettext_noop("left out: the lowest value"))
VOLUNTARY = sentence("cut-voluntary", gettext_noop("left out first: a round not played by choice (16.5)"))
HIGH = sentence("cut-high", gettext_noop("left out: the highest value"))
EARLY = sentence("cut-early", gettext_noop("left out: one of the first rounds"))
# The same by their articles, which the regulations have since September 2023.
BY_ARTICLE = {
    (LOW, "14.1"): sentence("low14.1", gettext_noop("left out: the lowest value (14.1)")),
    (LOW, "14.2"): sentence("low14.2", gettext_noop("left out: one of the two lowest values (14.2)")),
    (LOW, "14.3"): sentence("low14.3", gettext_noop("left out: the lowest value (14.3)")),
    (LOW, "14.4"): sentence("low14.4", gettext_noop("left out: one of the two lowest values (14.4)")),
    (HIGH, "14.3"): sentence("high14.3", gettext_noop("left out: the highest value (14.3)")),
    (HIGH, "14.4"): sentence("high14.4", gettext_noop("left out: one of the two highest values (14.4)")),
    (EARLY, "7.5"): sentence("early7.5", gettext_noop("left out: one of the first rounds (7.5)")),
}

NOT_FINISHED = sentence("not-finished", gettext_noop("not finished: it counts as it stands now"))

LIMIT = sentence("limit", gettext_noop("points that an opponent needs"))
SUM = sentence("step-sum", gettext_noop("sum"))
COUNT = sentence("step-count", gettext_noop("number of terms"))
MEAN = sentence("step-mean", gettext_noop("average"))
ROUNDED = sentence("step-rounded", gettext_noop("average, rounded"))

ALL_CUT = sentence("undefined-all-cut", gettext_noop("No value is left after the cut."))
NOTHING_COUNTS = sentence("undefined-nothing-counts", gettext_noop("Nothing counts here."))


WITHDREW_EARLY = sentence(
    "undefined-withdrew-early",
    gettext_noop(
        "Withdrew before playing half of the games: their results stay in the crosstable and count for nobody."
    ),
)

type Number = int | Decimal
NOTHING_LEFT_OUT: Mapping[int, str] = {}


class Term(NamedTuple):
    """One addend of a value.

    `value` is what is added. Where it is a product, it is `base` times `weight`: for Sonneborn-Berger, the opponent's
    score and the player's own points. Cuts compare `base`. `reason` is a code that explains an unusual value, `cut`
    a code that says why the term is left out; both are "" otherwise. `voluntary` marks rounds of article 16.5, and
    `written` is what an arbiter wrote about the term.
    `round` is None for terms of no single round. `result` stands beside the value and is no factor of it: a
    performance takes the opponent's rating and the result of the game. `expression` is what the value is computed from
    where it is neither a plain number nor a product.
    """

    round: int | None
    value: int | Decimal
    opponent: int | None = None
    base: int | Decimal | None = None
    weight: Decimal | None = None
    voluntary: bool = False
    reason: str = ""
    kind: Kind = Kind.PLAYED
    cut: str = ""
    result: Decimal | None = None
    expression: Expression = ()
    written: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return the codes of what is unusual about the value: that the game is not finished, and the reason."""
        open_code = NOT_FINISHED if self.kind is Kind.OPEN else ""
        return tuple(filter(None, (open_code, self.reason)))

    @property
    def computation(self) -> Expression:
        """Return what the value is computed from: the product or the expression, nothing for a plain number."""
        if self.weight is None or self.base is None:
            return self.expression
        return (self.base, "×", self.weight)


class Terms(Sequence[Term]):
    """The terms of one value, stored as columns: adding them up needs no Term, which is made only when it is read.

    `values` are the addends and `bases` what cuts compare; `voluntary` has the positions of rounds of article 16.5,
    `left_out` the code why a position is cut, and `row` makes the Term at a position. `results` stand beside ratings
    that no modifier cuts, in half points.
    """

    __slots__ = ("bases", "left_out", "results", "row", "values", "voluntary")

    def __init__(
        self,
        row: Callable[[int], Term],
        values: Sequence[Number],
        bases: Sequence[Number] | None = None,
        voluntary: Collection[int] = (),
        left_out: Mapping[int, str] = NOTHING_LEFT_OUT,
        results: Sequence[int] = (),
    ) -> None:
        self.row, self.values, self.bases = row, values, values if bases is None else bases
        self.voluntary, self.left_out, self.results = voluntary, left_out, results

    @classmethod
    def of(cls, terms: Sequence[Term]) -> Terms:
        """Return the columns of existing terms."""
        return cls(
            terms.__getitem__,
            [term.value for term in terms],
            [term.value if term.base is None else term.base for term in terms],
            [position for position, term in enumerate(terms) if term.voluntary],
            {position: term.cut for position, term in enumerate(terms) if term.cut},
        )

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, position):  # type: ignore[no-untyped-def]
        term, cut, voluntary = self.row(position), self.left_out.get(position, ""), position in self.voluntary
        return term._replace(cut=cut, voluntary=voluntary) if cut or voluntary else term

    def __iter__(self) -> Iterator[Term]:
        return (self[position] for position in range(len(self.values)))

    def with_cuts(self, positions: Mapping[int, str]) -> Terms:
        """Return the terms with those at `positions` cut as well, each with the code of the reason."""
        left_out = {**self.left_out, **positions}
        return Terms(self.row, self.values, self.bases, self.voluntary, left_out, self.results)

    def uncut(self) -> Terms:
        """Return the terms that are not cut."""
        if not self.left_out:
            return self
        positions = [position for position in range(len(self.values)) if position not in self.left_out]
        values, bases = [self.values[i] for i in positions], [self.bases[i] for i in positions]
        return Terms(lambda position: self[positions[position]], values, bases)


class WorkingStep(NamedTuple):
    """One step from the terms to the value: the code of what is computed, the number, and what it is computed from."""

    code: str
    value: Value
    expression: Expression = ()


class Remark(NamedTuple):
    """A sentence about a value: its code and parameters."""

    code: str
    params: Mapping[str, object] = {}


class Working(NamedTuple):
    """How one value was computed: its terms with the cut ones marked, the formula in words, the rule and edition.

    `player` is a number; `encounter` is the mini-table of a direct encounter, None for all other criteria. `steps` lead
    from the terms to the value, which is the number of the last one: first what is cut, then what is computed. `limit`
    is what an opponent needs to count, where the criterion asks for something.
    `missing` says why a value is undefined.
    """

    notation: str
    player: int
    value: Value
    terms: tuple[Term, ...]
    formula: str
    rule: str
    edition: str
    encounter: Encounter | None = None
    steps: tuple[WorkingStep, ...] = ()
    missing: Remark | None = None
    limit: WorkingStep | None = None

    @property
    def computed(self) -> tuple[WorkingStep, ...]:
        """Return the steps without the cuts."""
        return self.steps[sum(bool(term.cut) for term in self.terms) :]

    @property
    def uncut_terms(self) -> list[Term]:
        return [term for term in self.terms if not term.cut]


def cut_extremes(terms: Terms, low: int, high: int) -> dict[int, str]:
    """Cut the `low` least and then the `high` most significant terms (14.1 to 14.4). Return codes by position.

    A voluntary round is cut first if it contributes at least as much as the least significant one (16.5). If fewer
    terms are left, all of them are cut.
    """
    values, bases = terms.values, terms.bases
    uncut = [position for position in range(len(terms)) if position not in terms.left_out]
    high = min(high, max(len(uncut) - low, 0))
    cut: dict[int, str] = {}

    def leave_out(position: int, code: str) -> None:
        uncut.remove(position)
        cut[position] = code

    for _ in range(min(low, len(uncut))):
        lowest = min(uncut, key=lambda i: (bases[i], values[i]))
        voluntary = [i for i in terms.voluntary if i not in cut]
        least = min(voluntary, key=lambda i: (values[i], bases[i]), default=None)
        if least is not None and values[least] >= values[lowest]:
            leave_out(least, VOLUNTARY)
        else:
            leave_out(lowest, LOW)
    for _ in range(high):
        leave_out(max(uncut, key=lambda i: (bases[i], values[i])), HIGH)
    return cut


def cut_first_rounds(terms: Terms, low: int, _high: int) -> dict[int, str]:
    """Cut the first `low` rounds (progressive scores, 7.5). Return codes by position."""
    return {position: EARLY for position, term in enumerate(terms) if (term.round or 0) <= low}


class FromSum(NamedTuple):
    """How a value follows from the sum of the terms and their number: the code of the step, and the computation."""

    code: str
    compute: Callable[[Number, int], Value]

    def steps(self, total: Number, count: int) -> tuple[WorkingStep, ...]:
        """Return the steps from the terms to the value, none if it is undefined."""
        value = self.compute(total, count)
        if value is None or self.code == SUM:
            return () if value is None else (WorkingStep(SUM, total),)
        return WorkingStep(SUM, total), WorkingStep(COUNT, count), WorkingStep(self.code, value, (total, "÷", count))


class FromGames(NamedTuple):
    """How a value follows from opponents' ratings and the half points made against them: it is undefined without games.

    `compute` returns the numbers on the way, the value last. `show` makes steps of the ratings, half points and those.
    """

    compute: Callable[[Sequence[int], int], tuple[int, ...]]
    show: Callable[..., tuple[WorkingStep, ...]]

    def value(self, ratings: Sequence[int], halves: int) -> Value:
        """Return the value, None if it is undefined."""
        return self.compute(ratings, halves)[-1] if ratings else None

    def steps(self, ratings: Sequence[int], halves: int) -> tuple[WorkingStep, ...]:
        """Return the steps that lead to the value, none if it is undefined."""
        return self.show(ratings, halves, *self.compute(ratings, halves)) if ratings else ()


def _mean(total: Number, count: int) -> Value:
    return divide_exactly(total, count) if count else None


def _rounded_mean(total: Number, count: int) -> Value:
    return round_ratio_half_up(int(total), count) if count else None


def _sum_if_any(total: Number, count: int) -> Value:
    return total if count else None


MEAN_OF_TERMS = FromSum(MEAN, _mean)
ROUNDED_MEAN = FromSum(ROUNDED, _rounded_mean)  # of whole numbers, halves away from zero (C.07 10.1)
SUM_IF_ANY = FromSum(SUM, _sum_if_any)
