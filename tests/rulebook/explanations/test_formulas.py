"""The formula of a criterion with its modifiers in words, and the articles that it cites in each edition."""

import pytest

from tiebreaks.order.formulas import write_formula
from tiebreaks.order.notation import read_criterion

# What the modifiers add to the formula.
MODIFIERS = """
    BH:
    BH/C1: Leave out the lowest value (14.1).
    BH/C2: Leave out the 2 lowest values (14.2).
    BH/C3: Leave out the 3 lowest values.
    BH/M1: Leave out the lowest and the highest value (14.3).
    BH/M2: Leave out the 2 lowest and the 2 highest values (14.4).
    BH/M3: Leave out the 3 lowest and the 3 highest values.
    BH/C1/M1: Leave out the lowest value. Leave out the lowest and the highest value.
    BH/C1/P: Leave out the lowest value (14.1). Forfeits count as games that were played.
    PS/C1: Leave out the first round (7.5).
    PS/C2: Leave out the first 2 rounds (7.5).
    AOB/F: All games of the last round count as drawn.
    RTNG/R: The order is reversed.
    ARO/U1000: Players without a rating count with 1000.
    SSSC/K4: The factor is 4.
    KS/L40: The limit is 40 percent of the possible points instead.
    KS/L+1: The limit is moved by +0.5 points (14.5).
    KS/L-1: The limit is moved by -0.5 points (14.5).
    KS/L+1.5: The limit is moved by +1.5 points (14.5).
    KS/L-2.0: The limit is moved by -2 points (14.5).
    KS/L+0: The limit is moved by 0 points (14.5).
"""


@pytest.mark.parametrize(("notation", "added"), [line.strip().split(":", 1) for line in MODIFIERS.strip().splitlines()])
def test_a_modifier_says_what_it_does(notation, added):
    chosen = read_criterion(notation)
    assert write_formula(chosen) == f"{chosen.criterion.formula}{added}"


@pytest.mark.parametrize("edition", ["plain", "pre-2023"])
@pytest.mark.parametrize("notation", ["BH/C1", "BH/C2", "BH/M1", "BH/M2", "KS/L+1"])
def test_the_articles_are_those_of_the_editions_that_number_them(notation, edition):
    chosen = read_criterion(notation)
    current = write_formula(chosen)
    assert write_formula(chosen, edition) == current[: current.index(" (")] + "."


def test_each_sentence_is_translated_by_itself():
    german = {"Leave out the {count} lowest values{article}.": "{count} Streichwerte{article}."}
    chosen = read_criterion("BH/C2/P")
    words = write_formula(chosen, translate=lambda sentence: german.get(sentence, "…"))
    assert words == "… 2 Streichwerte (14.2). …"
