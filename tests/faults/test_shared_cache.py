"""Pages that poll through nginx as a cache: few requests reach the servers, and nothing hidden is found any more."""

import re

import pytest

from tests.faults.hall import Hall
from tests.servers import tools
from tests.servers.caches import Cache
from tests.servers.pollers import GONE, Pollers
from tests.servers.server import SERVE, wait_for

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(bool(tools.missing("nginx")), reason=tools.missing("nginx")),
]
PAGES = 100
KEY = "from tournaments.models import Event; print(Event.objects.get(slug='hall').shared_key)"
WITHHOLD = """
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
withhold_results(Event.objects.get(slug="hall"), 1, COMMAND)
"""
SHARED = re.compile(r'crosstable_requests_total\{kind="(\w+)",status="\dxx"\} ([\d.]+)')


@pytest.fixture
def cached(new_server, tmp_path):
    """A hall, and nginx in front of its server that keeps what it may keep."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    hall = Hall(new_server(SERVE, LIVE_POLL_SECONDS="1"))
    hall.server.start()
    with Cache(folder, [hall.server]).running() as cache:
        yield hall, cache


def requests(server, kind):
    """Return how many requests of a kind a server has answered."""
    return sum(float(count) for name, count in SHARED.findall(server.get("/metrics/")) if name == kind)


def view(hall):
    return f"/shared/{hall.server.python(KEY).strip()}/en/hall/standings/"


def test_a_hundred_pages_cost_the_server_as_much_as_one(cached):
    hall, cache = cached
    with Pollers([cache.port], view(hall), PAGES) as pages:
        pages.connected()
        before, asked = requests(hall.server, "shared"), pages.state().requests
        with hall.arbiters(people=1, pause=1) as arbiters:
            arbiters.wait_for(6)
        pages.wait(hall.stamp())
        state = pages.state()
        reached, asked = requests(hall.server, "shared") - before, state.requests - asked
    seconds = asked / PAGES  # each asks once a second; a busy machine only makes that fewer
    assert state.refused == 0
    assert asked > 5 * PAGES
    assert reached <= 2 * seconds + 4, (reached, asked)


def test_the_first_page_is_kept_too(cached):
    hall, cache = cached
    before = requests(hall.server, "page")
    for _ in range(50):
        assert cache.status("/e/hall/?lang=de") == 200
    assert requests(hall.server, "page") - before < 25


def test_nobody_finds_what_was_withheld(cached):
    hall, cache = cached
    path = view(hall)
    with Pollers([cache.port], path, PAGES) as pages:
        pages.connected()
        with hall.arbiters(people=1, pause=0.2) as arbiters:
            arbiters.wait_for(2)
        pages.wait(stamp := hall.stamp())
        hall.server.python(WITHHOLD)
        pages.wait(GONE, patience=5)
    assert cache.status(f"{path}head/") == 410
    assert hall.server.status(f"{path}snapshot/{stamp}/") == 404
    new = view(hall)
    assert new != path
    for what in (f"snapshot/{stamp}/", f"steps/{stamp}/{hall.stamp()}/"):
        assert cache.status(new + what) == 404
    wait_for(lambda: cache.status(f"{new}head/") == 200, "the view under its new key")


def test_the_server_that_answers_for_a_view_may_go(new_server, tmp_path):
    folder = tmp_path / "nginx"
    folder.mkdir()
    hall = Hall(new_server(SERVE))
    both = [hall.server.start(), hall.beside().start()]
    with Cache(folder, both).running() as cache, Pollers([cache.port], view(hall), PAGES) as pages:
        pages.connected()
        other, answering = sorted(both, key=lambda server: requests(server, "shared"))
        assert requests(other, "shared") == 0, "one answers for all addresses of a view"
        answering.stop()
        with hall.arbiters(other, people=1, pause=0.2) as arbiters:
            arbiters.wait_for(3)
        pages.wait(hall.stamp())
        other.stop()
