"""What tests send to a server as Python code: every name that it imports is there."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
IMPORT = re.compile(r"^from ((?:tournaments|tests|tiebreaks|pairing)[\w.]*) import ([\w, ]+)", re.MULTILINE)


def imports():
    """Yield a file, a module and a name for each import in the text of a test."""
    for file in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for module, names in IMPORT.findall(node.value):
                    yield from ((file.name, module, name.split(" as ")[0].strip()) for name in names.split(","))


@pytest.mark.parametrize(("file", "module", "name"), sorted(set(imports())))
def test_what_code_for_servers_imports_is_there(file, module, name):
    found = import_module(module)
    assert hasattr(found, name) or import_module(f"{module}.{name}")
