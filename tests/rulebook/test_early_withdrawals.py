"""Who withdraws from a round robin before half of the games (competition rules, 6.6), where the event drops results."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, places, read_player_rows
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.facts.crosstable import Adjustment
from tiebreaks.facts.games import Kind
from tiebreaks.facts.paper_notation import read_team_matches
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.marks import Border, compute_outlooks
from tiebreaks.output.as_text import explanation_lines
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file

# Three games each. Dirk beats Anna and leaves; the other two get their points from him by forfeit.
AFTER_ONE = """
    Anna: 4w0 3b1 2w1
    Bert: 3w1 4b+ 1b0
    Cleo: 2b0 1w0 4w+
    Dirk: 1b1 2w- 3b-
"""
AFTER_TWO = AFTER_ONE.replace("4b+", "4b1").replace("2w-", "2w0")


def event(text, withdrawn_from, **settings):
    facts = read_player_rows(text, **{"system": "round-robin", "early_withdrawals": "drop", **settings})
    return facts._replace(players={**facts.players, 4: facts.players[4]._replace(withdrawn_from=withdrawn_from)})


EARLY = event(AFTER_ONE, 2)
COUNTED = [(1, "Anna"), (1, "Bert"), (3, "Cleo"), (3, "Dirk")]
DROPPED = [(1, "Anna"), (2, "Bert"), (3, "Cleo"), (4, "Dirk")]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (EARLY, DROPPED),
        (event(AFTER_TWO, 3), COUNTED),
        (event(AFTER_ONE, 2, early_withdrawals="count"), COUNTED),
        (event(AFTER_ONE, 2, system="swiss"), COUNTED),
        (event(AFTER_ONE, None), COUNTED),
    ],
    ids=["one game of three", "two games of three", "results count", "no round robin", "nobody withdrew"],
)
def test_results_are_dropped_before_half_of_the_games(facts, expected):
    assert places(facts, "PTS") == expected


# Without Dirk three players are left: Anna beat both others, Bert beat Cleo.
VALUES = {
    "PTS": {1: 2, 2: 1, 3: 0},
    "SB": {1: 1, 2: 0, 3: 0},
    "KS": {1: 1, 2: 0, 3: 0},
    "WON": {1: 2, 2: 1, 3: 0},
    "NGP": {1: 2, 2: 2, 3: 2},
}


@pytest.mark.parametrize("code", VALUES)
def test_the_dropped_results_count_for_nobody(code):
    assert column(EARLY, code) == VALUES[code] | {4: None}


def test_the_explanation_says_why_there_is_no_value():
    text = "\n".join(explanation_lines(rank(EARLY, read_order("PTS,DE")), 4))
    assert text.count("Withdrew before playing half of the games") == 2


def test_the_crosstable_keeps_the_games():
    table = rank(EARLY, read_order("PTS"))
    assert [game.letter for game in table.facts.games[4]] == ["1", "-", "-"]
    assert [EARLY.total_points(number) for number in (1, 2, 3, 4)] == [2, 1, 0, 0]


def test_a_file_states_what_counts_and_is_right():
    text = whole_file.write(EARLY, whole_file.Header(order="PTS"))
    report = verify_tournament(reader.read(text), read_order("PTS"))
    assert (report.points, report.differences) == (4, ())
    of_dirk = next(line for line in text.splitlines() if "Dirk" in line)
    assert verify_tournament(reader.read(text.replace(of_dirk, of_dirk.replace(" 0.0 ", " 1.0 ")))).differences == ()


def test_an_earlier_table_does_not_know_of_a_later_withdrawal():
    later = event(AFTER_TWO, 3)
    assert later.up_to(1).find_early_withdrawals() == set()
    assert EARLY.up_to(1).find_early_withdrawals() == {4}


def test_in_a_double_round_robin_half_of_all_games_is_needed():
    """Of six games each, two were played: three would be half."""
    twice = "\n".join(f"{line} {line.split(': ')[1]}" for line in AFTER_TWO.strip().splitlines())
    gone = event(twice.replace("1b1 2w0 3b- 1b1 2w0 3b-", "1b1 2w0 3b- 1b- 2w- 3b-"), 3)
    assert gone.find_early_withdrawals() == {4}


def test_in_an_odd_round_robin_the_free_round_is_no_game():
    """Two games each in three rounds: one of them is half."""
    three = read_player_rows(
        "Anna: 2w1 Z 3b+\nBert: 1b0 3w1 Z\nCleo: Z 2b0 1w-", system="round-robin", early_withdrawals="drop"
    )
    gone = three._replace(players={**three.players, 3: three.players[3]._replace(withdrawn_from=3)})
    assert gone.find_early_withdrawals() == set()


def test_in_a_match_of_two_teams_half_of_its_rounds_is_enough():
    """Everybody meets the three players of the other team only: Dirk has played two games of three."""
    event_of_two_teams = read_player_rows(
        "Ann: 4w1 5b1 6w1\nBob: 5w1 6b1 4w+\nCid: 6w1 4b1 5b1\nDirk: 1b0 3w0 2b-\nEva: 2b0 1w0 3w0\nFee: 3b0 2w0 1b0",
        system="round-robin",
        early_withdrawals="drop",
    )
    dirk = event_of_two_teams.players[4]._replace(withdrawn_from=3)
    gone = event_of_two_teams._replace(players={**event_of_two_teams.players, 4: dirk})
    assert gone.find_early_withdrawals() == set()


def test_points_deducted_from_them_are_gone_too():
    adjusted = EARLY._replace(adjustments={4: (Adjustment(1, Decimal(-1)),)})
    assert adjusted.total_points(4) == 0
    assert places(adjusted, "PTS") == DROPPED


def test_marks_count_without_them():
    marks = {number: outlook.mark for number, outlook in compute_outlooks(EARLY, read_order("PTS"), 1).items()}
    assert marks == {1: "safe", 2: "out", 3: "out", 4: "out"}
    open_games = {n: tuple(g._replace(kind=Kind.OPEN) if g.round == 3 else g for g in EARLY.games[n]) for n in (3, 4)}
    running = EARLY._replace(games={**EARLY.games, **open_games})
    assert {each.mark for each in compute_outlooks(running, read_order("PTS"), 1).values()} == {"possible"}
    assert {str(each) for each in compute_outlooks(running, read_order("PTS"), 1).values()} == {"not decided yet"}


def test_a_field_without_them_is_judged_by_its_own_border():
    """Of Bert and Cleo one place is wanted, and of Cleo and Dirk."""
    outlooks = compute_outlooks(EARLY, read_order("PTS,TPN"), 1, Border(1, 1, {2, 3}))
    assert {number: str(outlook.mark) for number, outlook in outlooks.items()} == {2: "safe", 3: "out"}
    outlooks = compute_outlooks(EARLY, read_order("PTS"), 1, Border(1, 1, {3, 4}))
    assert {number: str(outlook.mark) for number, outlook in outlooks.items()} == {3: "safe", 4: "out"}
    assert str(outlooks[4]) == "withdrew before playing half of the games"


def test_matches_of_a_team_count_the_same_way():
    facts = read_team_matches(
        "Lions Bears Foxes Hawks",
        """
        1-4:½½00  2-3:1111
        1-3:1100  2-4:1½½½
        1-2:11½0  3-4:1111
        """,
        system="round-robin",
        early_withdrawals="drop",
    )
    gone = facts._replace(players={**facts.players, 4: facts.players[4]._replace(withdrawn_from=2)})
    assert gone.find_early_withdrawals() == set()  # all of their matches were played
    one, *others = gone.games[4]
    forfeited = tuple(game._replace(kind=Kind.FORFEIT_LOSS) for game in others)
    gone = gone._replace(games={**gone.games, 4: (one, *forfeited)})
    assert {n: gone.total_points(n) for n in gone.players} == {1: 3, 2: 2, 3: 1, 4: 0}
    rows = rank(gone, read_order("MP,EMMSB,MPvGP", of_teams=True)).rows
    assert [(row.rank, row.number, row.values) for row in rows] == [
        (1, 1, (3, 5, Decimal("4.5"))),
        (2, 2, (2, 2, Decimal("5.5"))),
        (3, 3, (1, 3, 2)),
        (4, 4, (None, None, None)),
    ]
