"""The core and gacrux agree in every value and rank on random events; nothing is left out silently."""

import pytest

from tests.generated.compare import NOT_COMPARED, ROUND_ROBIN, SWISS, compare, round_robin_events, swiss_events
from tests.generated.directed import directed_events
from tests.generated.second_opinion import known_codes
from tests.sizes import some
from tiebreaks.criteria.registry import CRITERIA

EDITIONS = ("2024-08", "2026-03")

# Codes that gacrux has and the core does not have yet.
NOT_BUILT = {}

# Criteria that FIDE, and so gacrux, does not have; test_by_hand.py and test_seed_examples.py compute them by hand.
OURS_ALONE = {
    **dict.fromkeys(("SBH", "SRO", "NGP", "DEB"), "chess outside FIDE's list"),
    **dict.fromkeys(("SOLK", "MMED", "CUM", "OCUM"), "US Chess"),
    **dict.fromkeys(("PLAYOFF", "MAN", "LOTS"), "decided beside the games"),
    **dict.fromkeys(("SPREAD", "SCORE"), "Scrabble"),
    **dict.fromkeys(("BHZ", "FBHZ", "DIFF"), "pétanque"),
    **dict.fromkeys(("MP", "GP", "MPvGP"), "what gacrux calls MPTS, GPTS and MPVGP"),
    **dict.fromkeys(("BERLIN", "OSB", "OBH"), "teams outside FIDE's list"),
}

COMPARED = {notation.split("/")[0] for notation in (*SWISS.split(), *ROUND_ROBIN.split(), "DE")}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("event", some(range(10), 5))
def test_swiss(edition, event):
    (crosstable,) = swiss_events(1, edition, first=20 + event)
    assert compare(crosstable).differences == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("event", some(range(5), 2))
def test_round_robin(edition, event):
    (crosstable,) = round_robin_events(1, edition, first=4 + event)
    assert compare(crosstable).differences == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("event", some(range(16), 3))
def test_rules_that_random_events_seldom_reach(edition, event):
    (crosstable,) = directed_events(1, edition, first=event)
    assert compare(crosstable).differences == ()


def test_every_code_of_gacrux_is_compared_or_left_out_for_a_reason():
    assert known_codes() == COMPARED | NOT_COMPARED.keys()


def test_every_compared_code_is_built_or_listed():
    assert {code for code in COMPARED if code not in CRITERIA} == NOT_BUILT.keys()


def test_every_criterion_has_a_second_opinion_or_is_ours_alone():
    assert CRITERIA.keys() - COMPARED - NOT_COMPARED.keys() == OURS_ALONE.keys()
