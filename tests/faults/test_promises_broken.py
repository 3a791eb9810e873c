"""A few clauses of the promises, broken in a copy of the program; `make promises` breaks all."""

from random import Random

import pytest

from tests.promises.plan import list_breakable
from tests.promises.planting import Copy

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]
SAMPLE = 4


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return Copy(tmp_path_factory.mktemp("promises"))


# The same for each worker, and others whenever a clause is added.
@pytest.mark.parametrize("clause", Random(len(list_breakable())).sample(list_breakable(), SAMPLE), ids=lambda c: c.name)
def test_a_broken_promise_is_noticed(copy, clause):
    assert copy.notices(clause)


def test_a_test_that_does_not_look_there_is_reported(copy):
    """The check can fail: a line that no test of the clause reaches is not noticed."""
    clause = list_breakable()[0]._replace(
        tests=("test_a_password_is_stored_as_a_digest",), file="README.md", line="#", broken="##"
    )
    assert not copy.notices(clause)
