"""Events paired through our own request and check are paired as gacrux's checker would, read from our own file."""

import pytest

from tests.generated.dutch_events import checked, play
from tests.sizes import some


@pytest.mark.parametrize("seed", some(range(1, 11), 10))
def test_the_checker_agrees_with_every_round(seed):
    """`python -m tests.generated.pairing_marathon` plays fifty events."""
    facts = play(seed)
    assert checked(facts) == dict.fromkeys(range(1, facts.rounds + 1), True)
