"""The explanation is the computation: the terms shown for a value give that value, whatever the criterion."""

from decimal import Decimal
from fractions import Fraction

import pytest
from gacrux import rating
from hypothesis import given

from tests.generated.strategies import events
from tests.properties.test_standings import EVERY
from tests.sizes import examples
from tiebreaks.order.notation import read_criterion
from tiebreaks.standings import rank


def half_up(number):
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def mean(values):
    return Fraction(sum(values)) / len(values) if values else None


def rounded_mean(values):
    return half_up(mean(values)) if values else None


def sum_of_any(values):
    return sum(values) if values else None


def performance(formula):
    """Let gacrux read its own tables with the ratings and results that our terms show."""
    return lambda terms: formula(sum((term.result for term in terms), Decimal(0)), [term.value for term in terms])


SUMS = {"PLAYOFF": sum_of_any, "MAN": sum_of_any, "RTNG": sum_of_any, "SRO": sum_of_any}
MEANS = {"AOB": mean, "ARO": rounded_mean, "APRO": rounded_mean, "APPO": rounded_mean}
TABLES = {
    "TPR": performance(rating.ComputeTournamentPerformanceRating),
    "PTP": performance(rating.ComputePerfectTournamentPerformance),
}


CUT_BY_ITSELF = {"MMED": 4}  # whom no modifier leaves out: two at each end in a long event


def recomputed(chosen, terms):
    """Compute a value from nothing but the terms shown for it."""
    if chosen.code in TABLES:
        return TABLES[chosen.code](terms)
    return (SUMS | MEANS).get(chosen.code, sum)([term.value for term in terms])


@pytest.mark.parametrize(
    "notation", [notation for notation in EVERY if not read_criterion(notation).criterion.place_group]
)
@examples(25)
@given(event=events())
def test_terms_add_up(notation, event):
    chosen = read_criterion(notation)
    standings = rank(event, (chosen,))
    for row in standings.rows:
        working = standings.explain(row.number, 0)
        assert (working.notation, working.player, working.value) == (notation, row.number, row.values[0])
        kept = [term for term in working.terms if not term.cut]
        assert recomputed(chosen, kept) == working.value
        assert all(term.weight is None or term.value == term.base * term.weight for term in working.terms)
        assert len(working.terms) - len(kept) <= CUT_BY_ITSELF.get(notation, sum(chosen.cuts))
        assert working.formula and working.edition == event.edition
