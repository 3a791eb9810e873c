"""Engines for FIDE Dutch, each as a process of its own with a time limit. Not endorsed by FIDE.

gacrux is a Python package of the same environment; with BBP_PATH in the environment bbpPairings is used instead.
A large open takes seconds to minutes, so a round is paired in a job, never inside a request.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pairing import dutch, history
from pairing.boards import Pairing
from pairing.legality import faults
from tiebreaks.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf_write import TRF16, TRF26

TOO_SLOW = sentence("engine-too-slow", gettext_noop("{engine} gave no answer within {seconds} seconds."))
FAILED = sentence("engine-failed", gettext_noop("{engine} could not pair the round: {reason}"))
NOT_THERE = sentence("engine-not-there", gettext_noop("{engine} can't be started: {reason}."))

SECONDS = 120


class Engine(NamedTuple):
    """A program that pairs: its name, the dialect that it reads and its command."""

    name: str
    dialect: str
    command: tuple[str, ...]

    def arguments(self, source: Path, target: Path, round: int) -> list[str]:
        """Return the command to pair a round of the file `source`; the answer is in `target` or on stdout."""
        if self.name == "gacrux":
            return [*self.command, "-i", str(source), "-p", "-n", str(round), "-dT"]
        return [*self.command, "--dutch", str(source), "-p", str(target)]


GACRUX = Engine("gacrux", TRF26, (sys.executable, "-m", "gacrux.pairingchecker"))


def chosen() -> Engine:
    """Return bbpPairings where BBP_PATH names its binary, and else gacrux."""
    if path := os.environ.get("BBP_PATH"):
        return Engine("bbpPairings", TRF16, (path,))
    return GACRUX


def pair(
    facts: Crosstable,
    absent: Mapping[int, str] | None = None,
    settings: dutch.Settings = dutch.USUAL,
    engine: Engine | None = None,
    seconds: float = SECONDS,
) -> Pairing:
    """Pair the next round by FIDE Dutch and check the answer. Raise Refusal where there is no legal one in time.

    `absent` gives H, F or Z for those who asked for no opponent.

    Round 1 is paired by ourselves unless it is accelerated or something is forbidden.
    """
    absent = absent or {}
    past = history.read(facts, absent)
    if past.round == 1 and not settings.records.accelerated:
        pairing = dutch.first_round(past.order, settings)
        if not faults(pairing, past, settings.limits):
            return pairing
    engine = engine or chosen()
    text = dutch.request(facts, absent, settings, engine.dialect)
    return dutch.answer(run(engine, text, past.round, seconds), past, settings, engine.name)


def run(engine: Engine, text: str, round: int, seconds: float = SECONDS) -> str:
    """Give an engine a tournament file and return the text of its answer."""
    with tempfile.TemporaryDirectory(prefix="pairing-") as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        source.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(  # noqa: S603 - the command is ours or the operator's
                engine.arguments(source, target, round), capture_output=True, timeout=seconds, cwd=folder, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise Refusal(TOO_SLOW, field="engine", engine=engine.name, seconds=seconds) from error
        except OSError as error:
            raise Refusal(NOT_THERE, field="engine", engine=engine.name, reason=error.strerror) from error
        if done.returncode:
            reason = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
            raise Refusal(
                FAILED, field="engine", engine=engine.name, reason=reason[-1][:200] if reason else done.returncode
            )
        return target.read_text("utf-8") if target.exists() else done.stdout.decode("utf-8", "replace")
