"""The small mistakes: each mutant differs from its file in one node of one function.

Module level is left alone: its names are in use before a mutant could change them. So are annotations, decorators and
docstrings.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "lower": "upper", "upper": "lower"}
NOTHING = ast.Constant(None)
NAMING = {"cast", "compute_once"}  # their first argument names a type, or what is remembered: any other does as well
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant(NamedTuple):
    """One change: where it is, what it reads before and after, the lines that reach it, and how to make it.

    `name` is the same as long as the function reads the same; the second of two equal changes ends in "#2".
    """

    name: str
    line: int
    lines: range
    apply: Callable[[], None]


class Place(NamedTuple):
    """A field of a node, or one item of it where it is a list."""

    parent: ast.AST
    field: str
    number: int | None = None

    def put(self, node: ast.AST | None) -> None:
        if self.number is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.number] = node


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Yield every mutant of the functions of a module, in the order of its lines."""
    count: Counter[str] = Counter()
    for path, function in _functions(tree):
        for number, statement in enumerate(function.body):
            if _is_left_alone(statement):
                continue
            for place, node, lines in _nodes(Place(function, "body", number), statement):
                for new in _changes(place, node):
                    name = f"{path}: {_change(place, node, new)}"
                    count[name] += 1
                    name += f" #{count[name]}" if count[name] > 1 else ""
                    yield Mutant(name, getattr(node, "lineno", lines.start), lines, partial(place.put, new))


def _functions(node: ast.AST, path: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the outermost functions with their dotted names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield f"{path}{child.name}", child
        else:
            yield from _functions(child, f"{path}{child.name}." if isinstance(child, ast.ClassDef) else path)


def _nodes(place: Place, node: ast.AST, lines: range = range(0)) -> Iterator[tuple[Place, ast.AST, range]]:
    """Yield the nodes of a statement, each with the lines of the statement (of its head, where it has a body)."""
    if isinstance(node, ast.stmt):
        lines = range(node.lineno, max(_end(node), node.lineno + 1))
    yield place, node, lines
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or isinstance(value, ast.arguments):
            continue
        children = value if isinstance(value, list) else [value]
        places = [Place(node, field, number if isinstance(value, list) else None) for number in range(len(children))]
        if isinstance(node, ast.Call) and field == "args" and _name(node.func) in NAMING:
            places, children = places[1:], children[1:]
        for inside, child in zip(places, children, strict=True):
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                yield from _nodes(inside, child, lines)


def _name(function: ast.expr) -> str:
    """Return the last part of a function's name."""
    return getattr(function, "attr", getattr(function, "id", ""))


def _end(statement: ast.stmt) -> int:
    """Return the line behind a statement, or behind its head."""
    if isinstance(statement, ast.Match):
        return statement.cases[0].pattern.lineno
    if body := getattr(statement, "body", None):
        return int(body[0].lineno)
    return (statement.end_lineno or statement.lineno) + 1


def _changes(place: Place, node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield what may stand in the place of a node."""
    match node:
        case _ if type(node) in SWAPS:
            yield SWAPS[type(node)]()
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant(f"XX{value}")
        case ast.Name(id=name) if name in NAMES:
            yield ast.Name(NAMES[name], ast.Load())
        case ast.Attribute(value=value, attr=name) if name in NAMES:
            yield ast.Attribute(value, NAMES[name], ast.Load())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Lambda(args=arguments):
            yield ast.Lambda(arguments, NOTHING)
        case ast.Assign(targets=targets, value=value) if not _is_none(value):
            yield ast.Assign(targets, NOTHING)
        case ast.AnnAssign(target=target, annotation=annotation, value=value, simple=simple) if value:
            if not _is_none(value):
                yield ast.AnnAssign(target, annotation, NOTHING, simple)
        case ast.AugAssign(target=target, value=value):
            yield ast.Assign([target], value)
        case ast.Return(value=value) if value and not _is_none(value):
            yield ast.Return(NOTHING)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom() | ast.Await()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.keyword(arg=str(name), value=value) if not _is_none_or_false(value):
            yield ast.keyword(name, NOTHING)
    if place.field in ("test", "ifs"):
        if not isinstance(place.parent, ast.While):
            yield ast.Constant(True)
        yield ast.Constant(False)
    if isinstance(place.parent, ast.Slice) and node is not None:
        yield None
    is_argument = isinstance(place.parent, ast.Call) and place.field == "args"
    if is_argument and not isinstance(node, ast.Starred) and not _is_none_or_false(node):
        yield NOTHING


def _is_left_alone(node: ast.AST) -> bool:
    """Tell docstrings, assertions (`strict=` is one) and formatted strings from what a mutant may change."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_strict = isinstance(node, ast.keyword) and node.arg == "strict"
    return is_docstring or is_strict or isinstance(node, ast.Assert | ast.JoinedStr)


def _is_none(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_none_or_false(node: ast.AST | None) -> bool:
    """Tell whether None as an argument would mostly change nothing."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _change(place: Place, node: ast.AST, new: ast.AST | None) -> str:
    """Return what a mutant changes, before and after: a statement's first line, or the expression around the node."""
    around = None if isinstance(node, ast.stmt) else place.parent
    before = _text(around or node)
    place.put(new)
    after = _text(around or new)
    place.put(node)
    return f"{before} => {after}"


def _text(node: ast.AST | None) -> str:
    """Return the first line of a node as code."""
    return ast.unparse(ast.fix_missing_locations(node)).strip().splitlines()[0] if node else "nothing"
