"""The programs that pair FIDE's systems: our own, and foreign ones as processes with a time limit.

None of this is endorsed by FIDE. gacrux is a Python package of the same environment; BBP_PATH in the environment names
the binary of bbpPairings. They take minutes for a large open, so a round is paired in a job, never inside a request.
"""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pairing import dutch, team_swiss
from pairing.rules import history
from pairing.rules.boards import Pairing, Reason, because
from pairing.rules.legality import find_faults
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.scoring import find_decided_games
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.writer import TRF16, TRF26
from tournaments.operation import processes

TOO_SLOW = sentence("engine-too-slow", gettext_noop("{engine} gave no answer within {seconds} seconds."))
FAILED = sentence("engine-failed", gettext_noop("{engine} could not pair the round: {reason}"))
NOT_THERE = sentence("engine-not-there", gettext_noop("{engine} can’t be started: {reason}."))
ONLY_RESULTS = sentence(
    "engine-only-results",
    gettext_noop("{engine} does not know games with other points than usual, so Crosstable paired the round."),
)
GAVE_UP = sentence("engine-gave-up", gettext_noop("{engine} gave no usable answer, so another program was asked."))

# Another program is asked where one gives one of these answers.
GIVES_UP = frozenset({TOO_SLOW, FAILED, NOT_THERE, dutch.TOO_LARGE, dutch.EMPTY, dutch.ILLEGAL, dutch.UNREADABLE})

SECONDS = 120
LOOK_EVERY = 0.5
# The engine ends this long after its time even where its server was killed meanwhile.
GRACE = 5
MEMORY = 4 << 30  # gacrux takes 2 GB for 1,000 players

# Told every half second how long an engine has worked; may raise to end it.
Watch = Callable[[float], None]


def unwatched(seconds: float) -> None:
    """Let an engine work."""


class Engine(NamedTuple):
    """A program that pairs: its name, the dialect that it reads and its command."""

    name: str
    dialect: str
    command: tuple[str, ...]

    def arguments(self, source: Path, target: Path, round_number: int) -> list[str]:
        """Return the command to pair a round of the file `source`; the answer is in `target` or on stdout."""
        if self.name == "gacrux":
            return [*self.command, "-i", str(source), "-p", "-n", str(round_number), "-dT"]
        return [*self.command, "--dutch", str(source), "-p", str(target)]


GACRUX = Engine("gacrux", TRF26, (sys.executable, "-m", "gacrux.pairingchecker"))
OWN = Engine("Crosstable", TRF26, ())  # pairing.dutch and pairing.team_swiss, in this process


def choose_engine(of_teams: bool = False, wanted: str = "usual") -> Engine:
    """Return the engine of an event: our own unless another one is wanted and there."""
    return next((engine for engine in foreign_engines(of_teams) if engine.name == wanted), OWN)


def foreign_engines(of_teams: bool = False) -> list[Engine]:
    """Return the foreign programs for FIDE Dutch that are there, the faster one first; gacrux alone knows teams."""
    path = os.environ.get("BBP_PATH")
    return [*([Engine("bbpPairings", TRF16, (path,))] if path and not of_teams else []), GACRUX]


def pair_dutch(
    facts: Crosstable,
    absent: Mapping[int, str] | None = None,
    settings: dutch.Settings = dutch.USUAL,
    engine: Engine = OWN,
    seconds: float = SECONDS,
    watch: Watch = unwatched,
) -> Pairing:
    """Pair the next round by FIDE Dutch and check the answer. Raise Refusal where there is no legal one in time.

    `absent` gives H, F or Z for those who asked for no opponent. Where an engine gives up, another one takes over, and
    the notes say why. Round 1 is paired by ourselves where it is not accelerated, and a round after games with points
    that follow from no result: other programs read results alone.
    """
    absent = absent or {}
    past = history.read_history(facts, absent)
    if past.round == 1 and not settings.records.accelerated and (ours := first_round(past, settings)):
        return ours
    if any(find_decided_games(facts._replace(round_factors=""))):
        paired = ask_engine(OWN, facts, absent, settings, seconds, watch)
        why = () if engine == OWN else (because(ONLY_RESULTS, engine=engine.name),)
        return paired._replace(notes=(*paired.notes, *why))
    others = (OWN, *foreign_engines())
    return ask_in_turn(engine, others, lambda asked: ask_engine(asked, facts, absent, settings, seconds, watch))


def ask_in_turn(engine: Engine, others: Iterable[Engine], ask: Callable[[Engine], Pairing]) -> Pairing:
    """Ask an engine and, while those asked give up, the others. Raise what the first one said if nobody pairs."""
    refusals: list[tuple[Engine, Refusal]] = []
    for asked in (engine, *(other for other in others if other.name != engine.name)):
        try:
            pairing = ask(asked)
        except Refusal as refusal:
            if refusal.code not in GIVES_UP:
                raise
            refusals.append((asked, refusal))
        else:
            why = (reason for other, refusal in refusals for reason in explain_refusal(other, refusal))
            return pairing._replace(notes=(*pairing.notes, *why))
    raise refusals[0][1]


