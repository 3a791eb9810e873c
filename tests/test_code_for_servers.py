"""What tests and benches send to a server as Python code: every name that it imports is there."""

import ast
import re
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parent
BENCH = TESTS.parent / "bench"
IMPORT = re.compile(r"^from ((?:tournaments|tests|tiebreaks|pairing)[\w.]*) import ([\w, ]+)", re.MULTILINE)


def imports():
    """Yield a file, a module and a name for each import in the text of a test, or by a bench itself."""
    for file in sorted([*TESTS.rglob("*.py"), *BENCH.glob("*.py")]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for module, names in IMPORT.findall(node.value):
                    yield from ((file.name, module, name.split(" as ")[0].strip()) for name in names.split(","))
            elif isinstance(node, ast.ImportFrom) and file.parent == BENCH and node.module:
                yield from ((file.name, node.module, name.name) for name in node.names)


def is_there(module, name):
    try:
        return hasattr(import_module(module), name) or import_module(f"{module}.{name}")
    except ImportError:
        return False


def test_what_code_for_servers_imports_is_there():
    imported = set(imports())
    assert ("live_events.py", "tournaments.actions.desk.entry", "enter_result") in imported
    assert [each for each in sorted(imported) if not is_there(*each[1:])] == []
