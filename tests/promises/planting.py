"""Break a promise in a copy of the program, and run the tests that hold it there."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.promises.plan import ROOT, Clause, find_tests

TESTS_FAILED = 1  # pytest's; anything else but 0 means that no test was run


class Copy:
    """The files that belong to the program, in a folder where they may be broken."""

    def __init__(self, folder: Path) -> None:
        """Copy what git lists, and what is compiled from it."""
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        names = [
            *listed.stdout.split("\0"),
            *(str(each.relative_to(ROOT)) for each in ROOT.glob("tournaments/locale/**/*.mo")),
        ]
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)
                shutil.copymode(ROOT / name, folder / name)

    def notices(self, clause: Clause) -> bool:
        """Return whether a test of the clause fails once its line is broken."""
        with self.breaking(clause):
            done = self.run(clause.tests)
        if done.returncode not in (0, TESTS_FAILED):
            raise RuntimeError(f"The tests of “{clause.clause}” can’t be run:\n{done.stdout}{done.stderr}")
        return done.returncode == TESTS_FAILED

    @contextlib.contextmanager
    def breaking(self, clause: Clause) -> Iterator[None]:
        path = self.folder / clause.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(clause.line, clause.broken, 1), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(whole, encoding="utf-8")

    def run(self, tests: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        nodes = [f"{file}::{name}" for name in tests for file in find_tests()[name]]
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *nodes]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
