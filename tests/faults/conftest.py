"""What the tests of faults share: a hall full of boards behind the real entry point."""

import pytest

from tests.faults.hall import Hall
from tests.servers.server import SERVE


@pytest.fixture
def hall(new_server):
    """A hall with its server running."""
    hall = Hall(new_server(SERVE))
    hall.server.start()
    return hall
