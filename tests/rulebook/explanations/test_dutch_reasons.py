"""Why our own engine passed over the first opponent in the order, on positions that each bring up one criterion."""

import pytest

from pairing.dutch.explanations import explain_brackets
from pairing.dutch.round_pairing import pair_brackets
from tests.generated.dutch_small import made_up_round


@pytest.mark.parametrize(
    ("seed", "pair", "sentence"),
    [
        (4, (0, 4), "For 5, 1 would come first, but they may not meet (C1)."),
        (5, (0, 5), "For 3, 1 would come first, but both must have the same colour (C3)."),
        (6, (2, 5), "For 3, 2 would come first, but then the others could not all be paired (C4, C5)."),
        (14, (0, 3), "For 1, 5 would come first, but criterion C6 speaks against it."),
        (284, (0, 3), "For 1, 2 would come first, but criterion C8 speaks against it."),
        (6, (0, 4), "For 1, 2 would come first, but criterion C9 speaks against it."),
        (30, (0, 3), "For 4, 7 would come first, but criterion C10 speaks against it."),
        (17, (0, 3), "For 1, 3 would come first, but criterion C11 speaks against it."),
        (2, (0, 2), "For 4, 5 would come first, but criterion C12 speaks against it."),
        (9, (0, 6), "For 1, 4 would come first, but criterion C13 speaks against it."),
        (10, (0, 2), "For 3, 5 would come first, but criterion C14 speaks against it."),
        (0, (1, 5), "For 3, 1 would come first, but criterion C15 speaks against it."),
        (138, (3, 4), "For 3, 2 would come first, but criterion C16 speaks against it."),
        (0, (0, 2), "For 2, 3 would come first, but criterion C17 speaks against it."),
        (200, (0, 5), "For 3, 4 would come first, but criterion C19 speaks against it."),
        (113, (0, 4), "For 1, 4 would come first, but such a pairing is generated later (4.3)."),
    ],
)
def test_the_first_criterion_that_the_first_opponent_would_break(seed, pair, sentence):
    assert str(dict(explain_brackets(pair_brackets(made_up_round(seed))))[pair]) == sentence


def test_who_got_the_first_opponent_needs_no_reason():
    brackets = list(pair_brackets(made_up_round(2)))
    firsts = [step for each in brackets for step in each.steps if step.mate == step.first]
    assert firsts and len(dict(explain_brackets(brackets))) == sum(len(each.steps) for each in brackets) - len(firsts)
