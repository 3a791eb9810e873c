"""Direct encounter against its own definition: who is first however the missing games end is placed first."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator import Rates, swiss
from tests.generated.strategies import events, round_robins
from tests.sizes import examples
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

many = examples(80)
DRAWISH = Rates(draw=0.8, forfeit=0.1, withdrawn_player=0, late_player=0)


def small_swiss():
    return st.builds(swiss, st.integers(0, 10**6), players=st.integers(4, 10), rounds=st.integers(2, 5),
                     rates=st.just(DRAWISH))  # fmt: skip


def tied_groups(event, order="PTS"):
    """Return the groups of two or more players who share a place."""
    by_rank = {}
    for row in rank(event, read_order(order)).rows:
        by_rank.setdefault(row.rank, []).append(row.number)
    return [group for group in by_rank.values() if len(group) > 1]


def places(event, group):
    table = rank(event, read_order("PTS,DE"))
    return {number: table.row(number).values[1] for number in group}


@many
@given(event=events())
def test_repeating_direct_encounter_changes_nothing(event):
    once, twice = (rank(event, read_order(order)) for order in ("PTS,DE", "PTS,DE,DE"))
    assert [(row.rank, row.number) for row in once.rows] == [(row.rank, row.number) for row in twice.rows]


@many
@given(event=events())
def test_each_block_of_equals_is_compared_by_itself(event):
    """Players tied after direct encounter cannot be split by the games among them alone (6.2)."""
    for group in tied_groups(event, "PTS,DE"):
        alone = event._replace(
            players={n: event.players[n] for n in group},
            games={n: tuple(g for g in event.games[n] if g.opponent in group) for n in group},
        )
        assert {row.rank for row in rank(alone, read_order("DE")).rows} == {1}


@many
@given(event=round_robins())
def test_places_inside_a_group_are_shared_like_ranks(event):
    for group in tied_groups(event):
        place_of = places(event, group)
        ordered = sorted(place_of.values())
        assert ordered == [0] * len(group) or ordered == [1 + ordered.index(place) for place in ordered]
        assert ordered[0] == ordered[-1] == 0 or len(set(ordered)) > 1


@many
@given(event=small_swiss())
def test_the_first_of_an_incomplete_group_is_certain(event):
    """A player is alone on top exactly if no outcome of the missing games could bring anybody level."""
    for group in tied_groups(event):
        played = {
            (n, g.opponent): g.points
            for n in group for g in event.games[n] if g.opponent in group and g.kind == Kind.PLAYED
        }  # fmt: skip
        missing = [pair for pair in combinations(group, 2) if pair not in played]
        if missing and len(missing) <= 6:
            certain = _certain_winners(group, played, missing)
            place_of = places(event, group)
            assert {n for n in group if place_of[n] == 1 and list(place_of.values()).count(1) == 1} == certain


def _certain_winners(group, played, missing):
    winners = set(group)
    for outcome in product((0, 1), repeat=len(missing)):
        totals = {n: sum(points for (one, _), points in played.items() if one == n) for n in group}
        for (one, other), result in zip(missing, outcome, strict=True):
            totals[one] += result
            totals[other] += 1 - result
        best = max(totals.values())
        winners &= {n for n in group if totals[n] == best and list(totals.values()).count(best) == 1}
    return winners


@many
@given(event=events())
def test_the_mini_table_shows_the_group_and_its_games(event):
    standings = rank(event, read_order("PTS,DE"))
    for group in tied_groups(event):
        working = standings.explain(group[0], 1)
        assert sorted(working.encounter.group) == sorted(group)
        assert working.encounter.places == places(event, group)
        for (one, other), points in working.encounter.results.items():
            games = [g.points for g in event.games[one] if g.opponent == other and counts(event, g)]
            assert points * len(games) == sum(games)


def counts(event, game):
    return game.kind == Kind.PLAYED or event.system == "round-robin"
