"""Command of `make mutants`: `python -m tests.mutants [--again] [FILE …]`, each file in a process of its own.

Report killed and survived mutants of every file, and fail where fewer than 95 % of them are killed. `--again` tries
only those that survived the last time: for whoever writes tests against them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

MEMORY = Path("var/mutants")
PLAN = Path(__file__).parent / "plan.toml"
ENOUGH = 0.95


class Work(NamedTuple):
    """One file: its nearest tests, the processor seconds for its mutants, and the equivalent ones with the reasons."""

    path: str
    tests: list[str]
    seconds: float
    equivalent: dict[str, str]


def read_plan() -> dict[str, Work]:
    """Return the work of each file by its path."""
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    equivalent = plan.get("equivalent", {})
    return {
        path: Work(path, group["tests"], group["seconds"], equivalent.get(path, {}))
        for group in plan["group"]
        for pattern in group["files"]
        for path in sorted(map(str, Path().glob(pattern)))
        if not path.endswith("__init__.py")
    }


def main(arguments: list[str]) -> int:
    plan = read_plan()
    again = "--again" in arguments
    arguments = [argument for argument in arguments if argument != "--again"]
    if arguments[:1] == ["--one"]:
        return run_file(plan[arguments[1]], again)
    chosen = [path for path in plan if not arguments or any(path.startswith(name) for name in arguments)]
    if not chosen:
        print(f"{PLAN.name} lists no such file. It lists:", *plan, sep="\n  ")
        return 2
    command = [sys.executable, "-m", "tests.mutants", *(["--again"] if again else []), "--one"]
    codes = [subprocess.call([*command, path]) for path in chosen]
    print(f"In {codes.count(0)} of {len(codes)} files at least {ENOUGH:.0%} of the mutants are killed.")
    return 1 if any(codes) else 0


def run_file(work: Work, again: bool) -> int:
    """Try the mutants of one file and print what became of them."""
    import pytest

    from tests.mutants.session import MutantSession

    started = time.monotonic()
    file = Path(work.path).resolve()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    memory = MEMORY / work.path.replace("/", ".").replace(".py", ".json")
    last = json.loads(memory.read_text(encoding="utf-8")) if again and memory.exists() else None
    session = MutantSession(file, work.seconds, set(work.equivalent), tree, last)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        pytest.main([*work.tests, "-q", "-x", "-p", "no:cacheprovider", "-o", "timeout=0"], plugins=[session])
    report = session.report
    if report is None:
        print(output.getvalue(), f"{work.path}: its tests fail without any mutant.", sep="\n")
        return 2
    MEMORY.mkdir(parents=True, exist_ok=True)
    memory.write_text(json.dumps([survivor.name for survivor in report.survived]), encoding="utf-8")
    total = report.killed + len(report.survived)
    share = report.killed / total if total else 1.0
    rest = f", {report.untried} beyond the budget" if report.untried else ""
    same = f", {len(work.equivalent)} equivalent" if work.equivalent else ""
    print(
        f"{work.path}: {share:.1%} — {report.killed} killed, {len(report.survived)} survived{same}{rest}; "
        f"{time.monotonic() - started:.0f} s"
    )
    for survivor in report.survived:
        print(f"  {work.path}:{survivor.line}: {survivor.name}{'' if survivor.tests else ' (no test comes here)'}")
    for name in report.stale:
        print(f"  {PLAN.name} lists an equivalent mutant that is no more: {name}")
    sys.stdout.flush()
    return 1 if share < ENOUGH or report.stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
