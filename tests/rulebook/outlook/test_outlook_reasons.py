"""Why somebody is safe, possible or out, in one sentence."""

import pytest

from tests.notation.outlooks import before_the_end, marks, teams_meet, why
from tests.notation.paper_teams import team_rows
from tiebreaks.order.notation import read_order


@pytest.mark.parametrize(
    ("table", "games", "places", "name", "expected"),
    [
        # C has no game any more: the winner passes C, and after a draw both do.
        ("A 5 | B 5 | C 5 | D 3", "A-B", 1, "C", "out unless board 1 is forfeited or lost by both"),
        # One of two boards is enough to push C down.
        ("A 5 | B 5 | C 5 | D 5 | E 5", "A-B C-D", 1, "E", "out unless board 1 is forfeited or lost by both"),
        # A draw would do as well.
        ("A 5 | B 5 | C 5.5 | D 3", "A-B", 1, "C", "ends with 5.5 points; other results and the tie-breaks decide"),
        # Two must pass E, one of each board.
        (
            "A 5 | B 5 | C 5 | D 5 | E 5",
            "A-B C-D",
            2,
            "E",
            "out unless one of the boards 1, 2 is forfeited or lost by both",
        ),
        # Too many boards to play them out, and still each lifts one above G.
        (
            "A 5 | B 5 | C 5 | D 5 | E 5 | F 5 | G 5",
            "A-B C-D E-F",
            3,
            "G",
            "out unless one of the boards 1, 2, 3 is forfeited or lost by both",
        ),
    ],
)
def test_out_unless_both_players_lose_a_board(table, games, places, name, expected):
    facts = before_the_end(table, games)
    away = {n: player._replace(withdrawn_from=2) for n, player in facts.players.items()}
    pairs = [pair.split("-") for pair in games.split()]
    board = {who: place for place, pair in enumerate(pairs, start=1) for who in pair}
    own = {
        n: tuple(g._replace(board=board.get(facts.players[n].name)) for g in played)
        for n, played in facts.games.items()
    }
    assert why(facts._replace(players=away, games=own), places, name, read_order("PTS")) == expected


@pytest.mark.parametrize(
    ("table", "places", "name", "sentence"),
    [
        ("A 6 | B 4 | C 3", 1, "A", "at least 6 points, and nobody else can reach that"),
        ("A 6 | B 5 | C 4", 2, "A", "at least 6 points, and fewer than 2 others can reach that"),
        ("A 6 | B 5 | C 4", 1, "B", "can end with 5 to 6 points"),
        ("A 6.5 | B 5 | C 4", 1, "C", "at most 5 points, and another player is certain to have more"),
        ("A 6 | B 6 | C 4.5", 2, "C", "at most 5.5 points, and 2 players are certain to have more"),
    ],
)
def test_every_mark_has_a_reason(table, places, name, sentence):
    assert why(before_the_end(table), places, name) == sentence


def test_undecided_marks_have_a_reason():
    facts = before_the_end("A 6 | B 5 | C 5 | D 3", "B-C")
    assert why(facts, 2, "A") == "among the first 2, however the remaining games end"


@pytest.mark.parametrize("order", ["MP", "MP,GP", "GP"])
def test_teams_are_out_unless_a_match_brings_nobody_a_point(order):
    """D has none, and B or C gets one from their match, unless a board is lost by both."""
    table = teams_meet(team_rows("A: 3w11 2b11\nB: 4w11 1w00\nC: 1b00 4b11\nD: 2b00 3w00", rounds=3), (2, 3))
    expected = "out unless a board of the match B – C is forfeited or lost by both"
    assert why(table, 2, "D", read_order(order, of_teams=True)) == expected


def test_teams_are_out_unless_one_of_several_matches_brings_nobody_a_point():
    """Four teams have what the fifth has, and meet each other: each match lifts one of them above it."""
    rows = "A: 5w11 Z\nB: 6w11 Z\nC: 7w11 Z\n4: 8w11 Z\nE: 1b00 F\nF: 2b00 Z\nG: 3b00 Z\nH: 4b00 Z"
    table = teams_meet(team_rows(rows, rounds=3), (1, 2), (3, 4))
    gone = {n: player._replace(withdrawn_from=3) for n, player in table.players.items()}
    unnamed = {n: player._replace(name="" if n == 4 else player.name) for n, player in gone.items()}
    expected = "out unless a board of one of the matches A – B, C – 4 is forfeited or lost by both"
    assert why(table._replace(players=unnamed), 2, "E", read_order("MP", of_teams=True)) == expected


def test_boards_without_a_number_are_not_named():
    facts = before_the_end("A 5 | B 5 | C 5 | D 3", "A-B")
    away = {n: player._replace(withdrawn_from=2) for n, player in facts.players.items()}
    facts = facts._replace(players=away)
    assert marks(facts, 1, read_order("PTS")) == "safe: - possible: A B C out: D"
    assert why(facts, 1, "C", read_order("PTS")) == "ends with 5 points; other results and the tie-breaks decide"


def test_points_are_written_without_needless_zeros():
    assert why(before_the_end("A 6.0 | B 4 | C 3"), 1, "A") == "at least 6 points, and nobody else can reach that"
