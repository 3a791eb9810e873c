"""Folding results game by game gives the same answer as trying every combination."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from pairing.finalists.decisive_games import is_decisive
from pairing.finalists.standing import FinalistSettings, Place
from tests.sizes import examples

_places = st.lists(st.tuples(st.integers(20, 26), st.integers(-300, 300)), min_size=4, max_size=8)
_settings = st.builds(FinalistSettings, swing=st.sampled_from((None, 2, 100, 350)), draws=st.booleans())


@examples(150)
@given(rows=_places, chosen=_settings, places=st.integers(0, 4), resting=st.booleans())
def test_every_combination(rows, chosen, places, resting):
    rows = sorted(rows, reverse=True)[: 6 if not resting else 7]
    standings = [Place(n, half, spread) for n, (half, spread) in enumerate(rows, start=1)]
    field = len(standings) - resting
    members = list(range(1, field + 1 - field % 2))
    games = list(zip(members, reversed(members), strict=True))[: len(members) // 2]
    rest = [len(standings)] if resting else []
    decisive = is_decisive(games[0], games[1:], rest, standings, places, chosen)
    assert decisive == by_trying(games, rest, standings, places, chosen)


def by_trying(games, resting, standings, places, chosen):
    """Try all results of all games; compare the sets of the best."""
    value = {row.player: (row.half, row.spread, -place) for place, row in enumerate(standings)}
    idle = {n: moved(value[n], chosen.bye_half, chosen.bye_spread) for n in resting}
    outcomes = [list(results(value, game, chosen)) for game in games]
    for others in product(*outcomes[1:]):
        sets = set()
        for mine in outcomes[0]:
            after = idle.copy()
            for result in (mine, *others):
                after |= result
            sets.add(frozenset(sorted(after, key=after.__getitem__, reverse=True)[:places]))
        if len(sets) > 1:
            return True
    return False


def results(value, game, chosen):
    one, other = game
    ends = (1, 10**9 if chosen.swing is None else chosen.swing)
    for won, lost in product(ends, ends):
        yield {one: moved(value[one], 2, won), other: moved(value[other], 0, -lost)}
        yield {one: moved(value[one], 0, -lost), other: moved(value[other], 2, won)}
    if chosen.draws:
        yield {one: moved(value[one], 1, 0), other: moved(value[other], 1, 0)}


def moved(value, half, spread):
    return value[0] + half, value[1] + spread, value[2]
