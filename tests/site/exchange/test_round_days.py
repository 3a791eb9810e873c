"""The dates of the rounds in tournament files, from the times that the event keeps."""

import pytest

from tests.site.factories import make_event
from tournaments.access.reader import staff_reader
from tournaments.exports.tournament_file import write_tournament_file

pytestmark = pytest.mark.django_db

EMPTY = ""
FIRST = f"132{EMPTY:88}26/12/05"
SKIPS_ONE = f"{FIRST}{EMPTY:12}26/12/06"
OWN = {"1": "2026-12-05T23:30"}
ONE_LATER = OWN | {"3": "2026-12-06T10:00"}
OTHER = f"132{EMPTY:88}26/11/05"
DAYS_IN_A_ROW = f"{FIRST}  26/12/06"
LONG_YEARS = "132 2026/12/05"
# Times of the rounds, the record in the file that the event came from, and the one that is written.
WRITTEN = [
    ({}, "", ""),
    (OWN, "", FIRST),
    (ONE_LATER, "", SKIPS_ONE),
    ({}, OTHER, OTHER),
    (OWN, OTHER, FIRST),
    (ONE_LATER, SKIPS_ONE, SKIPS_ONE),
    (ONE_LATER, DAYS_IN_A_ROW, SKIPS_ONE),
    (OWN, LONG_YEARS, FIRST),
]


@pytest.mark.parametrize(("times", "kept", "record"), WRITTEN)
def test_the_file_has_the_dates_of_the_rounds(times, kept, record):
    lines = [line for line in (kept, "001") if line]
    event = make_event(round_times=times, time_zone="Asia/Tokyo", file_lines=lines)
    for dialect in ("TRF16", "TRF26"):
        text = write_tournament_file(staff_reader(event), dialect)
        assert [line for line in text.splitlines() if line.startswith("132")] == ([record] if record else [])
