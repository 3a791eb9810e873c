"""King of the hill: neighbours meet, and what is named where they must not."""

import pytest

from pairing.new_swiss import king_of_the_hill
from pairing.rules.legality import Limits
from tests.notation.histories import pairs, past, start
from tiebreaks.refusal import Refusal


def test_king_of_the_hill_pairs_neighbours_even_again():
    pairing = king_of_the_hill.pair(past("Ann: 2w1\nBob: 1b0\nCem: 4w1\nDot: 3b0"))
    assert len(pairing.boards) == 2
    first = past("Ann: 2w500:300\nBob: 1b300:500\nCem: U60")
    assert pairs(king_of_the_hill.pair(first, bye_method="always-bottom")) == [(1, 3)]


def test_king_of_the_hill_avoids_what_must_not_be():
    pairing = king_of_the_hill.pair(start(), Limits(None, frozenset({(1, 2)})))
    assert pairs(pairing) == [(1, 3), (2, 4), (5, 6), (7, 8)]


# A field, the way to find its bye, and what would have to be allowed.
HILLS = [
    ("Ann: 2w1\nBob: 1b0", "german", "no-pairing-meet-again", ((1, 2),), None),
    (
        "Ann: 2w400:300 3w400:200\nBob: 1b300:400 U\nCem: U 1b200:400",
        "always-bottom",
        "no-pairing-other-bye",
        (),
        1,
    ),
]


@pytest.mark.parametrize(("text", "bye_method", "code", "relaxation", "bye"), HILLS)
def test_king_of_the_hill_names_what_would_have_to_be_allowed(text, bye_method, code, relaxation, bye):
    with pytest.raises(Refusal) as refused:
        king_of_the_hill.pair(past(text), Limits(0), bye_method)
    refusal = refused.value
    assert (refusal.code, refusal.params["relaxation"], refusal.params["bye"]) == (code, relaxation, bye)
