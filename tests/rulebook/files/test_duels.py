"""Rounds of a tournament file that were matches are named when it is read, with what follows."""

import pytest

from tests.rulebook.pairing.test_past_rounds import read

SWISS = "Individual: Swiss-System"

# The rounds of players 1, 2 and so on; the rounds that were matches.
GAMES = [
    ("semi-finals and a final", "4 w 1, 2 b 1 / 3 b 1, 1 w 0 / 2 w 0 / 1 b 0", "1, 2"),
    ("a draw that something else decided", "4 w =, 2 b 1 / 3 b 1, 1 w 0 / 2 w 0 / 1 b =", "1, 2"),
    ("two games each", "4 w 1, 4 b = / 3 b 1, 3 w 0 / 2 w 0, 2 b 1 / 1 b 0, 1 w =", "1, 2"),
    ("a third game of one match", "4 w 1, 4 b 1 / 3 b 1, 3 w 0, 3 w 1 / 2 w 0, 2 b 1, 2 b 0 / 1 b 0, 1 w 0", "1, 2, 3"),
    (
        "quarter-finals, semi-finals, a final and a match for place 3",
        "8 w 1, 4 b 1, 2 w 1 / 7 w 1, 3 b 1, 1 b 0 / 6 w 1, 2 w 0, 4 w 1 / 5 w 1, 1 w 0, 3 b 0 /"
        " 4 b 0 / 3 b 0 / 2 b 0 / 1 b 0",
        "1, 2, 3",
    ),
    ("a Swiss of two rounds", "4 w 1, 2 b 1 / 3 b 1, 1 w 0 / 2 w 0, 4 w 1 / 1 b 0, 3 b 0", None),
    ("who lost plays on", "4 w 0, 2 b 1 / 3 b 1, 1 w 0 / 2 w 0 / 1 b 1", None),
    ("two who won have left", "4 w 1, 0000 - Z / 3 b 1, 0000 - Z / 2 w 0, 4 w 1 / 1 b 0, 3 b 0", None),
    ("one pair meets again", "4 w 1, 4 b 1 / 3 b 1 / 2 w 0 / 1 b 0, 1 w 0", None),
]
TWO_EACH, LOSER_PLAYS_ON, ONE_PAIR = (GAMES[at][1] for at in (2, 6, 8))


def told(games, system=SWISS):
    """Return the rounds that the note names, None without one, and the codes of all notes."""
    players = (row.strip().split(", ") for row in games.split("/"))
    warnings = read({f"P{number}": cells for number, cells in enumerate(players, start=1)}, system).warnings
    rounds = next((each.params["rounds"] for each in warnings if each.code == "matches-lost"), None)
    return rounds, {each.code for each in warnings}


@pytest.mark.parametrize(("games", "rounds"), [case[1:] for case in GAMES], ids=[case[0] for case in GAMES])
def test_the_games_show_what_was_a_match(games, rounds):
    assert told(games)[0] == rounds


@pytest.mark.parametrize("kind", ["Individual: Knock-out", "Einzel-K.O.", "Single elimination"])
def test_a_stated_knock_out_has_only_matches(kind):
    assert told(LOSER_PLAYS_ON, kind)[0] == "1, 2"


def test_a_round_robin_of_two_games_each_has_none():
    assert told(TWO_EACH, "Individual: Round-Robin")[0] is None


def test_rounds_of_matches_break_no_rule_of_swiss_pairings():
    assert "round-breaks-rule" not in told(TWO_EACH)[1]
    assert "round-breaks-rule" in told(ONE_PAIR)[1]
