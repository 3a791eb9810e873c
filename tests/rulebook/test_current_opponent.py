"""The rating criteria as they will be once the running round is over: its opponents are known, its results are not."""

import pytest

from tests.notation.paper import places, read_player_rows
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.current_opponents import CURRENT, explain_with_current
from tiebreaks.standings import rank

# Equal in everything, they meet in the last round.
AFTER = read_player_rows("""
    Grandmaster 2600: 3w1 4b1 2w=
    Challenger  2400: 4w1 3b1 1b=
    Third       2200: 1b0 2w0 4w=
    Fourth      2200: 2b0 1w0 3b=
""")
RUNNING = AFTER._replace(
    games={
        number: (*games[:-1], games[-1]._replace(kind=Kind.OPEN, points=0 * games[-1].points, letter=""))
        for number, games in AFTER.games.items()
    }
)


def values(crosstable, notation):
    """Return the official values and those with the current opponent, of players 1 and 2."""
    table = rank(crosstable, read_order(notation))
    current = [explain_with_current(table, number, 0) for number in (1, 2)]
    return [table.row(n).values[0] for n in (1, 2)], [working and working.value for working in current]


@pytest.mark.parametrize(
    ("notation", "official", "current"),
    [
        ("SRO", [4400, 4400], [6800, 7000]),
        ("ARO", [2200, 2200], [2267, 2333]),
        ("ARO/C1", [2200, 2200], [2300, 2400]),
        ("TPR", None, [None, None]),
        ("RTNG", [2600, 2400], [None, None]),
        ("BH", None, [None, None]),
    ],
)
def test_the_last_pairing_shows_what_a_draw_will_mean(notation, official, current):
    running = values(RUNNING, notation)
    assert running[1] == current
    assert official in (running[0], None)


def test_2400_ranks_ahead_of_2600_after_the_draw():
    assert places(RUNNING, "PTS,SRO")[:2] == [(1, "Grandmaster"), (1, "Challenger")]
    assert places(AFTER, "PTS,SRO")[:2] == [(1, "Challenger"), (2, "Grandmaster")]
    assert values(RUNNING, "SRO")[1] == values(AFTER, "SRO")[0]


def test_only_the_running_game_is_marked():
    working = explain_with_current(rank(RUNNING, read_order("SRO")), 1, 0)
    assert [(term.opponent, term.reason) for term in working.terms] == [(3, ""), (4, ""), (2, CURRENT)]


def test_a_finished_event_has_no_second_value():
    assert values(AFTER, "SRO")[1] == [None, None]
