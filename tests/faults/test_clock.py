"""The clock of the machine is set back by two hours while a round is being played, with libfaketime."""

import os
from pathlib import Path

import pytest

from tests.faults.hall import Hall
from tests.servers import tools
from tests.servers.server import SERVE
from tests.sizes import FULL

LIBRARY = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), "")
pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.timeout(300),
    pytest.mark.skipif(bool(tools.missing("faketime")), reason=tools.missing("faketime")),
    # One run in three stands still for SQLite's whole patience after the clock was set, whatever the server does.
    pytest.mark.skipif(not FULL, reason="libfaketime holds up waiting threads now and then: `make faults` runs it"),
]


def test_a_clock_set_back_disturbs_neither_entries_nor_pages(new_server, tmp_path):
    clock = tmp_path / "clock"
    set_clock(clock, "+0")
    looks = {"FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    hall = Hall(new_server(SERVE, **looks))
    hall.server.environment["LD_PRELOAD"] = LIBRARY
    hall.server.start()
    with hall.crowd(20) as crowd:
        with hall.arbiters() as arbiters:
            arbiters.wait_for(20)
            set_clock(clock, "-2h")
            arbiters.wait_for(20)
            hall.server.restart()
            arbiters.wait_for(5)
        hall.check(arbiters)
        crowd.wait(hall.stamp())
    times = [at for (at,) in hall.rows("SELECT at FROM tournaments_logentry ORDER BY version")]
    assert times != sorted(times), "the clock was not set back"


def set_clock(file, offset):
    """Replace the file in one step: the server reads it at every look at the clock."""
    draft = file.with_suffix(".new")
    draft.write_text(offset)
    os.replace(draft, file)
