"""Team Swiss (C.04.6) through the engines: the input of a foreign one, and that each answer is legal."""

import pytest

from pairing import team_swiss
from pairing.dutch import solver
from pairing.rules import history
from pairing.rules.boards import ordered_pair
from pairing.rules.legality import Limits
from pairing.team_swiss import Settings
from tests.generated.generator_teams import Rates, swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.sizes import some
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.scheduling import engines

CALM = Rates(0, 0, 0, 0, 0, 0.02, 0.2, 0.05, 0.4, 0)


def event(seed, rounds, teams=9, boards=4):
    """Return the crosstables of players and teams of a running event."""
    read = reader.read(trf_text_teams(*swiss(seed, teams=teams, rounds=rounds, boards=boards, rates=CALM)))
    return read.crosstable._replace(rounds=7), read.teams._replace(rounds=7)


def met(teams):
    return {ordered_pair(n, m.opponent) for n, own in teams.team_event.matches.items() for m in own if m.opponent}


@pytest.mark.parametrize("engine", [engines.OWN, engines.GACRUX], ids=lambda engine: engine.name)
@pytest.mark.parametrize("colours", team_swiss.COLOURS)
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_a_round_of_teams_is_paired_without_repeats(colours, seed, engine):
    players, teams = event(seed, rounds=4)
    pairing = engines.pair_teams(players, teams, settings=Settings(colours), engine=engine)
    assert str(pairing.notes[0]) == f"Paired by {engine.name}; not FIDE-endorsed."
    seated = [number for board in pairing.boards for number in board.pair] + [pairing.bye.player]
    assert sorted(seated) == list(teams.players)
    assert not {ordered_pair(*board.pair) for board in pairing.boards} & met(teams)
    had_one = {n for n, own in teams.team_event.matches.items() if any(m.kind == Kind.PAB for m in own)}
    assert pairing.bye.player not in had_one


def test_gacrux_takes_over_what_is_too_large_for_our_own(monkeypatch):
    players, teams = event(2, rounds=4)
    monkeypatch.setattr(solver, "MOST", 1)
    assert [str(note) for note in engines.pair_teams(players, teams).notes] == [
        "Paired by gacrux; not FIDE-endorsed.",
        "Crosstable gave no usable answer, so another program was asked.",
        "The field is too large for our own engine: choose another one.",
    ]


def test_absent_teams_are_not_paired():
    players, teams = event(5, rounds=4)
    pairing = engines.pair_teams(players, teams, {3: "Z", 4: "H"})
    seated = {number for board in pairing.boards for number in board.pair} | {pairing.bye.player}
    assert seated == set(teams.players) - {3, 4}


def test_forbidden_teams_do_not_meet():
    players, teams = event(6, rounds=3)
    free = engines.pair_teams(players, teams)
    banned = ordered_pair(*free.boards[0].pair)
    other = engines.pair_teams(players, teams, settings=Settings(limits=Limits(forbidden=frozenset({banned}))))
    assert banned not in {ordered_pair(*board.pair) for board in other.boards}


def test_round_1_is_the_upper_half_against_the_lower_half():
    players, teams = event(1, rounds=1, teams=8)
    start = [facts.up_to(0) for facts in (players, teams)]
    pairing = engines.pair_teams(*start, settings=Settings(initial="B"))
    assert [(board.white, board.black) for board in pairing.boards] == [(5, 1), (2, 6), (7, 3), (4, 8)]


def test_the_engine_gets_numbers_and_no_names():
    players, teams = event(2, rounds=3)
    text = team_swiss.engine_input(players, teams, {2: "Z"}, Settings(limits=Limits(forbidden=frozenset({(1, 5)}))))
    read = reader.read(text)
    assert {player.name for player in read.crosstable.players.values()} == {f"Player {n}" for n in players.players}
    assert {team.name for team in read.teams.team_event.teams.values()} == {f"Team {n}" for n in teams.players}
    assert "152 W" in text.splitlines()
    assert any(line.startswith("260") and line.split()[-2:] == ["1", "5"] for line in text.splitlines())
    for number, own in teams.team_event.matches.items():
        assert [m.opponent for m in read.teams.team_event.matches[number]][:3] == [m.opponent for m in own]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "engine-empty"),
        ("4\n1 2\n3 4\n5 6\n7 8\n", "engine-illegal"),  # somebody is missing
        ("x\n", "engine-unreadable"),
    ],
)
def test_an_answer_that_is_wrong_is_refused(text, code):
    _players, teams = event(3, rounds=3)
    with pytest.raises(Refusal) as refused:
        team_swiss.read_answer(text, history.read_history(teams))
    assert refused.value.code == code
