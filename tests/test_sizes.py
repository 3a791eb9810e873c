"""At full size a test has longer than in `make test`, unless it or its file says how long."""

from pathlib import Path

import pytest

from tests import conftest


class CollectedTest:
    """A test as pytest hands it over, with the marks of its file."""

    path, fixturenames = Path(__file__), ()

    def __init__(self, *marks):
        self.own, self.of_file = [], list(marks)

    def get_closest_marker(self, name):
        return next((mark for mark in [*self.own, *self.of_file] if mark.name == name), None)

    def add_marker(self, mark):
        self.own.append(mark.mark)


@pytest.mark.parametrize(("seconds", "of_file", "expected"), [(1234, None, [1234]), (1234, 77, []), (None, None, [])])
def test_a_test_has_longer_at_full_size(monkeypatch, seconds, of_file, expected):
    monkeypatch.setattr(conftest, "PER_TEST", seconds)
    collected = CollectedTest(*([pytest.mark.timeout(of_file).mark] if of_file else []))
    conftest.pytest_collection_modifyitems([collected])
    assert [mark.args[0] for mark in collected.own] == expected
