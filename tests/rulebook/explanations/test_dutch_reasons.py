"""Why our own engine passed over the first opponent, or the last one to float: one criterion for each position."""

import pytest

from pairing.dutch.explanations import explain_floaters, explain_pairs
from pairing.dutch.round_pairing import pair_brackets
from tests.generated.dutch_small import made_up_round


@pytest.mark.parametrize(
    ("seed", "pair", "sentence"),
    [
        (4, (0, 4), "1 would come first for 5, but they may not meet (C1)."),
        (5, (0, 5), "1 would come first for 3, but both must have the same colour (C3)."),
        (6, (2, 5), "2 would come first for 3, but then the others could not all be paired (C4, C5)."),
        (14, (0, 3), "5 would come first for 1, but criterion C6 speaks against it."),
        (284, (0, 3), "2 would come first for 1, but criterion C8 speaks against it."),
        (6, (0, 4), "2 would come first for 1, but criterion C9 speaks against it."),
        (30, (0, 3), "7 would come first for 4, but criterion C10 speaks against it."),
        (17, (0, 3), "3 would come first for 1, but criterion C11 speaks against it."),
        (2, (0, 2), "5 would come first for 4, but criterion C12 speaks against it."),
        (9, (0, 6), "4 would come first for 1, but criterion C13 speaks against it."),
        (10, (0, 2), "5 would come first for 3, but criterion C14 speaks against it."),
        (0, (1, 5), "1 would come first for 3, but criterion C15 speaks against it."),
        (138, (3, 4), "2 would come first for 3, but criterion C16 speaks against it."),
        (0, (0, 2), "3 would come first for 2, but criterion C17 speaks against it."),
        (200, (0, 5), "4 would come first for 3, but criterion C19 speaks against it."),
        (113, (0, 4), "4 would come first for 1, but the rules list such a pairing later (4.3)."),
    ],
)
def test_the_first_criterion_that_the_first_opponent_would_break(seed, pair, sentence):
    assert str(dict(explain_pairs(pair_brackets(made_up_round(seed))))[pair]) == sentence


def test_who_got_the_first_opponent_needs_no_reason():
    brackets = list(pair_brackets(made_up_round(2)))
    firsts = [step for each in brackets for step in each.steps if step.mate == step.first]
    assert firsts and len(dict(explain_pairs(brackets))) == sum(len(each.steps) for each in brackets) - len(firsts)


def floats_of(seed):
    """Return who floats from each bracket, in order, and why."""
    brackets = list(pair_brackets(made_up_round(seed)))
    return [floater for each in brackets for floater in explain_floaters(each, is_last=each is brackets[-1])]


@pytest.mark.parametrize(
    ("seed", "place", "sentence"),
    [
        (0, 0, "2 is the only one with 3."),
        (8, 0, "3 stays without an opponent in this bracket: no pairing with any of its players is allowed (C1, C3)."),
        (8, 3, "5 stays without an opponent in this bracket: nobody is left below them."),
        (12, 0, "4 comes after 1, but without 4 the others could not all be paired (C4, C5)."),
        (587, 1, "7 comes after 2, but criterion C6 speaks against 7."),
        (1175, 3, "5 comes after 4, but criterion C7 speaks against 5."),
        (297, 1, "5 comes after 4, but criterion C8 speaks against 5."),
        (106, 2, "7 comes after 1, but criterion C9 speaks against 7."),
        (85, 0, "5 comes after 1, but criterion C10 speaks against 5."),
        (245, 4, "5 comes after 4, but criterion C11 speaks against 5."),
        (2, 1, "6 comes after 5, but criterion C12 speaks against 6."),
        (120, 1, "3 comes after 2, but criterion C13 speaks against 3."),
        (10, 1, "7 comes after 5, but criterion C14 speaks against 7."),
        (2, 4, "7 comes after 2, but criterion C15 speaks against 7."),
        (168, 1, "4 comes after 1, but criterion C16 speaks against 4."),
        (0, 1, "4 comes after 3, but criterion C17 speaks against 4."),
        (2273, 1, "3 comes after 4, but criterion C18 speaks against 3."),
        (1940, 1, "4 comes after 3, but the rules list such a pairing later (article 4)."),
    ],
)
def test_why_one_floats_and_not_the_last(seed, place, sentence):
    said = [str(reason) for where, reasons in floats_of(seed) if where == place for reason in reasons]
    assert sentence in said


@pytest.mark.parametrize(
    ("seed", "place", "number", "sentence"),
    [
        (3, 6, 6, "6 stays without an opponent in this bracket: nobody is left below them."),
        (6, 1, 2, "7 comes after 2, but has had the bye or a full point without playing (C2)."),
        (9, 4, 5, "7 comes after 5, but criterion C9 speaks against 7."),
    ],
)
def test_why_one_has_the_bye(seed, place, number, sentence):
    where, reasons = floats_of(seed)[-1]
    lowest = f"{number} has the lowest score (0) of those who can have the bye (C5)."
    assert (where, list(map(str, reasons))) == (place, [lowest, sentence])
