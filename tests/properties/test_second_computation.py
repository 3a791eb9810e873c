"""The core and a plain second computation from the regulations agree in all editions, also while a round runs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator import ONE_HALF_ZERO, THREE_ONE_ZERO, USUAL, WILD, round_robin, swiss
from tests.generated.second_computation import SecondComputation
from tests.sizes import examples
from tiebreaks.crosstable import EDITIONS, ZERO, Kind
from tiebreaks.notation import read_criterion
from tiebreaks.standings import rank

SWISS = ("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1", "SB/C2", "SBH", "SBH/C1", "AOB",
         "WIN", "WON", "PS", "KS", "ARO")  # fmt: skip
ROUND_ROBIN = ("PTS", "SB", "SB/C1", "WIN", "WON", "PS", "KS", "ARO")
RATES = (USUAL, WILD, WILD._replace(unrated_player=0.1))

seeds = st.integers(0, 10**6)
rates, schemes = st.sampled_from(RATES), st.sampled_from((ONE_HALF_ZERO, THREE_ONE_ZERO))
unfinished = st.booleans()
swiss_events = st.builds(swiss, seeds, st.integers(2, 24), st.integers(1, 9), rates=rates, scheme=schemes)
round_robins = st.builds(round_robin, seeds, st.integers(2, 9), st.integers(1, 2), rates=rates, scheme=schemes)


def differences(facts, notations):
    """Return (notation, number, the core's value, the second value) wherever they differ."""
    second = SecondComputation(facts)
    return [
        (notation, row.number, value, other)
        for row in rank(facts, tuple(map(read_criterion, notations))).rows
        for notation, value in zip(notations, row.values, strict=True)
        if (None if value is None else Fraction(value)) != (other := second.value(notation, row.number))
    ]


def while_running(facts, chance):
    """Return an earlier state: a round with some boards still open, now and then the pairings of the next one too."""
    now = chance.randint(1, max(facts.rounds, 1))
    paired = now + chance.randint(0, 1)
    boards = {(n, g.round) for n, games in facts.games.items() for g in games if g.opponent and g.round == now}
    still_open = {board for board in boards if chance.random() < 0.4}

    def state(number, game):
        is_open = game.opponent and (
            game.round > now or {(number, game.round), (game.opponent, game.round)} & still_open
        )
        return game._replace(kind=Kind.OPEN, points=ZERO, letter="") if is_open else game

    return facts._replace(
        games={n: tuple(state(n, g) for g in games if g.round <= paired) for n, games in facts.games.items()}
    )


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 400)
@given(event=swiss_events, running=unfinished, chance=st.randoms(use_true_random=False))
def test_swiss(edition, event, running, chance):
    event = while_running(event, chance) if running else event
    assert differences(event._replace(edition=edition), SWISS) == []


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 200)
@given(event=round_robins, running=unfinished, chance=st.randoms(use_true_random=False))
def test_round_robin(edition, event, running, chance):
    event = while_running(event, chance) if running else event
    assert differences(event._replace(edition=edition), ROUND_ROBIN) == []
