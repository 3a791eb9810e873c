"""Terms and workings: the addends of a value, what was cut and why."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.crosstable import Kind
from tiebreaks.numbers import Value
from tiebreaks.refusal import gettext_noop, sentence

if TYPE_CHECKING:
    from tiebreaks.encounter import Encounter

LOW = sentence("cut-low", gettext_noop("left out: the least significant value"))
VOLUNTARY = sentence("cut-voluntary", gettext_noop("left out first: a round not played by choice (16.5)"))
HIGH = sentence("cut-high", gettext_noop("left out: the most significant value"))
EARLY = sentence("cut-early", gettext_noop("left out: one of the first rounds"))


class Term(NamedTuple):
    """One addend of a value.

    `value` is what is added; where it is a product, `base` times `weight` (Sonneborn-Berger: the opponent's score and
    the own points). Cuts compare `base`. `reason` is the code of the article behind an extraordinary value and `cut`
    the code of why the term is left out; both "" otherwise. `voluntary` marks rounds of article 16.5.
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

    @property
    def significance(self) -> int | Decimal:
        return self.value if self.base is None else self.base


class Working(NamedTuple):
    """How one value came about: its terms with the cut ones marked, the formula in words, the rule and edition.

    `encounter` is the mini-table of direct encounter, None for every other criterion.
    """

    notation: str
    player: int
    value: Value
    terms: tuple[Term, ...]
    formula: str
    rule: str
    edition: str
    encounter: Encounter | None = None

    @property
    def kept(self) -> list[Term]:
        return [term for term in self.terms if not term.cut]


def cut_extremes(terms: Sequence[Term], low: int, high: int, by_choice: bool) -> list[Term]:
    """Mark the `low` least and then the `high` most significant terms as cut (14.1 to 14.3).

    With `by_choice`, a round not played by choice goes first when it contributes at least as much as the least
    significant one (16.5). No more is cut than there is.
    """
    marked = list(terms)
    for _ in range(min(low, len(terms))):
        left = [i for i, term in enumerate(marked) if not term.cut]
        lowest = min(left, key=lambda i: (marked[i].significance, marked[i].value))
        chosen, why = lowest, LOW
        voluntary = [i for i in left if marked[i].voluntary] if by_choice else []
        if voluntary:
            least = min(voluntary, key=lambda i: (marked[i].value, marked[i].significance))
            if marked[least].value >= marked[lowest].value:
                chosen, why = least, VOLUNTARY
        marked[chosen] = marked[chosen]._replace(cut=why)
    for _ in range(min(high, len(terms) - min(low, len(terms)))):
        left = [i for i, term in enumerate(marked) if not term.cut]
        highest = max(left, key=lambda i: (marked[i].significance, marked[i].value))
        marked[highest] = marked[highest]._replace(cut=HIGH)
    return marked


def cut_first_rounds(terms: Sequence[Term], low: int, high: int, by_choice: bool) -> list[Term]:
    """Mark the terms of the first `low` rounds as cut (progressive scores, 7.5)."""
    return [term._replace(cut=EARLY) if (term.round or 0) <= low else term for term in terms]


def total(terms: Sequence[Term]) -> Value:
    """Add up the terms."""
    return sum(term.value for term in terms)


def only(terms: Sequence[Term]) -> Value:
    """Return the one term's value, undefined where there is none."""
    return terms[0].value if terms else None
