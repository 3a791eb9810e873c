"""bbpPairings in place of gacrux: the same events, requested in its dialect and read with its line ends.

Where BBP_PATH names its binary, that plays the events; everywhere a stand-in does, which keeps its calling convention.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.generated.dutch_events import checked, play
from tests.sizes import some
from tournaments.scheduling import engines

STAND_IN = Path(__file__).parents[1] / "generated" / "stand_in_bbp.py"
REAL = os.environ.get("BBP_PATH")


@pytest.fixture(params=["stand-in", *(["binary"] if REAL else [])])
def binary(request, tmp_path, monkeypatch):
    """Set BBP_PATH to the program, and return the end of its lines."""
    program = tmp_path / "bbpPairings"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {STAND_IN} "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("BBP_PATH", REAL if request.param == "binary" else str(program))
    return "\n" if request.param == "binary" else "\r"


@pytest.mark.parametrize("seed", some((1, 2, 3), 3))
def test_events_are_paired_as_gacrux_pairs_them(binary, seed, monkeypatch):
    """Requested byes, withdrawals and forfeits pass through; gacrux's checker agrees with every round.

    The answers are read with their own line ends.
    """
    answers = []
    run = engines.run_engine
    monkeypatch.setattr(engines, "run_engine", lambda *arguments: answers.append(run(*arguments)) or answers[-1])
    facts = play(seed, wanted="bbpPairings")
    assert checked(facts) == dict.fromkeys(range(1, facts.rounds + 1), True)
    assert answers and all(binary in answer for answer in answers)
