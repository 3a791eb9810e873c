"""Who gets the bye, by each way to find it, and why."""

import pytest

from pairing import rounds
from pairing.plan.stages import Stage
from pairing.rules import byes
from tests.notation.histories import past, reason_text, start
from tests.notation.paper import read_player_rows
from tiebreaks.refusal import Refusal
from tournaments.scheduling.engines import pair_dutch

BYES = """
    Ann: 2w500:300 U50
    Bob: 1b300:500 3w410:300
    Cem: U50       2b300:410
"""


@pytest.mark.parametrize(
    ("method", "rounds", "line"),
    [
        ("bottom-up", 20, [2, 3, 1]),
        ("top-down", 20, [2, 1, 3]),
        ("always-bottom", 20, [3, 2, 1]),
        ("german", 3, [2, 3, 1]),  # the last round: the search starts at the bottom
        ("german", 4, [2, 3, 1]),
        ("german", 20, [2, 1, 3]),
    ],
)
def test_who_gets_the_bye(method, rounds, line):
    """Bob has had none; the others follow in the order of the search. The standings are Ann, Bob, Cem."""
    before = past(BYES, rounds)
    order = sorted(before.order)
    assert byes.bye_candidates(before, order, method) == line


# The method, the number of rounds, who has the bye after two of them, and why.
CHOSEN = [
    ("bottom-up", 20, 2, "bye-lowest byes=0"),
    ("top-down", 20, 2, "bye-highest byes=0"),
    ("always-bottom", 20, 3, "bye-last"),
    ("german", 20, 2, "bye-german byes=0 start=3"),
    ("german", 4, 2, "bye-german byes=0 start=2"),
    ("german", 3, 2, "bye-german byes=0 start=1"),
]


@pytest.mark.parametrize(("method", "rounds", "player", "reason"), CHOSEN)
def test_why_somebody_has_the_bye(method, rounds, player, reason):
    before = past(BYES, rounds)
    bye = byes.choose_bye(before, sorted(before.order), method)
    assert (bye.player, [reason_text(each) for each in bye.reasons]) == (player, [reason])


@pytest.mark.parametrize(("rounds", "first"), [(1, 5), (2, 4), (3, 3), (5, 1), (9, 1)])
def test_the_german_bye_starts_as_many_places_from_the_bottom_as_rounds_are_left(rounds, first):
    before = start(5, rounds)
    assert byes.choose_bye(before, before.order).player == first


ALONE = """
    Ann: 2w1 3b1
    Bob: 1b0 U
    Cem: U   1w0
"""
TWICE = "3 has the bye despite an earlier bye"
ONE_PRESENT = [
    # the system, who is absent, and who has the bye or why nobody has
    ("dutch", (2, 3), 1),
    ("dutch", (1, 2), TWICE),
    ("dutch", (1, 2, 3), "At least two players are needed; present: 0"),
    ("new-swiss", (1, 2), 3),
    ("king-of-the-hill", (1, 2), 3),
    ("finalists", (1, 2), "At least two players are needed; present: 1"),
    ("knock-out", (1, 2), "At least two players are needed; present: 1"),
]


@pytest.mark.parametrize(("system", "absent", "wanted"), ONE_PRESENT)
def test_one_who_is_there_alone_has_the_bye(system, absent, wanted):
    facts = read_player_rows(ALONE, rounds=5)

    def pair():
        if system == "dutch":
            return pair_dutch(facts, dict.fromkeys(absent, "Z"))
        return rounds.pair(facts, Stage(system, 1, 5), rounds.Wishes(absent))

    if isinstance(wanted, str):
        with pytest.raises(Refusal, match=wanted):
            pair()
    else:
        assert (pair().round, pair().pairs, pair().bye.player) == (3, [], wanted)
