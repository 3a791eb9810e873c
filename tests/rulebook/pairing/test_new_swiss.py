"""New Swiss: win groups, floats, firsts and repeats, each rule on a table small enough to check by eye."""

import pytest

from pairing import rounds
from pairing.new_swiss import new_swiss
from pairing.new_swiss.new_swiss import NewSwissSettings
from pairing.plan.stages import Stage
from pairing.rules import history
from pairing.rules.legality import Limits, find_faults
from tests.notation.histories import pairs, past, reason_text, start
from tests.notation.paper import read_player_rows
from tiebreaks.refusal import Refusal

MODES = ("tsh", "matching")


# Four have won, four have lost; firsts are balanced against each other.
AFTER_ONE = """
    Ada: 5w400:300
    Ben: 6w390:300
    Cem: 7w380:300
    Dea: 8w370:300
    Eva: 1b300:400
    Fee: 2b300:390
    Gus: 3b300:380
    Hal: 4b300:370
"""

# One win group of three above one of five.
THREE_AND_FIVE = """
    Ada: 4w400:300
    Ben: 5w390:300
    Cem: 6w380:300
    Dea: 1b300:400
    Eva: 2b300:390
    Fee: 3b300:380
    Gus: 8w=
    Hal: 7b=
"""


@pytest.mark.parametrize("mode", MODES)
def test_the_upper_half_of_a_group_meets_the_lower_half(mode):
    assert pairs(new_swiss.pair(start(), NewSwissSettings(mode))) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize("mode", MODES)
def test_win_groups_stay_among_themselves(mode):
    pairing = new_swiss.pair(past(AFTER_ONE), NewSwissSettings(mode))
    assert pairs(pairing) == [(1, 3), (2, 4), (6, 8), (5, 7)]
    assert [board.reasons[0].code for board in pairing.boards] == ["same-wins"] * 4


@pytest.mark.parametrize("mode", MODES)
def test_an_odd_group_takes_in_a_neighbour(mode):
    pairing = new_swiss.pair(past(THREE_AND_FIVE), NewSwissSettings(mode))
    floats = [board for board in pairing.boards if board.reasons[0].code == "float"]
    assert floats and not find_faults(pairing, past(THREE_AND_FIVE))


def test_firsts_come_before_distance():
    """Ada is due to reply: the nearest who is due to start is taken before the one half the group away."""
    text = """
        Ada: 5w450:300
        Ben: 6w440:300
        Cem: 7b430:300
        Dea: 8b420:300
        Eva: 1b300:450
        Fee: 2b300:440
        Gus: 3w300:430
        Hal: 4w300:420
    """
    assert pairs(new_swiss.pair(past(text)))[:2] == [(1, 3), (2, 4)]
    assert all(new_swiss.first_misfit(past(text), a, b) == 0 for a, b in ((1, 3), (2, 4)))


@pytest.mark.parametrize("mode", MODES)
def test_when_nothing_is_left_the_smallest_repeat_is_named_and_not_made(mode):
    with pytest.raises(Refusal, match="meet again") as refused:
        new_swiss.pair(past(ALL_MET), NewSwissSettings(mode))
    assert len(refused.value.params["relaxation"]) == 2
    allowed = new_swiss.pair(past(ALL_MET), NewSwissSettings(mode, Limits(repeats=1)))
    assert "They have met before" in " ".join(map(str, allowed.boards[0].reasons))


