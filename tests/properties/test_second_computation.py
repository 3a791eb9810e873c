"""The core and a plain second computation from the regulations agree in all editions, also while a round runs."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated import generator_teams
from tests.generated.generator import ONE_HALF_ZERO, THREE_ONE_ZERO, USUAL, WILD, round_robin, swiss
from tests.generated.second_computation import SecondComputation
from tests.sizes import examples
from tiebreaks.facts.crosstable import EDITIONS
from tiebreaks.facts.games import ZERO, Kind
from tiebreaks.facts.team_crosstable import in_score
from tiebreaks.order.notation import read_criterion
from tiebreaks.standings import rank

SWISS = ("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "FB", "FB/C1", "FB/P", "SB", "SB/C1", "SB/C2", "SB/P",
         "SBH", "SBH/C1", "AOB", "WIN", "WON", "PS", "KS", "ARO", "SOLK", "MMED", "CUM", "OCUM")  # fmt: skip
OF_ONE_SCORE = ("BH", "BH/C1", "BH/M1", "BH/P", "FB", "FB/C1", "AOB")  # in a Swiss event of teams
OF_TWO_SCORES = {"EMMSB": ("MP", "MP"), "EMGSB": ("MP", "GP"), "EGMSB": ("GP", "MP"), "EGGSB": ("GP", "GP")}
ROUND_ROBIN = ("PTS", "SB", "SB/C1", "WIN", "WON", "PS", "KS", "ARO")
RATES = (USUAL, WILD, WILD._replace(unrated_player=0.1))

seeds = st.integers(0, 10**6)
rates, schemes = st.sampled_from(RATES), st.sampled_from((ONE_HALF_ZERO, THREE_ONE_ZERO))
unfinished = st.booleans()
swiss_events = st.builds(swiss, seeds, st.integers(2, 24), st.integers(1, 9), rates=rates, scheme=schemes)
round_robins = st.builds(round_robin, seeds, st.integers(2, 9), st.integers(1, 2), rates=rates, scheme=schemes)


def differences(facts, notations):
    """Return (notation, number, the core's value, the second value) wherever they differ."""
    second = SecondComputation(facts)
    return [
        (notation, row.number, value, other)
        for row in rank(facts, tuple(map(read_criterion, notations))).rows
        for notation, value in zip(notations, row.values, strict=True)
        if (None if value is None else Fraction(value)) != (other := second.value(notation, row.number))
    ]


def team_differences(facts):
    """Return the same for the teams of an event."""
    scores = {score: SecondComputation(in_score(facts, score)) for score in ("MP", "GP")}
    second = {}
    for score, computation in scores.items():
        second[score] = partial(computation.value, "PTS")
        for notation in OF_ONE_SCORE if facts.system == "swiss" else ():
            code, *cut = notation.split("/")
            second["/".join([f"{code}:{score}", *cut])] = partial(computation.value, notation)
    for code, (theirs, own) in OF_TWO_SCORES.items():
        for low, cut in enumerate(("", "/C1")):
            second[code + cut] = partial(scores[theirs].product, scores[own], low)
    second["OSB"] = partial(scores["MP"].olympiad, scores["GP"])
    second["OBH"] = partial(scores["MP"].olympiad, None)
    if facts.system == "swiss":
        second["SSSC"] = partial(scores["MP"].combination, scores["GP"])
    return [
        (notation, row.number, value, other)
        for row in rank(facts, tuple(map(read_criterion, second))).rows
        for (notation, compute), value in zip(second.items(), row.values, strict=True)
        if (None if value is None else Fraction(value)) != (other := compute(row.number))
    ]


def while_running(facts, chance):
    """Return an earlier state: a round with some boards still open, now and then the pairings of the next one too."""
    now = chance.randint(1, max(facts.rounds, 1))
    paired = now + chance.randint(0, 1)
    boards = {(n, g.round) for n, games in facts.games.items() for g in games if g.opponent and g.round == now}
    still_open = {board for board in boards if chance.random() < 0.4}

    def state(number, game):
        is_open = game.opponent and (
            game.round > now or {(number, game.round), (game.opponent, game.round)} & still_open
        )
        return game._replace(kind=Kind.OPEN, points=ZERO, letter="") if is_open else game

    return facts._replace(
        games={n: tuple(state(n, g) for g in games if g.round <= paired) for n, games in facts.games.items()}
    )


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 400)
@given(event=swiss_events, running=unfinished, chance=st.randoms(use_true_random=False))
def test_swiss(edition, event, running, chance):
    event = while_running(event, chance) if running else event
    assert differences(event._replace(edition=edition), SWISS) == []


@pytest.mark.parametrize("edition", EDITIONS)
@examples(5, 200)
@given(event=round_robins, running=unfinished, chance=st.randoms(use_true_random=False))
def test_round_robin(edition, event, running, chance):
    event = while_running(event, chance) if running else event
    assert differences(event._replace(edition=edition), ROUND_ROBIN) == []


@pytest.mark.parametrize("edition", EDITIONS)
@examples(3, 100)
@given(seed=seeds, teams=st.integers(2, 10), rounds=st.integers(1, 7), everybody_meets=st.booleans())
def test_teams(edition, seed, teams, rounds, everybody_meets):
    play = generator_teams.round_robin if everybody_meets else partial(generator_teams.swiss, rounds=rounds)
    facts, _players = play(seed, teams, rates=generator_teams.WILD)
    assert team_differences(facts._replace(edition=edition)) == []
