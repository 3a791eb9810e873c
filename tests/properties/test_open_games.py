"""Laws of the table while games are open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.compare import compare_open
from tests.generated.generator import START_DATES, USUAL, WILD, swiss
from tests.properties.test_second_computation import while_running
from tests.sizes import examples
from tiebreaks.facts.crosstable import EDITIONS
from tiebreaks.facts.games import Kind
from tiebreaks.facts.scoring import outcome
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.standings import rank

# Criteria that look at opponents, also where no point is made against them.
OF_OPPONENTS = ("BH", "BH/C1", "FB", "AOB", "SBH", "SB", "SB/C1", "ARO", "SRO", "SOLK", "MMED", "OCUM")
OVER_THE_BOARD = ("10", "01", "==")

running = st.builds(
    swiss, st.integers(0, 10**6), st.integers(4, 20), st.integers(2, 7), rates=st.sampled_from((USUAL, WILD))
)


def opponents(table):
    """Return for each criterion and player the rounds and opponents that count, those that are cut too."""
    return {
        (chosen.notation, number): [(term.round, term.opponent) for term in table.explain(number, index).terms]
        for index, chosen in enumerate(table.order)
        for number in table.facts.players
    }


def enter(facts, number, round_number, letters):
    """Return the facts with a result on the open board of a player."""
    games = dict(facts.games)
    opponent = next(game.opponent for game in games[number] if game.round == round_number)
    for player, letter in zip((number, opponent), letters, strict=True):
        kind, points = outcome(letter, True, facts.scheme)
        games[player] = tuple(
            game._replace(kind=kind, points=points, letter=letter) if game.round == round_number else game
            for game in games[player]
        )
    return facts._replace(games=games)


def open_boards(facts, last):
    """Return who sits at open boards up to round `last`, each with the round.

    There are none where one result ends the round: those who are absent from it count from then on.
    """
    seats = [(number, game) for number, own in facts.games.items() for game in own if game.kind is Kind.OPEN]
    seats = [(number, game.round) for number, game in seats if game.round <= last]
    return [] if sum(round_number == last for _, round_number in seats) == 2 else seats


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 100)
@given(event=running, chance=st.randoms(use_true_random=False))
def test_a_result_changes_nobodys_opponents(edition, event, chance):
    """Only the first result of a round does: all opponents of that round count from then on."""
    event = while_running(event, chance)._replace(edition=edition, unrated_rating=1000)
    table = rank(event, tuple(map(read_criterion, OF_OPPONENTS)))
    boards = open_boards(event, table.table.rounds_so_far)
    if not boards:
        return
    entered = enter(event, *chance.choice(boards), chance.choice(OVER_THE_BOARD))
    assert opponents(rank(entered, table.order)) == opponents(table)


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 100)
@given(event=running, chance=st.randoms(use_true_random=False))
def test_a_loser_gets_no_more_than_the_point_of_the_winner(edition, event, chance):
    """A loss adds no opponent: Buchholz grows by the point of the winner, ratings and progressive scores not at all."""
    event = while_running(event, chance)._replace(edition=edition, unrated_rating=1000)
    table = rank(event, read_order("PTS,SOLK,ARO,PS,REP,BPG"))
    boards = open_boards(event, table.table.rounds_so_far)
    if not boards:
        return
    loser, round_number = chance.choice(boards)
    winner = next(game.opponent for game in event.games[loser] if game.round == round_number)
    after = rank(enter(event, loser, round_number, "01"), table.order)
    met = sum(game.opponent == winner for game in event.games[loser])
    (points, solkoff, *others), (points_after, solkoff_after, *others_after) = (
        each.row(loser).values for each in (table, after)
    )
    assert points_after == points
    assert solkoff_after <= solkoff + met
    assert others_after == others


@pytest.mark.parametrize("edition", ["2024-08", "2026-03"])
@examples(3, 60)
@given(event=running, chance=st.randoms(use_true_random=False))
def test_gacrux_counts_adjourned_games_alike(edition, event, chance):
    event = while_running(event._replace(edition=edition, starts_on=START_DATES[edition]), chance)
    assert compare_open(event) == []
