"""A round that can't be paired: the refusal names what stands in the way, and everybody whom a relaxation touches."""

import pytest

from pairing import dutch, team_swiss
from pairing.dutch.random_events import PlayedEvent, play_event
from pairing.plan.stages import Stage
from pairing.rules.boards import Reason
from pairing.rules.engine_records import Records
from pairing.rules.history import read_history
from pairing.rules.legality import Limits
from tests.notation.paper import read_player_rows
from tiebreaks.refusal import Refusal
from tournaments.scheduling.next_round import DrawWishes, NextRound
from tournaments.scheduling.proposals import propose_round

COLOURS = """
    Ann: 3w= 4w=
    Bob: 4w= 3w=
    Cem: 1b= 2b=
    Dot: 2b= 1b=
"""
HAD_BYES = """
    Ann: U 5w1 4b1
    Bob: 4w1 U 5b1
    Cem: 5w1 4b1 U
    Dot: 2b0 3w0 1w0
    Eve: 3b0 1b0 2w0
"""
ALL_MET = """
    Ann: 2w1 3b1 U
    Bob: 1b0 U 3w1
    Cem: U 1w0 2b0
"""
APART = """
    Ann: 5w1
    Bob: 6w1
    Cem: 7w1
    Dot: 8w1
    Eve: 1b0
    Fee: 2b0
    Gus: 3b0
    Hal: 4b0
"""
OF_ANN = frozenset({(1, 2), (1, 3), (1, 4)})
BLACK = "1–2 meet although both must have Black."
RELAXED = "No legal pairing exists. The smallest relaxation: "
LIFTED = "No legal pairing exists, even with repeats: forbidden pairings stand in the way. The smallest relaxation: "
REFUSED = [
    # rounds so far, who is absent, settings; what is said, the pairs to be confirmed, the bye to be confirmed
    (COLOURS, (), dutch.USUAL, f"{RELAXED}3–4 meet although both must have White. {BLACK}", ((1, 2), (3, 4)), None),
    (COLOURS, (3, 4), dutch.USUAL, f"{RELAXED}{BLACK}", ((1, 2),), None),
    (
        COLOURS,
        (3, 4),
        dutch.Settings(limits=Limits(forbidden=frozenset({(1, 2)}))),
        f"{RELAXED}{BLACK} 1–2 meet although this pairing is forbidden.",
        ((1, 2),),
        None,
    ),
    (
        HAD_BYES,
        (4, 5),
        dutch.USUAL,
        f"{RELAXED}3 has the bye despite an earlier bye, or a full point without playing.",
        (),
        3,
    ),
    (
        ALL_MET,
        (),
        dutch.USUAL,
        f"{RELAXED}3 has the bye despite an earlier bye, or a full point without playing. 1–2 meet again.",
        ((1, 2),),
        3,
    ),
    (APART, (5, 6, 7, 8), dutch.Settings(Records(forbidden=OF_ANN)), f"{LIFTED}let 1–2 meet.", ((1, 2),), None),
    (APART, (5, 6, 7, 8), dutch.Settings(limits=Limits(forbidden=OF_ANN)), f"{LIFTED}let 1–2 meet.", ((1, 2),), None),
]


# Random events of some players over seven rounds that need a repeat, a second bye, both, or one colour too often.
STUCK = [(8, 6), (8, 8), (8, 30), (7, 1), (7, 34), (5, 1), (5, 30), (6, 49)]


def pair(engine, facts, absent, settings):
    if engine == "own":
        return dutch.pair_round(facts, absent, settings)
    return dutch.read_answer("", read_history(facts, absent), settings)


@pytest.mark.parametrize("engine", ["own", "foreign"])
@pytest.mark.parametrize(("text", "absent", "settings", "said", "pairs", "bye"), REFUSED)
def test_a_refusal_names_everybody_whom_its_relaxation_touches(engine, text, absent, settings, said, pairs, bye):
    with pytest.raises(Refusal) as refused:
        pair(engine, read_player_rows(text, rounds=5), absent, settings)
    params = refused.value.params
    assert (str(refused.value), params["relaxation"], params["bye"]) == (said, pairs, bye)


def test_teams_have_no_colours_that_stand_in_the_way():
    past = read_history(read_player_rows(ALL_MET, rounds=5))
    with pytest.raises(Refusal, match=r"3 has the bye despite an earlier bye.* 1–2 meet again.") as refused:
        team_swiss.read_answer("", past)
    assert isinstance(refused.value.params["steps"], Reason)
    with pytest.raises(Refusal, match="returned no pairs"):
        team_swiss.read_answer("", read_history(read_player_rows(COLOURS, rounds=5)))


@pytest.mark.parametrize(("players", "seed"), STUCK)
def test_a_round_is_drawn_with_exactly_the_relaxation(players, seed):
    """In small events the colours, byes and opponents are used up in the end."""
    never = dict.fromkeys(("half_byes", "zero_byes", "late", "retired", "forfeits"), 0)
    facts = play_event(PlayedEvent(players=players, rounds=7, seed=seed, **never))
    number = facts.last_paired + 1
    with pytest.raises(Refusal) as refused:
        dutch.pair_round(facts)
    params = refused.value.params
    coming = NextRound(number, Stage("dutch", 1, 7), facts, {})
    (drawn,) = propose_round(coming, DrawWishes(granted=params["relaxation"], bye=params["bye"]), seed=1)
    seated = [board[side] for board in drawn["boards"] for side in ("white", "black")]
    assert sorted([*seated, *(bye["player"] for bye in drawn["byes"])]) == list(facts.players)
    assert set(params["relaxation"]) <= {tuple(sorted((b["white"], b["black"]))) for b in drawn["boards"]}
