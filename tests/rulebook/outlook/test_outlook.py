"""Who is safe, possible or out before the last rounds: marks by hand."""

from decimal import Decimal

import pytest

from tests.generated.outlooks import stopped
from tests.notation.outlooks import before_the_end, marks, teams_meet, why
from tests.notation.paper import read_player_rows
from tests.notation.paper_teams import team_rows
from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Colour, Game, Kind, Scheme
from tiebreaks.order.notation import read_order

THREE_ONE_ZERO = Scheme(win=Decimal(3), draw=Decimal(1), pab=Decimal(3))


BY_HAND = [
    # One unpaired round is left: those who may be caught are not safe, and those who may catch up are not out.
    ("A 6 | B 5 | C 4 | D 3", "", 1, 1, "safe: - possible: A B out: C D"),
    ("A 6 | B 5 | C 4 | D 3", "", 1, 2, "safe: A possible: B C out: D"),
    ("A 6 | B 4.5 | C 4.5 | D 3", "", 1, 1, "safe: A possible: - out: B C D"),
    # A lead in spread, however large, is never safe while a game is open.
    ("A 6 +999 | B 5 -999 | C 3", "", 1, 1, "safe: - possible: A B out: C"),
    # Two rounds are left.
    ("A 6 | B 5 | C 4 | D 3", "", 2, 2, "safe: - possible: A B C D out: -"),
    ("A 6 | B 5 | C 3 | D 2", "", 2, 2, "safe: A possible: B C out: D"),
    # B and C meet each other: only one of them can win, and a draw leaves both behind A.
    ("A 6 | B 5 | C 5 | D 3", "", 1, 2, "safe: - possible: A B C out: D"),
    ("A 6 | B 5 | C 5 | D 3", "B-C", 1, 2, "safe: A possible: B C out: D"),
    # The leaders meet: C can pass the loser.
    ("A 5 | B 5 | C 5 | D 3", "A-B", 1, 1, "safe: - possible: A B C out: D"),
    # Whatever the results, D stays behind all three.
    ("A 5 | B 5 | C 5 | D 3", "A-B C-D", 1, 3, "safe: A B C possible: - out: D"),
    # Nothing is open: the spread decides, and players tied across the border are neither in nor out.
    ("A 5 +10 | B 5 +9 | C 5 +9 | D 3", "", 0, 1, "safe: A possible: - out: B C D"),
    ("A 5 +10 | B 5 +9 | C 5 +9 | D 3", "", 0, 2, "safe: A possible: B C out: D"),
    ("A 5 +10 | B 5 +9 | C 5 +9 | D 3", "", 0, 3, "safe: A B C possible: - out: D"),
    # More places than players.
    ("A 5 | B 4", "", 3, 2, "safe: A B possible: - out: -"),
]


@pytest.mark.parametrize(("table", "games", "to_come", "places", "expected"), BY_HAND)
def test_marks_by_hand(table, games, to_come, places, expected):
    assert marks(before_the_end(table, games, to_come), places) == expected


TEAMS = """
    A: 2w11 3b11
    B: 1b00 4w11
    C: 4w11 1w00
    D: 3b00 2b00
"""


@pytest.mark.parametrize(
    ("order", "places", "to_come", "expected"),
    [
        # A has 4 match points; B and C can still win their last matches, D can reach 2.
        ("MP,GP", 1, 1, "safe: - possible: A B C out: D"),
        ("MP,GP", 3, 1, "safe: A possible: B C D out: -"),
        ("MP,GP", 1, 0, "safe: A possible: - out: B C D"),
        # In game points the same: 4, 2, 2 and 0, with two boards to come.
        ("GP,MP", 1, 1, "safe: - possible: A B C out: D"),
        ("GP,MP", 3, 1, "safe: A possible: B C D out: -"),
        ("GP,MP", 1, 0, "safe: A possible: - out: B C D"),
    ],
)
def test_teams_are_judged_by_the_primary_score(order, places, to_come, expected):
    table = team_rows(TEAMS, rounds=2 + to_come)
    assert marks(table, places, read_order(order, of_teams=True)) == expected


def test_two_teams_that_meet_cannot_both_win():
    table = teams_meet(team_rows(TEAMS, rounds=3), (2, 3))
    assert marks(table, 2, read_order("MP,GP", of_teams=True)) == "safe: A possible: B C D out: -"


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (Scheme(), "safe: A B possible: - out: C D"),  # C can reach 10
        (THREE_ONE_ZERO, "safe: - possible: A B C out: D"),  # B can reach 14, C 12, D 10
    ],
)
def test_a_win_counts_what_the_scheme_says(scheme, expected):
    assert marks(before_the_end("A 12 | B 11 | C 9 | D 7", scheme=scheme), 2) == expected


def test_a_bye_may_be_worth_more_than_a_win():
    generous = Scheme(pab=Decimal(2))
    assert marks(before_the_end("A 6 | B 4 | C 3", scheme=generous), 1) == "safe: - possible: A B out: C"


