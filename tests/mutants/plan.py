"""The mutants to try: from plan.toml, or those that survived the last time."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import NamedTuple

PLAN = Path(__file__).parent / "plan.toml"
MEMORY = Path("var/mutants")


class Work(NamedTuple):
    """One file: its nearest tests, the processor seconds for its mutants, and the equivalent ones with the reasons."""

    path: str
    tests: tuple[str, ...]
    seconds: float
    equivalent: dict[str, str]

    @property
    def memory(self) -> Path:
        """Return where the names of the survivors are kept."""
        return MEMORY / self.path.replace("/", ".").replace(".py", ".json")

    def survivors(self) -> set[str] | None:
        """Return the names of the mutants that survived the last time; None where there was none."""
        return set(json.loads(self.memory.read_text(encoding="utf-8"))) if self.memory.exists() else None

    def keep_survivors(self, names: list[str]) -> None:
        MEMORY.mkdir(parents=True, exist_ok=True)
        self.memory.write_text(json.dumps(names), encoding="utf-8")


def read_plan() -> dict[str, Work]:
    """Return the work of each file by its path."""
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    equivalent = plan.get("equivalent", {})
    return {
        path: Work(path, tuple(group["tests"]), group["seconds"], equivalent.get(path, {}))
        for group in plan["group"]
        for pattern in group["files"]
        for path in sorted(map(str, Path().glob(pattern)))
        if not path.endswith("__init__.py")
    }
