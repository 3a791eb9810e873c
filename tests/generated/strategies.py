"""Small tournaments for property tests: hypothesis chooses the size and the seed, the generator plays the games."""

from hypothesis import strategies as st

from tests.generated.generator import THREE_ONE_ZERO, WILD, Rates, round_robin, swiss
from tiebreaks.facts.games import Scheme

EDITIONS = ("plain", "pre-2023", "2023-09", "2024-04", "2024-08", "2026-03")
RATES = (Rates(), WILD, WILD._replace(unrated_player=0.2), Rates(draw=0.9))

seeds = st.integers(0, 10**6)
_schemes = st.sampled_from((Scheme(), THREE_ONE_ZERO))


def swiss_events():
    return st.builds(
        swiss,
        seeds,
        players=st.integers(2, 14),
        rounds=st.integers(1, 7),
        edition=st.sampled_from(EDITIONS),
        rates=st.sampled_from(RATES),
        scheme=_schemes,
    )


def round_robins():
    return st.builds(
        round_robin,
        seeds,
        players=st.integers(2, 8),
        cycles=st.integers(1, 2),
        edition=st.sampled_from(EDITIONS),
        rates=st.sampled_from(RATES),
        scheme=_schemes,
    )


def events():
    return st.one_of(swiss_events(), round_robins())
