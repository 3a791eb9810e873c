"""One file's mutants in one pytest session: each in a process forked from it that puts the changed function in place.

The session first runs the file's tests as they are and notes which test reaches which line; a mutant then meets only
the tests that reach it, the quickest first.
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
from collections.abc import Collection
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tests.mutants.mutators import Mutant, mutants

COVERAGE = sys.monitoring.COVERAGE_ID
LINE = sys.monitoring.events.LINE
MEMORY = 1 << 30  # bytes that a mutant may use beyond what is there
PASSED, FAILED = 0, 1


class Survivor(NamedTuple):
    """A mutant that no test noticed, and how many tests came to its lines."""

    line: int
    name: str
    tests: int


class Report(NamedTuple):
    """What became of a file's mutants; `untried` ones didn't fit into the budget, `stale` equivalents are none."""

    killed: int
    survived: list[Survivor]
    untried: int
    stale: list[str]


class MutantSession:
    """A pytest plugin that replaces the loop over the tests."""

    def __init__(
        self, path: Path, budget: float, equivalent: set[str], tree: ast.Module, only: Collection[str] | None = None
    ) -> None:
        """Take the file and its tree, the processor seconds to spend, and names if `only` some mutants are wanted."""
        self.path, self.budget, self.equivalent = path, budget, equivalent
        self.tree, self.only = tree, only
        self.report: Report | None = None
        self.failed = False
        self.reached: set[int] = set()
        self.tests: dict[int, set[int]] = defaultdict(set)  # line -> numbers of tests
        self.seconds: dict[int, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as they are, then each mutant."""
        self.functions = _functions_of(self.path)
        self._run_unchanged(session)
        if self.failed:
            pytest.exit("the tests fail without any mutant", returncode=2)
        everything = [*self.seconds]
        if self._fork(session, None, everything) != PASSED:
            pytest.exit("the tests fail in a forked process", returncode=2)
        self.caches = [item for item in gc.get_objects() if isinstance(item, _lru_cache_wrapper)]
        gc.collect()
        gc.freeze()  # a child that collects garbage copies every page
        self.report = self._try_all(session, list(mutants(self.tree)))
        return True

    def _run_unchanged(self, session: pytest.Session) -> None:
        monitoring = sys.monitoring
        monitoring.use_tool_id(COVERAGE, "mutants")
        monitoring.register_callback(COVERAGE, LINE, self._reach)
        for code in {code for function in self.functions for code in _nested(function.__code__)}:
            monitoring.set_local_events(COVERAGE, code, LINE)
        for number in range(len(session.items)):
            self.reached.clear()
            monitoring.restart_events()
            started = time.process_time()
            _run(session, number)
            self.seconds[number] = time.process_time() - started
            for line in self.reached:
                self.tests[line].add(number)
        monitoring.free_tool_id(COVERAGE)

    def _reach(self, code: CodeType, line: int) -> Any:
        self.reached.add(line)
        return sys.monitoring.DISABLE

    def _try_all(self, session: pytest.Session, every: list[Mutant]) -> Report:
        """Try mutants until the budget is used up, in an order that spreads them over the file."""
        killed, untried, survived = 0, 0, list[Survivor]()
        chosen = [mutant for mutant in every if self.only is None or mutant.name in self.only]
        tried = [mutant for mutant in chosen if mutant.name not in self.equivalent]
        stale = self.equivalent - {mutant.name for mutant in every}
        for number in sorted(range(len(tried)), key=lambda number: number * 0.6180339887 % 1):
            mutant = tried[number]
            if self._used() > self.budget:
                untried += 1
                continue
            tests = {test for line in mutant.lines for test in self.tests[line]}
            result = self._fork(session, mutant, sorted(tests, key=self.seconds.__getitem__)) if tests else PASSED
            if result == PASSED:
                survived.append(Survivor(mutant.line, mutant.name, len(tests)))
            else:
                killed += 1
        return Report(killed, sorted(survived), untried, sorted(stale))

    def _used(self) -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def _fork(self, session: pytest.Session, mutant: Mutant | None, tests: list[int]) -> int:
        """Run tests in a child process, changed by a mutant. Return PASSED, or anything else where one fails."""
        from django.db import connections

        connections.close_all()
        limit = 2 + 3 * sum(self.seconds[test] for test in tests)
        if child := os.fork():
            status = os.waitpid(child, 0)[1]
            return os.waitstatus_to_exitcode(status)
        try:
            gc.disable()
            _silence()
            _limit(limit)
            _own_database()
            if mutant:
                self._change(mutant)
            for test in tests:
                _run(session, test)
                if self.failed:
                    os._exit(FAILED)
            os._exit(PASSED)
        except BaseException:
            os._exit(FAILED)

    def _change(self, mutant: Mutant) -> None:
        """Put the mutant's code into every function made from the file, and forget what was computed before."""
        mutant.apply()
        changed = compile(ast.fix_missing_locations(self.tree), str(self.path), "exec", dont_inherit=True)
        codes: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
        for code in _nested(changed):
            codes[code.co_qualname, code.co_firstlineno].append(code)
        for function in self.functions:
            code = function.__code__
            for new in codes[code.co_qualname, code.co_firstlineno]:
                if new.co_freevars == code.co_freevars:
                    function.__code__ = new
        for cache in self.caches:
            cache.cache_clear()


def _functions_of(path: Path) -> list[FunctionType]:
    """Return the functions that were made from a file, also where a decorator hides them."""
    gc.unfreeze()
    name = str(path)
    return [item for item in gc.get_objects() if isinstance(item, FunctionType) and item.__code__.co_filename == name]


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
    signal.setitimer(signal.ITIMER_REAL, 20 * seconds)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)


def _own_database() -> None:
    """Give this process a copy of the test database: a mutant must not leave anything behind."""
    from django.db import connection

    file = Path(connection.settings_dict["NAME"])
    if file.name == "test.sqlite3" and file.exists():
        connection.settings_dict["NAME"] = shutil.copy(file, file.with_name("mutant.sqlite3"))
