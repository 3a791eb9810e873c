"""Among visitors a free place goes to the network that has cost the least lately, by the time that was measured."""

import asyncio

import pytest

from config.http import admission, lanes
from config.http.lanes import HALF_LIFE, MOST_NETWORKS, Busy, Lane, Work
from tests.site.accounts.visitors import STAFF, Site, settle

HEAVY, LIGHT = ("192.0.2.66", 1), ("192.0.2.9", 1)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    for module in (lanes, admission):
        monkeypatch.setattr(module, "time", clock)
    return clock


class Course(Site):
    """A site in which each request works for one second of the clock, and that notes in which order they went in."""

    def __init__(self, clock, **places):
        super().__init__(**places)
        self.clock, self.order = clock, []

    async def app(self, scope, receive, send):
        self.order.append(scope["client"][0])
        await asyncio.sleep(0)
        self.clock.now += 1
        await super().app(scope, receive, send)


def ask(site, client, count, path, headers=()):
    return [asyncio.create_task(site.visit(headers, method="GET", path=path, client=client)) for _ in range(count)]


@pytest.mark.parametrize("path", ["/e/cup/player/1/", "/e/cup/crosstable/"])
@pytest.mark.parametrize("places", [1, 4])
def test_one_visitor_of_costly_pages_makes_nobody_else_wait_behind_all_of_them(clock, monkeypatch, path, places):
    monkeypatch.setattr(admission, "AT_ONCE", 1)

    async def story():
        site = Course(clock, public=places, staff=1)
        site.open.set()
        await asyncio.gather(*ask(site, HEAVY, 1, path))
        site.open.clear()
        flood = ask(site, HEAVY, 24, path)
        await settle()
        visit = ask(site, LIGHT, 1, "/e/other/player/1/")
        await settle()
        site.open.set()
        assert set(await asyncio.gather(*flood, *visit)) == {200}
        assert site.order.index(LIGHT[0]) <= 3  # the one before, the one that worked, and at most one more

    asyncio.run(story())


def test_what_a_network_has_cost_is_forgotten(clock):
    work = Work()
    work.add("a", 4.0)
    assert work.read("a") == 4.0
    clock.now += HALF_LIFE
    assert work.read("a") == pytest.approx(2.0)
    work.add("a", 1.0)
    assert work.read("a") == pytest.approx(3.0)
    assert work.read("b") == 0


def test_the_memory_of_networks_is_bounded(clock):
    work = Work()
    for number in range(MOST_NETWORKS + 10):
        work.add(f"n{number}", 1.0)
        work.add("asks again and again", 1.0)
    assert len(work.seconds_of) == MOST_NETWORKS
    assert work.read("asks again and again") > MOST_NETWORKS
    assert work.read("n0") == 0


def test_the_staff_is_not_measured_and_keeps_its_order(clock):
    async def story():
        site = Course(clock, public=1, staff=1)
        site.open.set()
        await asyncio.gather(*ask(site, HEAVY, 3, "/e/cup/desk/", STAFF))
        assert not site.admission.work.seconds_of
        assert site.admission.lanes["staff"].work is site.admission.lanes["entries"].work is None

    asyncio.run(story())


def test_a_failing_page_is_measured_too(clock):
    async def story():
        site = Site(public=1, staff=1)

        async def fail(scope, receive, send):
            clock.now += 2
            raise RuntimeError

        site.admission.app = fail
        with pytest.raises(RuntimeError):
            await site.visit(method="GET", path="/e/cup/", client=HEAVY)
        assert site.admission.work.read(HEAVY[0]) == 2

    asyncio.run(story())


def test_who_goes_away_while_waiting_leaves_the_place_to_the_next():
    async def story():
        lane = Lane(1, work=Work())
        went_in = []

        async def visit(name):
            async with lane.place(name):
                went_in.append(name)
                await hold.wait()

        hold = asyncio.Event()
        first, second, third = (asyncio.create_task(visit(name)) for name in "abc")
        await settle()
        assert lane.waiting == 2
        hold.set()
        await first  # the place is handed to the second, who leaves before it has run
        second.cancel()
        await asyncio.gather(second, third, return_exceptions=True)
        assert "c" in went_in
        assert (lane.free, lane.waiting, dict(lane.requests_of)) == (1, 0, {})

    asyncio.run(story())


def test_nobody_is_given_a_place_who_has_given_up_and_not_left_yet():
    async def story():
        lane = Lane(1)

        async def visit():
            async with lane.place():
                pass

        async with lane.place():
            first, second = (asyncio.create_task(visit()) for _ in range(2))
            await settle()
            first.cancel()
        assert (await asyncio.gather(first, second, return_exceptions=True))[1] is None
        assert (lane.free, lane.waiting) == (1, 0)

    asyncio.run(story())


def test_a_place_that_comes_too_late_is_not_lost(monkeypatch):
    monkeypatch.setattr(lanes, "PATIENCE", 0.01)

    async def story():
        lane = Lane(1)
        async with lane.place("a"):
            with pytest.raises(Busy):
                async with lane.place("b"):
                    pass
        assert (lane.free, lane.waiting) == (1, 0)

    asyncio.run(story())
