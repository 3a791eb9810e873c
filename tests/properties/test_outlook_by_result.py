"""The places by a player's own result: no end of a round leaves them, and where points alone rank they are exact."""

from collections import defaultdict
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.generated import generator_teams
from tests.generated.generator import USUAL, WILD, swiss
from tests.generated.outlooks import (
    ended,
    ended_teams,
    last_of,
    open_boards,
    open_seats,
    scored,
    scored_from,
    stopped,
    stopped_teams,
)
from tests.generated.strategies import seeds
from tests.properties.test_outlook import CHESS, FEW_RESULTS, LETTERS, POINTS, SCRABBLE, opponent_of, schemes
from tests.sizes import examples
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.by_result import Places, PossibleResult, RoundEnd
from tiebreaks.standings import rank

RESULTS = {"1": "win", "W": "win", "+": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss", "-": "loss"}


def begun(seed, players, rounds, last, scheme, boards, rates=WILD):
    """Return an event in its round `last`, before later ones are known."""
    facts = swiss(seed, players=players, rounds=rounds, rates=rates, scheme=scheme)
    last = min(last, facts.rounds)
    return stopped(facts, last, boards), last


def starts(most_open, least_open=0):
    return {
        "seed": seeds,
        "players": st.integers(2 * least_open or 2, 10),
        "rounds": st.integers(1, 6),
        "last": st.integers(1, 6),
        "scheme": schemes,
        "boards": st.sets(st.integers(0, 4), min_size=least_open, max_size=most_open),
    }


def places_in(table):
    """Return the place of everybody at the best and at the worst: those who share one are level."""
    ranks = {row.number: row.rank for row in table.rows}
    return {n: Places(own, sum(other <= own for other in ranks.values())) for n, own in ranks.items()}


def places_by_result(facts, order, letters):
    """Return the places of players with an open game by their result, over every end of the open boards."""
    found = defaultdict(dict)
    for chosen in product(letters, repeat=len(open_boards(facts))):
        places = places_in(rank(ended(facts, chosen), order))
        for (one, game), pair in zip(open_boards(facts), chosen, strict=True):
            for number, letter in zip((one, game.opponent), pair, strict=True):
                result = RESULTS[letter]
                found[number][result] = places[number].widen(found[number].get(result, places[number]))
    return dict(found)


def claimed(facts, order, last):
    end = RoundEnd(facts, order, last)
    return {number: places for number in facts.players if (places := end.places_of(number))}


@examples(100)
@given(**starts(most_open=4, least_open=3))
def test_places_are_exact_where_points_alone_rank(seed, players, rounds, last, scheme, boards):
    facts, last = begun(seed, players, rounds, last, scheme, boards)
    assert claimed(facts, POINTS, last) == places_by_result(facts, POINTS, FEW_RESULTS)


@examples(40)
@given(**starts(most_open=2))
def test_the_last_two_boards_are_exact_with_all_tie_breaks(seed, players, rounds, last, scheme, boards):
    facts, last = begun(seed, players, rounds, last, scheme, boards)
    assert claimed(facts, CHESS, last) == places_by_result(facts, CHESS, LETTERS)


@examples(40)
@given(**starts(most_open=3))
def test_no_tie_break_leaves_the_places(seed, players, rounds, last, scheme, boards):
    facts, last = begun(seed, players, rounds, last, scheme, boards)
    found = claimed(facts, CHESS, last)
    actual = places_by_result(facts, CHESS, FEW_RESULTS)
    assert found.keys() == actual.keys()
    for number, by_result in actual.items():
        for result, places in by_result.items():
            assert includes(found[number][PossibleResult(result)], places)


@examples(60)
@given(**starts(most_open=5))
def test_no_scores_leave_the_places(seed, players, rounds, last, scheme, boards):
    facts, last = begun(seed, players, rounds, last, scheme, boards, rates=USUAL)
    chance = Random(seed)
    facts = scored(facts, chance)
    found = claimed(facts, SCRABBLE, last)
    still_open = open_boards(facts)
    assert found.keys() == {n for one, game in still_open for n in (one, game.opponent)}
    for _ in range(12):
        letters = [chance.choice(LETTERS) for _ in still_open]
        places = places_in(rank(scored_from(facts, ended(facts, letters), chance), SCRABBLE))
        for (one, game), pair in zip(still_open, letters, strict=True):
            assert includes(found[one][PossibleResult(RESULTS[pair[0]])], places[one])
            assert includes(found[game.opponent][PossibleResult(RESULTS[pair[1]])], places[game.opponent])


@examples(60)
@given(
    seed=seeds, teams=st.integers(2, 6), rounds=st.integers(1, 4), boards=st.integers(1, 4),
    still_open=st.sets(st.integers(0, 8), max_size=3),
    order=st.sampled_from([read_order(text, of_teams=True) for text in ("MP", "MP,GP", "MP,OSB,GP")]),
)  # fmt: skip
def test_no_end_of_a_match_leaves_the_places_of_teams(seed, teams, rounds, boards, still_open, order):
    whole, _colours = generator_teams.swiss(seed, teams, rounds, boards, rates=generator_teams.WILD, primary="MP")
    if not last_of(whole):
        return
    facts = stopped_teams(whole, last_of(whole), still_open)
    found = claimed(facts, order, last_of(facts))
    playing = {n for team, _board in open_seats(facts) for n in (team, opponent_of(facts, team))}
    assert found.keys() == playing
    for letters in product(FEW_RESULTS, repeat=len(open_seats(facts))):
        table = rank(ended_teams(facts, letters), order)
        places, points = places_in(table), table.facts.scheme
        for number in playing:
            match = next(m for m in table.facts.team_event.matches[number] if m.round == last_of(facts))
            worth = match.match_points
            result = "win" if worth == points.win else "draw" if worth == points.draw else "loss"
            assert includes(found[number][PossibleResult(result)], places[number])


def includes(wide, narrow):
    return wide.highest <= narrow.highest and narrow.lowest <= wide.lowest
