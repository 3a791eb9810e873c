"""Standings are freed as soon as they are dropped: they are made for each entered result, and the collector is late."""

import gc
import weakref

import pytest

from tests.generated import generator, generator_teams
from tests.properties.test_standings import EVERY
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

OF_TEAMS = [code for code, criterion in CRITERIA.items() if criterion.scores or criterion.scope == ("teams",)]


@pytest.fixture(scope="module")
def of_players():
    return generator.swiss(1, rates=generator.WILD)


@pytest.fixture(scope="module")
def of_teams():
    teams, _players = generator_teams.swiss(1)
    return teams


@pytest.fixture
def no_collector():
    """Switch the collector off: what goes all the same was in no circle."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("notation", EVERY)
def test_no_criterion_keeps_its_table_alive(notation, of_players, no_collector):
    assert goes(of_players, read_order(notation))


@pytest.mark.parametrize("code", OF_TEAMS)
def test_no_criterion_of_teams_keeps_its_table_alive(code, of_teams, no_collector):
    assert goes(of_teams, read_order(code, of_teams=True))


def goes(event, order):
    """Rank and explain standings; return whether all of it is freed once the last reference is dropped."""
    ranked = rank(event, order)
    for index in range(len(order)):
        ranked.explain(1, index)
    table = weakref.ref(ranked.table)
    del ranked
    return table() is None
