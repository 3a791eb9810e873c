"""The mutants of some files in one pytest session: each in a process forked from it, its function put in place there.

The session first runs the tests as they are and notes which test reaches which line; a mutant then meets only the tests
that reach it, the quickest first.
"""

from __future__ import annotations

import ast
import gc
import os
import resource
import shutil
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tests.mutants.mutators import Mutant, mutants
from tests.mutants.plan import Work

COVERAGE = sys.monitoring.COVERAGE_ID
LINE, START = sys.monitoring.events.LINE, sys.monitoring.events.PY_START
MEMORY = 1 << 30  # bytes that a mutant may use beyond what is there
PASSED, FAILED = 0, 1
ENOUGH = 0.95


class Report(NamedTuple):
    """What became of a file's mutants; `untried` ones didn't fit into the budget, `stale` equivalents are none."""

    path: str
    killed: int
    survived: list[str]
    untried: int
    equivalent: int
    stale: list[str]

    @property
    def share(self) -> float:
        total = self.killed + len(self.survived)
        return self.killed / total if total else 1.0

    @property
    def is_enough(self) -> bool:
        return self.share >= ENOUGH and not self.stale

    def __str__(self) -> str:
        more = [f"{self.equivalent} equivalent"] if self.equivalent else []
        more += [f"{self.untried} beyond the budget"] if self.untried else []
        counts = ", ".join([f"{self.killed} killed", f"{len(self.survived)} survived", *more])
        stale = [f"  The plan lists an equivalent mutant that is no more: {name}" for name in self.stale]
        return "\n".join([f"{self.path}: {self.share:.1%} — {counts}", *stale])


class File:
    """One file under test: its tree, the functions made from it, and the tests that reach its lines."""

    def __init__(self, work: Work) -> None:
        """Read the file and find its functions, also where a decorator hides them."""
        self.work, self.path = work, str(Path(work.path).resolve())
        self.tree = ast.parse(Path(work.path).read_text(encoding="utf-8"))
        self.functions = [
            item
            for item in gc.get_objects()
            if isinstance(item, FunctionType) and item.__code__.co_filename == self.path
        ]
        self.tests: dict[int, set[int]] = defaultdict(set)  # line -> numbers of tests

    def tests_of(self, mutant: Mutant) -> set[int]:
        return {test for line in mutant.lines for test in self.tests[line]}

    def change(self, mutant: Mutant) -> None:
        """Put the mutant's code into every function made from the file."""
        mutant.apply()
        changed = compile(ast.fix_missing_locations(self.tree), self.path, "exec", dont_inherit=True)
        codes: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
        for code in _nested(changed):
            codes[code.co_qualname, code.co_firstlineno].append(code)
        for function in self.functions:
            code = function.__code__
            for new in codes[code.co_qualname, code.co_firstlineno]:
                if new.co_freevars == code.co_freevars:
                    function.__code__ = new