@pytest.mark.parametrize(
    ("spread", "expected"), [(0, "safe: - possible: A B out: C"), (-1, "safe: A possible: - out: B C")]
)
def test_with_a_bound_of_one_games_swing_a_lead_in_spread_can_be_safe(spread, expected):
    """A leads by 300: if A loses by 150 and B wins by 150, that is just enough to be level."""
    facts = before_the_end(f"A 5 +150 | B 5 {spread} | C 3 0", to_come=2, spread_cap=150)
    first = Game(2, None, Colour.NONE, Kind.FPB, Decimal(1), 150, letter="F")
    none = Game(2, None, Colour.NONE, Kind.ZPB, Decimal(0), letter="Z")
    games = {n: (*own, first if n == 1 else none) for n, own in facts.games.items()}
    assert marks(facts._replace(games=games), 1) == expected


def test_withdrawn_players_win_nothing_more():
    facts = before_the_end("A 6 | B 5 | C 3")
    gone = facts._replace(players=facts.players | {2: Player(2, "B", withdrawn_from=2)})
    assert marks(facts, 1) == "safe: - possible: A B out: C"
    assert marks(gone, 1) == "safe: A possible: - out: B C"


def test_who_withdraws_later_still_plays_the_rounds_before():
    facts = before_the_end("A 6 | B 5.5 | C 3", to_come=2)
    leaving = facts._replace(players=facts.players | {2: Player(2, "B", withdrawn_from=3)})
    assert marks(leaving, 1) == "safe: - possible: A B out: C"
    assert why(leaving, 1, "B") == "can end with 5.5 to 6.5 points"


@pytest.mark.parametrize("order", ["MP,GP", "PTS,GP", "MP,MPvGP"])
def test_the_second_score_of_teams_counts_too(order):
    """A has 4 match points from 4 boards and has left; B can only reach 4 from 3½."""
    table = teams_meet(team_rows("A: 3w11 2b11\nB: 4w1= 1w00\nC: 1b00 4b11\nD: 2b0= 3w00", rounds=3), (2, 4))
    left = {n: player._replace(withdrawn_from=3) if n in (1, 3) else player for n, player in table.players.items()}
    assert marks(table._replace(players=left), 1, read_order(order, of_teams=True)) == "safe: A possible: - out: B C D"


def test_in_the_middle_of_a_round_results_and_byes_count_at_once():
    """Ann has won, Emil has the bye; Ben (0) and Carl (1) still play. One more round is to come."""
    facts = read_player_rows("Ann: 2w1 4b1\nBen: 1b0 3w1\nCarl: U 2b0\nDora: H 1w0\nEmil: Z U\nFinn: Z Z", rounds=3)
    running = stopped(facts, 2, boards={1})
    assert marks(running, 1) == "safe: - possible: Ann Ben Carl Emil out: Dora Finn"
    assert why(running, 1, "Carl") == "can end with 1 to 3 points"
    assert why(running, 1, "Dora") == "at most 1.5 points, and another player is certain to have more"


@pytest.mark.parametrize(("code", "field"), [("PLAYOFF", "playoff"), ("MAN/R", "manual_value")])
def test_what_an_arbiter_enters_is_open_until_everybody_who_is_level_has_it(code, field):
    """Three are level in points; their numbers decide only after a play-off, or after values set by hand."""
    facts = read_player_rows("A: 2w1 3b0 4w1\nB: 1b0 4w1 3w1\nC: 4b1 1w1 2b0\nD: 3w0 2b0 1b0")
    order = read_order(f"PTS,{code},TPN")

    def entered(**places):
        return facts._replace(
            players={n: p._replace(**{field: places.get(p.name)}) for n, p in facts.players.items()},
        )

    assert marks(entered(), 1, order) == "safe: - possible: A B C out: D"
    assert marks(entered(A=2, B=1), 1, order) == "safe: - possible: A B C out: D"
    assert marks(entered(A=2, B=1, C=3), 1, order) == "safe: B possible: - out: A C D"


def test_the_last_board_is_played_out_with_all_tie_breaks():
    """Ann and Bob are level. Dan, whom Bob has met, can't reach what Cid has, whom Ann has met: Buchholz is decided."""
    facts = read_player_rows(
        "Ann: 3w1 2b= F\nBob: 4w1 1w= F\nCid: 1b0 F F\nDan: 2b0 Z 5w1\nEve: Z Z 4b0", edition="plain"
    )
    running = stopped(facts, 3, boards={0})
    assert marks(running, 1, read_order("PTS")) == "safe: - possible: Ann Bob out: Cid Dan Eve"
    assert marks(running, 1, read_order("PTS,BH")) == "safe: Ann possible: - out: Bob Cid Dan Eve"


def test_a_play_off_is_not_foreseen():
    facts = read_player_rows("Ann: 3w1 2b=\nBob: 4w1 1w=\nCid: 1b0 4w=\nDan: 2b0 3b=", edition="plain")
    running = stopped(facts, 2, boards={1})
    with_places = {1: Player(1, "Ann", playoff=1), 2: Player(2, "Bob", playoff=2)}
    running = running._replace(players=running.players | with_places)
    assert marks(running, 1, read_order("PTS,PLAYOFF")) == "safe: - possible: Ann Bob out: Cid Dan"


def test_orders_without_points_first_are_judged_only_at_the_end():
    facts = read_player_rows("Ann: 3w1 2b=\nBob: 4w1 1w=\nCid: 1b0 4w=\nDan: 2b0 3b=", rounds=3)
    assert marks(facts, 1, read_order("WIN,PTS")) == "safe: - possible: Ann Bob Cid Dan out: -"
    assert marks(facts._replace(rounds=2), 2, read_order("WIN,PTS")) == "safe: Ann Bob possible: - out: Cid Dan"
