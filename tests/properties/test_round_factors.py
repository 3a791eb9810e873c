"""Laws of rounds that count otherwise: a second computation agrees, and no factor that all rounds share matters."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator import WILD, round_robin, swiss
from tests.generated.outlooks import any_end, every_end, sides, stopped
from tests.generated.weights import FACTORS, factors, weigh
from tests.properties.test_outlook import CHESS, FEW_RESULTS, POINTS, marked
from tests.properties.test_outlook_by_result import places_by_result
from tests.properties.test_second_computation import (
    ROUND_ROBIN,
    SWISS,
    differences,
    rates,
    round_robins,
    schemes,
    seeds,
    swiss_events,
    while_running,
)
from tests.sizes import examples
from tiebreaks.facts.crosstable import EDITIONS
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.by_result import RoundEnd
from tiebreaks.outlook.marks import Mark, compute_outlooks
from tiebreaks.standings import rank

ORDERS = [
    read_order(text)
    for text in (
        "PTS,BH/C1,SB,DE",
        "PTS,DE,WIN,BH,PS",
        "PTS,KS,STD,AOB",
        "PTS,MMED,SOLK,CUM,OCUM",
        "PTS,FB,SBH,BPG",
    )
]
chances = st.randoms(use_true_random=False)


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 200)
@given(event=swiss_events, text=factors(), running=st.booleans(), chance=chances)
def test_a_second_computation_agrees_in_a_swiss_event(edition, event, text, running, chance):
    event = weigh(while_running(event, chance) if running else event, text)
    assert differences(event._replace(edition=edition), SWISS) == []


@pytest.mark.parametrize("edition", EDITIONS)
@examples(3, 100)
@given(event=round_robins, text=factors(), running=st.booleans(), chance=chances)
def test_a_second_computation_agrees_in_a_round_robin(edition, event, text, running, chance):
    event = weigh(while_running(event, chance) if running else event, text)
    assert differences(event._replace(edition=edition), ROUND_ROBIN) == []


@examples(60)
@given(seed=seeds, rates=rates, scheme=schemes, order=st.sampled_from(ORDERS), factor=st.sampled_from(FACTORS))
def test_a_factor_that_all_rounds_share_changes_no_place(seed, rates, scheme, order, factor):
    for event in (swiss(seed, 14, 6, rates=rates, scheme=scheme), round_robin(seed, 6, 2, rates=rates, scheme=scheme)):
        plain, weighed = (rank(each, order) for each in (event, weigh(event, f"1-{max(event.rounds, 1)}:{factor}")))
        assert [(row.rank, row.number) for row in weighed.rows] == [(row.rank, row.number) for row in plain.rows]


@examples(20)
@given(seed=seeds, rates=rates, order=st.sampled_from(ORDERS))
def test_a_factor_of_one_is_none(seed, rates, order):
    event = swiss(seed, 12, 6, rates=rates)
    assert rank(event._replace(round_factors="1-3:1,4-6:1.0"), order).rows == rank(event, order).rows


weighed_starts = {
    "seed": seeds,
    "players": st.integers(2, 12),
    "rounds": st.integers(2, 7),
    "scheme": schemes,
    "text": factors(),
    "boards": st.sets(st.integers(0, 5), max_size=3),
}


def begun(seed, players, rounds, scheme, text, boards, back=0):
    """Return an event some rounds before its end, with open boards."""
    facts = swiss(seed, players=players, rounds=rounds, rates=WILD, scheme=scheme)
    return stopped(weigh(facts, text), max(1, facts.rounds - back), boards)._replace(rounds=max(1, facts.rounds))


@examples(100)
@given(back=st.integers(0, 4), places=st.integers(1, 5), **weighed_starts)
def test_no_claim_fails_however_the_event_ends(back, places, seed, **start):
    facts, chance = begun(seed, back=back, **start), Random(seed)
    if not any(facts.games.values()):
        return
    outlooks = compute_outlooks(facts, CHESS, places)
    for _ in range(12):
        inside, outside = sides(any_end(facts, chance), CHESS, places)
        assert marked(outlooks, Mark.SAFE) <= inside
        assert marked(outlooks, Mark.OUT) <= outside


@examples(60)
@given(places=st.integers(1, 5), **weighed_starts)
def test_a_last_round_is_judged_exactly_by_points(places, **start):
    facts = begun(**start)
    if not any(facts.games.values()):
        return
    outlooks = compute_outlooks(facts, POINTS, places)
    ends = [sides(end, POINTS, places) for end in every_end(facts, FEW_RESULTS)]
    assert marked(outlooks, Mark.SAFE) == set.intersection(*(inside for inside, _ in ends))
    assert marked(outlooks, Mark.OUT) == set.intersection(*(outside for _, outside in ends))


@examples(60)
@given(**weighed_starts | {"boards": st.sets(st.integers(0, 4), min_size=3, max_size=4)})
def test_places_by_result_are_exact_where_points_alone_rank(**start):
    facts = begun(**start)
    if not any(facts.games.values()):
        return
    end = RoundEnd(facts, POINTS, facts.rounds)
    found = {number: places for number in facts.players if (places := end.places_of(number))}
    assert found == places_by_result(facts, POINTS, FEW_RESULTS)