class MutantSession:
    """A pytest plugin that replaces the loop over the tests."""

    def __init__(self, works: Sequence[Work], again: bool) -> None:
        """Take the files; `again` tries only what survived the last time."""
        self.works, self.again = works, again
        self.reports: list[Report] = []
        self.failed = False
        self.reached: set[tuple[str, int]] = set()
        self.seconds: dict[int, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as they are, then each mutant of each file."""
        gc.unfreeze()
        files = [File(work) for work in self.works]
        self._run_unchanged(session, files)
        if self.failed or self._fork(session, [*self.seconds]) != PASSED:
            pytest.exit("the tests fail without any mutant", returncode=2)
        self.caches = [item for item in gc.get_objects() if isinstance(item, _lru_cache_wrapper)]
        gc.collect()
        gc.freeze()  # a child that collects garbage copies every page
        for file in files:
            self.reports.append(self._try_all(session, file))
            file.work.keep_survivors(self.reports[-1].survived)
            print(self.reports[-1], file=sys.__stdout__, flush=True)
        return True

    def _run_unchanged(self, session: pytest.Session, files: list[File]) -> None:
        """Run every test, and note how long it takes and which lines it reaches."""
        monitoring, of_path = sys.monitoring, {file.path: file for file in files}
        monitoring.use_tool_id(COVERAGE, "mutants")
        monitoring.register_callback(COVERAGE, LINE, self._reach)
        # A function on a single line has no event for that line.
        monitoring.register_callback(COVERAGE, START, lambda code, _: self._reach(code, code.co_firstlineno))
        for code in {code for file in files for function in file.functions for code in _nested(function.__code__)}:
            monitoring.set_local_events(COVERAGE, code, LINE | START)
        for number in range(len(session.items)):
            self.reached.clear()
            monitoring.restart_events()
            started = time.process_time()
            _run(session, number)
            self.seconds[number] = time.process_time() - started
            for path, line in self.reached:
                of_path[path].tests[line].add(number)
        monitoring.free_tool_id(COVERAGE)

    def _reach(self, code: CodeType, line: int) -> Any:
        self.reached.add((code.co_filename, line))
        return sys.monitoring.DISABLE

    def _try_all(self, session: pytest.Session, file: File) -> Report:
        """Try mutants until the budget is used up, in an order that spreads them over the file."""
        every, equivalent = list(mutants(file.tree)), file.work.equivalent.keys()
        only = file.work.survivors() if self.again else None
        chosen = [each for each in every if each.name not in equivalent and (only is None or each.name in only)]
        killed, untried, survived, started = 0, 0, list[str](), _processor_seconds()
        for number in sorted(range(len(chosen)), key=lambda number: number * 0.6180339887 % 1):
            mutant, tests = chosen[number], file.tests_of(chosen[number])
            if _processor_seconds() - started > file.work.seconds:
                untried += 1
            elif tests and self._fork(session, sorted(tests, key=self.seconds.__getitem__), file, mutant) != PASSED:
                killed += 1
            else:
                survived.append(mutant.name)
                unseen = "" if tests else " (no test comes here)"
                print(f"  {file.work.path}:{mutant.line}: {mutant.name}{unseen}", file=sys.__stdout__, flush=True)
        stale = sorted(equivalent - {mutant.name for mutant in every})
        return Report(file.work.path, killed, survived, untried, len(equivalent), stale)

    def _fork(
        self, session: pytest.Session, tests: list[int], file: File | None = None, mutant: Mutant | None = None
    ) -> int:
        """Run tests in a child process, changed by a mutant. Return PASSED, or anything else where one fails."""
        from django.db import connections

        connections.close_all()
        limit = 2 + 3 * sum(self.seconds[test] for test in tests)
        if child := os.fork():
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        try:
            gc.disable()
            _silence()
            _limit(limit)
            _own_database()
            if file and mutant:
                file.change(mutant)
                for cache in self.caches:
                    cache.cache_clear()
            for test in tests:
                _run(session, test)
                if self.failed:
                    os._exit(FAILED)
            os._exit(PASSED)
        except BaseException:
            os._exit(FAILED)


def _processor_seconds() -> float:
    """Return what the children of this process have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _nested(code: CodeType) -> list[CodeType]:
    return [code, *(inner for item in code.co_consts if isinstance(item, CodeType) for inner in _nested(item))]


def _run(session: pytest.Session, number: int) -> None:
    """Run one test; what the session has set up stays for the next one."""
    item = session.items[number]
    item.ihook.pytest_runtest_protocol(item=item, nextitem=session)


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _limit(seconds: float) -> None:
    """End this process where a mutant never ends, or eats the memory."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 100 * seconds)  # a deadlock needs no processor
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)


def _own_database() -> None:
    """Give this process a copy of the test database: a mutant must not leave anything behind."""
    from django.db import connection

    file = Path(connection.settings_dict["NAME"])
    if file.name == "test.sqlite3" and file.exists():
        connection.settings_dict["NAME"] = shutil.copy(file, file.with_name("mutant.sqlite3"))
