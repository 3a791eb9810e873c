"""Standings that are updated equal those computed from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.generator import swiss
from tests.generated.strategies import events
from tests.properties.test_standings import EVERY
from tests.sizes import examples
from tiebreaks.affected import find_affected_players
from tiebreaks.crosstable import ZERO, Colour, Game, Kind
from tiebreaks.notation import read_criterion, read_order
from tiebreaks.standings import rank
from tiebreaks.table import Table

OUTCOMES = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def with_result(event, number, round, letter):
    """Return the event with another result of one game, for both players; "" opens it again."""
    scheme = event.scheme
    points = {"1": scheme.win, "+": scheme.win, "=": scheme.draw, "0": scheme.loss, "-": ZERO, "": ZERO}
    kinds = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS, "": Kind.OPEN}
    opponent = next(g.opponent for g in event.games[number] if g.round == round)
    sides = {number: letter, opponent: OUTCOMES.get(letter, "")}

    def ended(game, letter):
        return game._replace(letter=letter, points=points[letter], kind=kinds.get(letter, Kind.PLAYED))

    games = {
        side: tuple(ended(game, letter) if game.round == round else game for game in event.games[side])
        for side, letter in sides.items()
    }
    return event._replace(games={**event.games, **games})


@st.composite
def changes(draw):
    """Draw an event and the same event with up to three results changed."""
    before = after = draw(events())
    paired = [(n, g.round) for n, games in before.games.items() for g in games if g.opponent]
    for _ in range(draw(st.integers(1, 3)) if paired else 0):
        number, round = draw(st.sampled_from(paired))
        after = with_result(after, number, round, draw(st.sampled_from(["1", "0", "=", "+", "-", ""])))
    return before, after


@pytest.mark.parametrize("notation", EVERY)
@examples(20)
@given(change=changes())
def test_one_criterion(notation, change):
    same_after_update(change, (read_criterion(notation),))


@examples(60)
@given(change=changes())
def test_a_whole_order(change):
    same_after_update(change, read_order("PTS,DE,BH/C1,BH,SB,SBH,DE,ARO"))


def same_after_update(change, order):
    before, after = change
    fresh, updated = rank(after, order), rank(after, order, rank(before, order))
    assert updated.rows == fresh.rows
    for number in after.players:
        assert [updated.explain(number, i) for i in range(len(order))] == [
            fresh.explain(number, i) for i in range(len(order))
        ]


def test_a_change_reaches_opponents_and_theirs():
    event = swiss(3, players=40, rounds=3)
    number, round = next((n, g.round) for n, games in event.games.items() for g in games if g.kind == Kind.PLAYED)
    opponent = next(g.opponent for g in event.games[number] if g.round == round)
    letter = next(g.letter for g in event.games[number] if g.round == round)
    other = with_result(event, number, round, "=" if letter != "=" else "1")
    own, near, far = find_affected_players(Table(event), Table(other))
    assert own == {number, opponent}
    assert near == own | {g.opponent for n in own for g in event.games[n] if g.opponent}
    assert near < far < set(event.players)


def test_a_last_round_paired_for_two_players():
    """Fore Buchholz depends on everybody's last round as soon as one of its games is paired, as in a final."""
    event = swiss(3, players=6, rounds=3)
    before = event._replace(games={n: tuple(g for g in own if g.round < 3) for n, own in event.games.items()})
    board = {1: Game(3, 2, Colour.WHITE, Kind.OPEN, ZERO), 2: Game(3, 1, Colour.BLACK, Kind.OPEN, ZERO)}
    after = before._replace(games=before.games | {n: (*before.games[n], game) for n, game in board.items()})
    order = read_order("PTS,FB")
    assert rank(after, order, rank(before, order)).rows == rank(after, order).rows != rank(before, order).rows
