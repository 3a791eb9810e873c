"""The work of a ranking grows with the number of players, not with its square: counted in lines of code that ran."""

import sys

import pytest

from tests.generated import generator_teams
from tests.generated.generator import swiss
from tests.properties.test_freed_standings import OF_TEAMS
from tests.properties.test_standings import EVERY
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

FEW, MANY = 40, 240


@pytest.fixture(scope="module")
def fields():
    return [swiss(1, players, rounds=5) for players in (FEW, MANY)]


@pytest.fixture(scope="module")
def team_fields():
    return [generator_teams.swiss(1, teams, rounds=5)[0] for teams in (FEW, MANY)]


def count_lines(facts, order):
    """Return how many lines run while the players are ranked; each pass of a loop or comprehension is one more."""
    lines, before = 0, sys.gettrace()

    def trace(frame, event, _argument):
        nonlocal lines
        lines += event == "line"
        return trace

    sys.settrace(trace)
    try:
        rank(facts, order)
    finally:
        sys.settrace(before)
    return lines


def grows_with(fields, order):
    """Return whether the work grows like the field; sorting takes a little more, a loop in a loop six times as much."""
    few, many = (count_lines(field, order) for field in fields)
    return many <= 1.3 * MANY / FEW * few


@pytest.mark.parametrize("notation", EVERY)
def test_work_grows_with_the_number_of_players(notation, fields):
    assert grows_with(fields, read_order(notation))


@pytest.mark.parametrize("code", OF_TEAMS)
def test_work_grows_with_the_number_of_teams(code, team_fields):
    assert grows_with(team_fields, read_order(code, of_teams=True))
