"""Whom a draw of brackets or pools keeps apart: mates of a pool and of a club meet as late as places or pots allow."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from pairing.brackets import draw
from pairing.brackets.pools import draw_pools
from pairing.brackets.seeding import seed_lines


def meetings(line, *mates):
    """Count the pairs of mates by the round of a bracket in which they can meet at the earliest."""
    at = {player: place for place, player in enumerate(line) if player}
    pairs = [(a, b) for of in mates for a, b in combinations(at, 2) if of.get(a) and of.get(a) == of.get(b)]
    counts = Counter((at[a] ^ at[b]).bit_length() for a, b in pairs)
    return [counts[level] for level in range(1, len(line).bit_length())]


def order_pools(count, rng):
    """Return the first and the second of each pool in an order of the table, winners first, and their pools."""
    players = list(range(1, 2 * count + 1))
    winners, seconds = players[:count], players[count:]
    rng.shuffle(seconds)
    return players, {player: f"pool {place % count}" for place, player in enumerate([*winners, *seconds])}


@pytest.mark.parametrize("seeding", [draw.PLACES, draw.POTS, draw.LOTS])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 11])
def test_mates_of_a_pool_meet_in_the_final_at_the_earliest(count, seeding):
    rng = Random(count)
    for seed in range(40):
        players, pools = order_pools(count, rng)
        line = draw.draw_lines([players], seeding, seed, pools)["A"]
        assert meetings(line, pools)[:-1] == [0] * (len(line).bit_length() - 2), (players, pools, line)


SMALL = [(draw.PLACES, 5), (draw.PLACES, 6), (draw.PLACES, 7), (draw.PLACES, 8), (draw.LOTS, 5), (draw.LOTS, 6)]


@pytest.mark.parametrize(("seeding", "players"), SMALL)
def test_no_other_draw_of_the_same_pots_keeps_clubs_further_apart(seeding, players):
    """Compare with all draws: those in which more mates meet in earlier rounds are worse."""
    rng = Random(players)
    tiers = draw.list_tiers(players, seeding)
    order = seed_lines(players)
    for seed in range(12):
        clubs = {player: rng.choice("XXYZ ").strip() for player in range(1, players + 1)}
        line = draw.draw_lines([range(1, players + 1)], seeding, seed, clubs)["A"]
        every = product(*(permutations([place + 1 for place in tier]) for tier in tiers))
        seeded = ([player for tier in each for player in tier] + [0] * len(order) for each in every)
        best = min(meetings([each[place - 1] for place in order], clubs) for each in seeded)
        assert meetings(line, clubs) == best, clubs


@pytest.mark.parametrize("seeding", [draw.POTS, draw.LOTS])
def test_two_of_a_club_are_in_one_pool_only_where_the_pots_are_too_full_of_them(seeding):
    """Six clubs of four in six pools of four: each pool can have four clubs, and in pots too."""
    for seed in range(20):
        rng = Random(seed)
        pots = [rng.sample(range(6), 6) for _pot in range(4)]
        clubs = {6 * pot + place + 1: f"club {club}" for pot, own in enumerate(pots) for place, club in enumerate(own)}
        drawn = draw_pools(range(1, 25), [4] * 6, seeding, seed, clubs)
        assert all(len({clubs[player] for player in pool}) == 4 for pool in drawn), drawn