def ask_engine(
    engine: Engine,
    facts: Crosstable,
    absent: Mapping[int, str],
    settings: dutch.Settings,
    seconds: float = SECONDS,
    watch: Watch = unwatched,
) -> Pairing:
    """Let one engine pair the next round by FIDE Dutch, and check its answer. Raise Refusal."""
    past = history.read_history(facts, absent)
    if engine == OWN:
        found = dutch.pair_round(facts, absent, settings, limit_time(engine, seconds, watch))
        return dutch.check_own_answer(found, past, settings, engine.name)
    text = dutch.engine_input(facts, absent, settings, engine.dialect)
    return dutch.read_answer(run_engine(engine, text, past.round, seconds, watch), past, settings, engine.name)


def explain_refusal(engine: Engine, refusal: Refusal) -> tuple[Reason, Reason]:
    """Say that another engine was asked, and why."""
    fault = refusal.params.get("fault")
    why = fault if isinstance(fault, Reason) else because(refusal.code, **refusal.params)
    return because(GAVE_UP, engine=engine.name), why


def pair_teams(
    players: Crosstable,
    teams: Crosstable,
    absent: Mapping[int, str] | None = None,
    settings: team_swiss.Settings = team_swiss.USUAL,
    engine: Engine = OWN,
    seconds: float = SECONDS,
    watch: Watch = unwatched,
) -> Pairing:
    """Pair the next round of teams by C.04.6 and check the answer. Raise Refusal where there is no legal one in time.

    Where an engine gives up, another one takes over. Round 1 is folded without one where it is not accelerated.
    """
    absent = absent or {}
    past = history.read_history(teams, absent)
    if past.round == 1 and not settings.accelerated:
        ours = team_swiss.pair_first_round(past, settings)
        if not find_faults(ours, past, settings.limits):
            return ours
    others = (OWN, *foreign_engines(of_teams=True))
    return ask_in_turn(
        engine, others, lambda asked: ask_for_teams(asked, players, teams, absent, settings, seconds, watch)
    )


def ask_for_teams(
    engine: Engine,
    players: Crosstable,
    teams: Crosstable,
    absent: Mapping[int, str],
    settings: team_swiss.Settings,
    seconds: float = SECONDS,
    watch: Watch = unwatched,
) -> Pairing:
    """Let one engine pair the next round of teams, and check its answer. Raise Refusal."""
    past = history.read_history(teams, absent)
    if engine == OWN:
        found = team_swiss.pair_round(teams, absent, settings, limit_time(engine, seconds, watch))
        return team_swiss.check_own_answer(found, past, settings, engine.name)
    method = team_swiss.engine_method(teams, settings)
    text = team_swiss.engine_input(players, teams, absent, settings)
    answer = run_engine(engine._replace(command=(*engine.command, "-m", method)), text, past.round, seconds, watch)
    return team_swiss.read_answer(answer, past, settings, engine.name)


def first_round(past: history.History, settings: dutch.Settings) -> Pairing | None:
    """Pair round 1 ourselves; None where something is forbidden that the fold would do."""
    pairing = dutch.pair_first_round(past.order, settings, past.start_number)
    return None if find_faults(pairing, past, settings.limits) else pairing


def run_engine(engine: Engine, text: str, round_number: int, seconds: float = SECONDS, watch: Watch = unwatched) -> str:
    """Give an engine a tournament file and return the text of its answer. Raise Refusal, or what `watch` does."""
    with tempfile.TemporaryDirectory(prefix="pairing-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        said, complaint = Path(folder, "stdout"), Path(folder, "stderr")
        source.write_text(text, encoding="utf-8")
        with said.open("wb") as out, complaint.open("wb") as err:
            command = engine.arguments(source, target, round_number)
            status = run_process(engine, command, seconds, watch, cwd=folder, stdout=out, stderr=err)
        if status:
            lines = (complaint.read_bytes() or said.read_bytes()).decode("utf-8", "replace").strip().splitlines()
            raise Refusal(FAILED, field="engine", engine=engine.name, reason=lines[-1][:200] if lines else status)
        return (target if target.exists() else said).read_bytes().decode("utf-8", "replace")


def limit_time(engine: Engine, seconds: float, watch: Watch) -> Callable[[], None]:
    """Return what our own engine calls while it works: it watches, and ends what takes too long."""
    begun = looked = time.monotonic()

    def pause() -> None:
        nonlocal looked
        now = time.monotonic()
        if now - begun > seconds:
            raise Refusal(TOO_SLOW, field="engine", engine=engine.name, seconds=seconds)
        if now - looked > LOOK_EVERY:
            looked = now
            watch(now - begun)

    return pause


def run_process(engine: Engine, command: list[str], seconds: float, watch: Watch, **how: Any) -> int:
    """Run the process to its end and return its status; end it where it takes too long or `watch` raises."""
    if shutil.which(command[0]) is None:
        reason = os.strerror(errno.EACCES if Path(command[0]).exists() else errno.ENOENT)
        raise Refusal(NOT_THERE, field="engine", engine=engine.name, reason=reason)
    begun = time.monotonic()
    process = processes.start_limited(command, int(seconds) + GRACE, MEMORY, **how)
    try:
        while (used := time.monotonic() - begun) < seconds:
            watch(used)
            try:
                return process.wait(min(LOOK_EVERY, max(seconds - used, 0.01)))
            except subprocess.TimeoutExpired:
                continue
        raise Refusal(TOO_SLOW, field="engine", engine=engine.name, seconds=seconds)
    finally:
        if process.poll() is None:
            processes.end_with_children(process)
