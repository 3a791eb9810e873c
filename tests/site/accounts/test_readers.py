"""Who reads an event is a value beside it: a row says what is stored and nothing about who looks at it."""

import ast
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from tests.site.factories import make_event
from tournaments.access.reader import Audience, Reader, reader_in_role, staff_reader
from tournaments.domain.accounts.roles import Role

MODELS = Path(__file__).resolve().parents[3] / "tournaments" / "models"


def test_an_event_has_no_attribute_that_others_must_set():
    path = MODELS / "events.py"
    loose = [
        f"{path.name}:{line.lineno}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and "models.Model" in map(ast.unparse, node.bases)
        for line in node.body
        if isinstance(line, (ast.Assign, ast.AnnAssign))
        and isinstance(line.value, (ast.Constant, ast.UnaryOp, ast.Name))
    ]
    assert loose == [], "a value that a query sets belongs to a value of its own, such as Reader"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "audience"),
    [
        ("", Audience.PUBLIC),
        (Role.DISPLAY, Audience.PUBLIC),
        (Role.ENTRY, Audience.STAFF),
        (Role.ARBITER, Audience.STAFF),
        (Role.OWNER, Audience.STAFF),
    ],
)
def test_a_role_decides_what_a_reader_sees(role, audience):
    assert reader_in_role(make_event(), role).audience == audience


@pytest.mark.django_db
def test_without_more_ado_an_event_is_read_as_the_public_reads_it():
    event = make_event()
    assert not Reader(event).is_staff
    assert staff_reader(event).is_staff
    with pytest.raises(FrozenInstanceError):
        Reader(event).audience = Audience.STAFF
