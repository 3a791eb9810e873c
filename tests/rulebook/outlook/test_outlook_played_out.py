"""Marks where points alone decide nothing: the last boards are played out in every way."""

import pytest

from tests.generated.outlooks import stopped
from tests.notation.outlooks import before_the_end, marks, why, write_marks
from tests.notation.paper import read_player_rows
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.marks import Border, compute_outlooks

# Anna and Bert have one point each and drew; Carl has one, Dora none. STD counts a win 1, a draw ½,
# and ½ where both lose.
FACTS = read_player_rows("Anna: 3w1 2b=\nBert: 4w1 1w=\nCarl: 1b0 4w1\nDora: 2b0 3b0", edition="plain")
TOP_OPEN, LAST_OPEN, ENDED = (stopped(FACTS, 2, boards) for boards in ({0}, {1}, ()))


@pytest.mark.parametrize(
    ("facts", "order", "places", "expected"),
    [
        (TOP_OPEN, "STD", 1, "safe: - possible: Anna Bert out: Carl Dora"),
        (TOP_OPEN, "WIN,PTS", 1, "safe: - possible: Anna Bert Carl out: Dora"),
        (TOP_OPEN, "STD", 3, "safe: Anna Bert Carl possible: - out: Dora"),
        (TOP_OPEN, "STD,TPN", 1, "safe: - possible: Anna Bert out: Carl Dora"),
        (TOP_OPEN, "STD,TPN", 2, "safe: Anna Bert possible: - out: Carl Dora"),
        (LAST_OPEN, "STD", 2, "safe: Anna Bert possible: - out: Carl Dora"),
        (LAST_OPEN, "STD,TPN", 1, "safe: Anna possible: - out: Bert Carl Dora"),
        (ENDED, "STD,TPN", 1, "safe: Anna possible: - out: Bert Carl Dora"),
        # What comes before the spread is foreseen; a spread that comes first is not.
        (LAST_OPEN, "STD,SPREAD", 2, "safe: Anna Bert possible: - out: Carl Dora"),
        (LAST_OPEN, "SPREAD", 2, "safe: - possible: Anna Bert Carl Dora out: -"),
    ],
)
def test_the_last_boards_are_played_out(facts, order, places, expected):
    assert marks(facts, places, read_order(order)) == expected


@pytest.mark.parametrize(
    ("order", "name", "places", "sentence"),
    [
        ("STD", "Anna", 1, "not decided yet"),
        ("STD", "Anna", 3, "among the first 3, however the remaining games end"),
        ("STD", "Dora", 2, "not among the first 2, however the remaining games end"),
        # Whoever wins passes Carl, and after a draw both do.
        ("WIN,PTS", "Carl", 1, "out unless board 7 is forfeited or lost by both"),
    ],
)
def test_each_has_its_reason(order, name, places, sentence):
    games = {n: tuple(game._replace(board=7) for game in own) for n, own in TOP_OPEN.games.items()}
    assert why(TOP_OPEN._replace(games=games), places, name, read_order(order)) == sentence


def test_a_field_of_some_players_has_its_own_places():
    """Among the others Bert is first."""
    outlooks = compute_outlooks(LAST_OPEN, read_order("STD,TPN"), 1, Border(1, 1, {2, 3, 4}))
    assert write_marks(LAST_OPEN, outlooks) == "safe: Bert possible: - out: Carl Dora"


def test_a_match_for_the_places_at_the_border_is_named():
    outlooks = compute_outlooks(ENDED, read_order("PTS"), 2, Border(1, 3))
    ending = "other results, the tie-breaks and a match for places 2 and 3 decide"
    assert str(outlooks[2]) == f"ends with 1.5 points; {ending}"


def test_three_boards_are_too_many():
    rows = "A: 2b1 3b1\nB: 1w0 4w1\nC: 4b1 1w0\nD: 3w0 2b0\nE: 6w0 Z\nF: 5b1 Z"
    two = stopped(read_player_rows(rows, edition="plain"), 2, {0, 1})
    order = read_order("WIN,TPN")
    assert marks(two, 3, order) == "safe: A C possible: B D F out: E"
    rows = rows.replace("6w0 Z", "6w0 6w0").replace("5b1 Z", "5b1 5b1")
    three = stopped(read_player_rows(rows, edition="plain"), 2, {0, 1, 2})
    assert marks(three, 3, order) == "safe: - possible: A B C D E F out: -"


def test_nothing_is_played_out_while_somebody_may_still_be_paired():
    gone = {n: player._replace(withdrawn_from=3) if n > 1 else player for n, player in FACTS.players.items()}
    facts = FACTS._replace(rounds=3, players=gone)
    assert marks(facts, 2, read_order("STD")) == "safe: - possible: Anna Bert Carl Dora out: -"


def test_orders_that_begin_with_something_else_are_not_judged_by_points():
    facts = before_the_end("A 6 | B 3 | C 2")
    assert marks(facts, 1, read_order("WIN,PTS")) == "safe: - possible: A B C out: -"
    assert not any(game.kind == Kind.OPEN for own in facts.games.values() for game in own)
