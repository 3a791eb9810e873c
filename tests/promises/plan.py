"""The promises as pages.toml and manual.toml list them: clauses, tests, and the change that breaks each.

    [["The draft is ready. Only the arbiters see it."]]
    clause = "Only the arbiters see it."
    tests = ["test_a_draft_is_seen_by_nobody"]
    file = "tournaments/access/reader.py"
    line = "if role is None:"
    broken = "if False:"

`line` stands once in the file. Written as `broken`, the clause is untrue, and one of the tests fails. Without a clause
the whole promise is meant; without a file only its tests are named.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Clause(NamedTuple):
    """A part of a promise that one change breaks; without a change where only tests are named."""

    promise: str
    clause: str
    tests: tuple[str, ...]
    file: str = ""
    line: str = ""
    broken: str = ""

    @property
    def name(self) -> str:
        return re.sub(r"\W+", "-", self.clause).strip("-")[:60]


def read_promises(name: str) -> dict[str, list[Clause]]:
    """Return the clauses of each promise of a list, "pages" or "manual"."""
    promises = tomllib.loads((ROOT / f"tests/promises/{name}.toml").read_text("utf-8"))
    return {
        promise: [Clause(promise, **{"clause": promise, **each, "tests": tuple(each["tests"])}) for each in clauses]
        for promise, clauses in promises.items()
    }


def list_breakable() -> list[Clause]:
    """Return every clause that names the change that breaks it."""
    promises = [clauses for name in ("pages", "manual") for clauses in read_promises(name).values()]
    return [clause for clauses in promises for clause in clauses if clause.file]


@cache
def find_tests() -> dict[str, list[str]]:
    """Return the files that hold the tests of each name."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M):
            found.setdefault(name, []).append(file.relative_to(ROOT).as_posix())
    return found
