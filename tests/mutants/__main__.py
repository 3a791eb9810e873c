"""Command of `make mutants`: `python -m tests.mutants [--again] [FILE …]`. Files with the same tests share a process.

Report killed and survived mutants of every file, and fail where fewer than 95 % of them are killed. `--again` tries
only those that survived the last time: for writing tests against them.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys

from tests.mutants.plan import PLAN, Work, read_plan


def main(arguments: list[str]) -> int:
    plan = read_plan()
    again, here = "--again" in arguments, "--here" in arguments
    names = [argument for argument in arguments if not argument.startswith("--")]
    chosen = [work for path, work in plan.items() if not names or any(path.startswith(name) for name in names)]
    if not chosen:
        print(f"{PLAN.name} lists no such file. It lists:", *plan, sep="\n  ")
        return 2
    if here:
        return try_mutants(chosen, again)
    command = [sys.executable, "-m", "tests.mutants", "--here", *(["--again"] if again else [])]
    groups = dict.fromkeys(work.tests for work in chosen)
    codes = [subprocess.call([*command, *(work.path for work in chosen if work.tests == tests)]) for tests in groups]
    return max(codes)


def try_mutants(works: list[Work], again: bool) -> int:
    """Try the mutants of files that have the same tests, in this process."""
    import pytest

    from tests.mutants.session import MutantSession

    session = MutantSession(works, again)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        pytest.main([*works[0].tests, "-q", "-x", "-p", "no:cacheprovider", "-o", "timeout=0"], plugins=[session])
    if not session.reports:
        print(output.getvalue(), "The tests fail without any mutant.", sep="\n")
        return 2
    return 0 if all(report.is_enough for report in session.reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
