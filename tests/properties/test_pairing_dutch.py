"""Events paired by our own engine, or by a foreign one at our request: gacrux's checker reads our file and agrees."""

import pytest

from tests.generated.dutch_events import checked, play
from tests.sizes import some


@pytest.mark.parametrize("wanted", ["usual", "gacrux"])
@pytest.mark.parametrize("seed", some(range(1, 11), 10))
def test_the_checker_agrees_with_every_round(seed, wanted):
    """`python -m tests.generated.pairing_marathon` plays fifty events."""
    facts = play(seed, wanted)
    assert checked(facts) == dict.fromkeys(range(1, facts.rounds + 1), True)
