"""Engines as processes: a real one, and programs that are slow, broken or missing in its place."""

import pytest

from pairing import dutch
from pairing.dutch import solver
from pairing.rules import history
from pairing.rules.engine_records import Records, baku_acceleration
from pairing.rules.legality import find_faults
from tests.generated.generator import swiss
from tests.notation.paper import read_player_rows
from tiebreaks.refusal import Refusal
from tiebreaks.trf.writer import TRF16
from tournaments.scheduling import engines

FACTS = read_player_rows(
    """
    Anna 2200: 3w1 4b1
    Bert 2100: 4w0 3b=
    Cleo 2000: 1b0 2w=
    Dora 1900: 2b1 1w0
    """,
    rounds=5,
)


@pytest.fixture
def engine(tmp_path):
    """Return an engine that is a shell script; it is called as bbpPairings is: --dutch SOURCE -p TARGET."""

    def engine(script):
        program = tmp_path / "engine"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o700)
        return engines.Engine("bbpPairings", TRF16, (str(program),))

    return engine


def test_gacrux_pairs_the_next_round():
    pairing = engines.pair_dutch(FACTS, engine=engines.GACRUX)
    assert (pairing.round, len(pairing.boards), pairing.bye) == (3, 2, None)
    assert find_faults(pairing, history.read_history(FACTS), fide=True) == ()


def test_our_own_engine_pairs_as_gacrux_does():
    facts = swiss(seed=3, players=15).up_to(3)
    theirs, ours = (engines.pair_dutch(facts, {2: "H"}, engine=each) for each in (engines.GACRUX, engines.OWN))
    assert (ours.pairs, ours.bye) == (theirs.pairs, theirs.bye)
    assert [board.reasons[:1] for board in ours.boards] == [board.reasons[:1] for board in theirs.boards]
    assert "3 would come first for 1, but both must have the same colour (C3)." in map(str, ours.boards[2].reasons)
    assert [str(note) for note in ours.notes] == ["Paired by Crosstable; not FIDE-endorsed."]


def test_another_engine_takes_over_what_is_too_large_for_our_own(monkeypatch):
    monkeypatch.setattr(solver, "MOST", 1)
    assert [str(note) for note in engines.pair_dutch(FACTS).notes] == [
        "Paired by gacrux; not FIDE-endorsed.",
        "Crosstable gave no usable answer, so another program was asked.",
        "The field is too large for our own engine: choose another one.",
    ]


def test_our_own_engine_is_watched_and_ended(monkeypatch):
    monkeypatch.setattr(engines, "LOOK_EVERY", 0)
    with pytest.raises(ZeroDivisionError):
        engines.pair_dutch(FACTS, watch=lambda seconds: 1 / 0)
    with pytest.raises(Refusal, match="Crosstable gave no answer within 0 seconds"):
        engines.pair_dutch(FACTS, seconds=0)


@pytest.mark.parametrize(
    ("wanted", "path", "name"),
    [
        ("usual", "", "Crosstable"),
        ("usual", "/bbp", "Crosstable"),
        ("own", "/bbp", "Crosstable"),
        ("gacrux", "/bbp", "gacrux"),
        ("bbpPairings", "/bbp", "bbpPairings"),
        ("bbpPairings", "", "Crosstable"),
    ],
)
def test_the_engine_that_an_event_wants(monkeypatch, wanted, path, name):
    monkeypatch.setenv("BBP_PATH", path)
    assert engines.choose_engine(wanted=wanted).name == name


@pytest.mark.parametrize("engine", (engines.GACRUX, engines.OWN))
@pytest.mark.parametrize("rounds", (1, 2, 3))
def test_requested_byes_pass_through(rounds, engine):
    facts = swiss(seed=3, players=15).up_to(rounds)
    pairing = engines.pair_dutch(facts, {2: "H", 5: "Z"}, engine=engine)
    assert not {2, 5} & {n for board in pairing.boards for n in board.pair}


def test_accelerated_rounds_pass_through():
    facts = swiss(seed=1, players=8).up_to(0)
    usual = engines.pair_dutch(facts, engine=engines.GACRUX)
    fast = engines.pair_dutch(
        facts, settings=dutch.Settings(Records("W", baku_acceleration(range(1, 9), 5))), engine=engines.GACRUX
    )
    assert usual.pairs == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert fast.pairs == [(1, 3), (4, 2), (5, 7), (8, 6)]


@pytest.mark.parametrize("script", ("exit 0", "echo no >&2; exit 1"))
def test_round_one_is_paired_without_an_engine_that_finds_nothing(engine, script):
    facts = swiss(seed=1, players=9).up_to(0)
    fast = engines.pair_dutch(
        facts, settings=dutch.Settings(Records("W", baku_acceleration(range(1, 9), 5))), engine=engine(script)
    )
    assert (fast.pairs, fast.bye.player) == ([(1, 3), (4, 2), (5, 7), (8, 6)], 9)


def test_another_engine_is_asked_in_its_own_dialect(engine):
    other = engine('grep -q "XXR 5" "$2" && printf "2\\r1 2\\r4 3\\r" > "$4"')
    pairing = engines.pair_dutch(FACTS, engine=other)
    assert pairing.pairs == [(1, 2), (4, 3)] and "bbpPairings" in str(pairing.notes[0])


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("echo no legal pairing >&2; exit 1", "bbpPairings could not pair the round: no legal pairing"),
        ("exit 3", "bbpPairings could not pair the round: 3"),
        ("exit 0", "The engine returned no pairs for round 3."),
        ('printf "2\\n1 3\\n2 4\\n" > "$4"', "1 and 3 have already met (1×)."),
        ("exec sleep 600", "bbpPairings gave no answer within 0.3 seconds."),
    ],
)
def test_our_own_engine_takes_over_where_another_one_fails(engine, script, sentence):
    pairing = engines.pair_dutch(FACTS, engine=engine(script), seconds=0.3)
    assert pairing.pairs == engines.pair_dutch(FACTS).pairs
    assert [str(note) for note in pairing.notes] == [
        "Paired by Crosstable; not FIDE-endorsed.",
        "bbpPairings gave no usable answer, so another program was asked.",
        sentence,
    ]


def test_where_all_give_up_the_first_one_says_why(engine, monkeypatch):
    monkeypatch.setattr(solver, "MOST", 1)
    monkeypatch.setattr(engines, "GACRUX", engine("exit 1"))
    with pytest.raises(Refusal, match="too large for our own engine"):
        engines.pair_dutch(FACTS)


def test_an_engine_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("BBP_PATH", str(tmp_path / "nothing"))
    notes = engines.pair_dutch(FACTS, engine=engines.choose_engine(wanted="bbpPairings")).notes
    assert "bbpPairings can’t be started: No such file" in str(notes[2])


@pytest.mark.parametrize("engine", [engines.GACRUX, engines.OWN], ids=lambda engine: engine.name)
def test_when_everybody_has_met_the_smallest_relaxation_is_named(engine):
    facts = read_player_rows(
        """
        Anna 2200: 4w1 3w1 2b1
        Bert 2100: 3b1 4w= 1w0
        Cleo 2000: 2w0 1b0 4b1
        Dora 1900: 1b0 2b= 3w0
        """,
        rounds=5,
    )
    with pytest.raises(Refusal, match="meet again"):
        engines.pair_dutch(facts, engine=engine)