# Everybody has met everybody.
ALL_MET = """
    Ann: 2w1 3w1 4w1
    Bob: 1b0 4w1 3w1
    Cem: 4w1 1b0 2b0
    Dot: 3b0 2b0 1b0
"""
# A field, the meetings allowed, and why each board is as it is: "who meets whom: code and its parameters".
REASONS = [
    (AFTER_ONE, 0, """
        1-3: same-wins wins=1 place=1 other=3
        2-4: same-wins wins=1 place=2 other=4
        6-8: same-wins wins=0 place=5 other=7
        5-7: same-wins wins=0 place=6 other=8
    """),
    (THREE_AND_FIVE, 0, """
        1-3: same-wins wins=1 place=1 other=3
        2-7: float player=2 other=7 wins=1 fewer=0.5, float-nobody-left player=7 wins=0.5
        5-8: float player=8 other=5 wins=0.5 fewer=0, float-nobody-left player=8 wins=0.5
        4-6: same-wins wins=0 place=6 other=8
    """),
    (ALL_MET, 1, """
        1-2: float player=1 other=2 wins=3 fewer=2, float-alone player=1 wins=3, repeated times=1 limit=1
        3-4: float player=3 other=4 wins=1 fewer=0, float-alone player=3 wins=1, repeated times=1 limit=1
    """),
    (ALL_MET, None, """
        1-2: float player=1 other=2 wins=3 fewer=2, float-alone player=1 wins=3, repeated-freely times=1
        3-4: float player=3 other=4 wins=1 fewer=0, float-alone player=3 wins=1, repeated-freely times=1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("text", "repeats", "expected"), REASONS)
def test_why_two_players_meet(text, repeats, expected):
    pairing = new_swiss.pair(past(text), NewSwissSettings(limits=Limits(repeats=repeats)))
    written = [
        f"{board.pair[0]}-{board.pair[1]}: {', '.join(map(reason_text, board.reasons[:-1]))}"
        for board in pairing.boards
    ]
    assert written == [line.strip() for line in expected.strip().splitlines()]
    assert (pairing.round, pairing.bye, pairing.notes) == (past(text).last + 1, None, ())


@pytest.mark.parametrize("mode", MODES)
def test_another_bye_is_named_before_a_repeat(mode):
    """Cem would have the bye, but Ann and Bob have met; with the bye for Bob everything is legal."""
    text = """
        Ann: 2w400:300
        Bob: 1b300:400
        Cem: Z-200
    """
    with pytest.raises(Refusal, match="2 has the bye instead"):
        new_swiss.pair(past(text), NewSwissSettings(mode, bye_method="bottom-up"))


def test_pairs_that_must_not_meet_are_named_when_even_repeats_do_not_help():
    banned = Limits(forbidden=frozenset({(1, 2)}))
    with pytest.raises(Refusal, match="let 1–2 meet"):
        new_swiss.pair(past("Ann: 2w1\nBob: 1b0"), NewSwissSettings(limits=banned))


def test_too_many_steps_lead_to_a_matching_and_a_note():
    pairing = new_swiss.pair(start(), NewSwissSettings(steps=1))
    assert pairs(pairing) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert list(map(reason_text, pairing.notes)) == ["matched steps=1"]


def test_open_boards_are_refused():
    with pytest.raises(Refusal, match=r"Round 1 is not finished\. Results are missing: 1"):
        text = read_player_rows("Ann: 2w1\nBob: 1b0")
        open_games = {n: tuple(g._replace(kind="open", letter="") for g in own) for n, own in text.games.items()}
        history.read_history(text._replace(games=open_games))


def test_clubs_stay_apart():
    before = start()
    before.entrants.update({n: before.entrants[n]._replace(club="Here") for n in (1, 5)})
    pairing = new_swiss.pair(before, NewSwissSettings(limits=Limits(clubs_apart=True)))
    assert (1, 5) not in pairs(pairing) and not find_faults(pairing, before, Limits(clubs_apart=True))


def test_a_confirmed_relaxation_is_carried_out():
    facts = read_player_rows("Ann: 2w1\nBob: 1b0", rounds=20, edition="plain", discipline="scrabble")
    with pytest.raises(Refusal) as refused:
        rounds.pair(facts, Stage("new-swiss", 1, 19))
    granted = frozenset(refused.value.params["relaxation"])
    assert pairs(rounds.pair(facts, Stage("new-swiss", 1, 19), rounds.Wishes(granted=granted))) == [(1, 2)]


@pytest.mark.parametrize(("method", "ratings"), [("FIDON", [2000, 1700, 0]), ("NRO", [1580, 1700, 0])])
def test_who_stands_first_goes_by_the_ratings_of_the_event(method, ratings):
    facts = read_player_rows("Anna 2000: Z\nBert: Z\nCleo: Z", rating_method=method)
    national = {1: 1580, 2: 1700, 3: None}
    players = {n: player._replace(national_rating=national[n]) for n, player in facts.players.items()}
    entrants = history.read_history(facts._replace(players=players, games=dict.fromkeys(players, ()))).entrants
    assert [entrants[n].rating for n in players] == ratings
