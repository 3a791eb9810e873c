"""What `make mutants` changes in a function, and what it leaves alone."""

import ast
import tomllib
from pathlib import Path

import pytest

from tests.mutants.mutators import mutants
from tests.mutants.plan import PLAN, read_plan

CHANGES = {
    # the body of a function, and its changes as before => after
    "return a < b": ["return a < b => return None", "a < b => a <= b"],
    "x = a and not b": ["x = a and (not b) => x = None", "a and (not b) => a or not b", "a and (not b) => a and b"],
    "x = 1": ["x = 1 => x = None", "x = 1 => x = 2"],
    "x += y": ["x += y => x = y", "x += y => x -= y"],
    "if a: pass": ["if a: => if True:", "if a: => if False:"],
    "while a: pass": ["while a: => while False:"],
    "call(a, b=c)": ["call(a, b=c) => pass", "call(a, b=c) => call(None, b=c)", "call(a, b=c) => call(a, b=None)"],
    "x[:2] = y": ["x[:2] = y => x[:2] = None", ":2 => :3", ":2 => :"],
    "raise Wrong": ["raise Wrong => pass"],
    "f(lambda: x)": ["f(lambda: x) => pass", "f(lambda: x) => f(lambda: None)", "f(lambda: x) => f(None)"],
    "zip(*a, strict=True)": ["zip(*a, strict=True) => pass"],
    "compute_once('x', f)": ["compute_once('x', f) => pass", "compute_once('x', f) => compute_once('x', None)"],
    "'''A docstring.'''": [],
    "assert a < b": [],
    "x: int": [],
    "def inner(a=1): return None": [],
}


def changes(source):
    return [mutant.name for mutant in mutants(ast.parse(source))]


@pytest.mark.parametrize(("body", "expected"), CHANGES.items())
def test_changes(body, expected):
    source = f"def f():\n    {body}"
    assert sorted(changes(source)) == sorted(f"f: {change}" for change in expected)


def test_equal_changes_are_numbered_and_methods_named_by_their_class():
    method = "    @decorated(3)\n    def f(self, a=4):\n        return\n        g(a)\n        g(a)"
    source = f"x = 1\nclass A:\n    y = 2\n{method}"
    assert changes(source) == [
        "A.f: g(a) => pass", "A.f: g(a) => g(None)", "A.f: g(a) => pass #2", "A.f: g(a) => g(None) #2",
    ]  # fmt: skip


def test_a_mutant_is_made_in_the_tree():
    tree = ast.parse("def f():\n    return a < b")
    next(mutant for mutant in mutants(tree) if "<=" in mutant.name).apply()
    assert ast.unparse(tree) == "def f():\n    return a <= b"


def test_the_plan_lists_files_and_tests_that_are_there():
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    patterns = [pattern for group in plan["group"] for pattern in (*group["files"], *group["tests"])]
    assert [pattern for pattern in patterns if not list(Path().glob(pattern))] == []
    assert plan.get("equivalent", {}).keys() <= read_plan().keys()
