"""FIDE Dutch: counting and stand-ins find what a search through everybody finds, in fields small and large."""

from itertools import combinations, product

import pytest

from pairing.dutch import below
from pairing.dutch.completion import can_pair
from pairing.dutch.counting import cost_of_colours, cost_of_pair
from pairing.dutch.round_pairing import pair_brackets
from tests.generated.dutch_small import made_up_field
from tests.sizes import some

EVERYBODY = 10**9  # stand-ins: more than there are players, so none take the place of others


def pairs_and_bye(this_round, must_explain):
    brackets = list(pair_brackets(this_round, must_explain=must_explain))
    return sorted(pair for each in brackets for pair in each.pairs), brackets[-1:] and brackets[-1].floaters


@pytest.mark.parametrize(("least", "most"), [(8, 25), (26, 60)])
@pytest.mark.parametrize("first", some(range(0, 2000, 25), 20))
def test_shortcuts_find_what_a_search_through_everybody_finds(first, least, most, monkeypatch):
    for seed in range(first, first + 25):
        this_round = made_up_field(seed, least, most)
        monkeypatch.setattr(below, "FEW", EVERYBODY)
        whole = pairs_and_bye(this_round, must_explain=True)
        for stand_ins, must_explain in ((4, False), (2, True), (4, True)):
            monkeypatch.setattr(below, "FEW", stand_ins)
            assert pairs_and_bye(this_round, must_explain) == whole, (seed, stand_ins, must_explain)


def perfect_matchings(kinds):
    """Yield every way to pair players, as pairs of their kinds."""
    if not kinds:
        yield ()
        return
    first, *others = kinds
    for place, other in enumerate(others):
        for rest in perfect_matchings(others[:place] + others[place + 1 :]):
            yield (first, other), *rest


@pytest.mark.parametrize("size", [2, 4, 6])
def test_the_cost_of_colours_is_the_least_of_all_pairings(size):
    """Every mixture of preferences; pairs of the same absolute one are left out."""
    for counts in product(range(size + 1), repeat=7):
        if sum(counts) == size:
            kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
            costs = ([cost_of_pair(*pair) for pair in pairs] for pairs in perfect_matchings(kinds))
            totals = [tuple(map(sum, zip(*each, strict=True))) for each in costs]
            assert cost_of_colours(counts) == min((total for total in totals if not total[0]), default=None), counts


@pytest.mark.parametrize("seed", range(20))
def test_who_can_be_paired_is_found_by_counting_or_by_search(seed):
    this_round = made_up_field(seed, 4, 9)
    everybody = range(this_round.bye)
    for size in range(2, this_round.bye + 1):
        for places in combinations(everybody, size):
            left = frozenset(places[::2])
            assert can_pair(this_round, places, left) == can_pair_one_by_one(this_round, places, left)


def can_pair_one_by_one(this_round, places, left):
    if not places:
        return True
    first, *others = places
    if len(places) % 2 and first in left and can_pair_one_by_one(this_round, others, ()):
        return True
    rests = ([each for each in others if each != other] for other in others if this_round.is_legal(first, other))
    return any(can_pair_one_by_one(this_round, rest, left) for rest in rests)
