"""The limits in front of Django: so many requests at once, a short queue, and a lane of their own for the staff."""

import asyncio

import pytest

from config.http import lanes
from tests.site.accounts.visitors import FORGED, STAFF, Site, settle
from tournaments.access import session_cache
from tournaments.access.client_address import read_client_address


@pytest.fixture(autouse=True)
def signed_in():
    """Let the session of STAFF be one that Django has found to be true."""
    session_cache.remember_session("abc")
    yield
    session_cache.forget_session("abc")


def test_no_more_than_the_limit_is_inside():
    async def story():
        site = Site(public=3, staff=1)
        tasks = site.visits(20)
        await settle()
        assert site.inside == 3
        site.open.set()
        assert await asyncio.gather(*tasks) == [200] * 20
        assert site.most == 3

    asyncio.run(story())


def test_beyond_the_queue_is_refused_at_once_with_a_time_to_come_back():
    async def story():
        site = Site(public=1, staff=1)
        tasks = site.visits(1 + lanes.QUEUE)
        await settle()
        sent = []

        async def send(message):
            sent.append(message)

        await site.visit(send=send)
        assert sent[0]["status"] == 503
        assert (b"retry-after", b"2") in sent[0]["headers"]
        site.open.set()
        assert set(await asyncio.gather(*tasks)) == {200}

    asyncio.run(story())


def test_who_waits_too_long_is_refused_and_frees_the_queue(monkeypatch):
    monkeypatch.setattr(lanes, "PATIENCE", 0.01)

    async def story():
        site = Site(public=1, staff=1)
        first, second = site.visits(2)
        assert await second == 503
        assert site.admission.lanes["public"].waiting == 0
        site.open.set()
        assert await first == 200

    asyncio.run(story())


def test_a_flood_of_spectators_leaves_the_staff_its_places():
    async def story():
        site = Site(public=2, staff=2)
        flood = site.visits(2 + 2 * lanes.QUEUE)
        await settle()
        staff = site.visits(2, STAFF)
        await settle()
        assert site.inside == 4
        site.open.set()
        assert set(await asyncio.gather(*flood, *staff)) == {200}

    asyncio.run(story())


def test_a_phone_that_reads_slowly_holds_no_place():
    async def story():
        site = Site(public=1, staff=1)
        site.open.set()
        never = asyncio.Event()

        async def stuck(message):
            await never.wait()

        slow = asyncio.create_task(site.visit(send=stuck))
        await settle()
        assert await asyncio.wait_for(site.visit(), 5) == 200
        slow.cancel()

    asyncio.run(story())


def test_an_error_inside_gives_the_place_back():
    async def fail(scope, receive, send):
        raise RuntimeError("inside")

    async def story():
        site = Site(public=1, staff=1)
        site.admission.app = fail
        for _ in range(3):
            with pytest.raises(RuntimeError):
                await site.visit()

    asyncio.run(story())


def test_one_address_leaves_a_quarter_for_the_others():
    async def story():
        site = Site(public=4, staff=1)
        share = site.admission.lanes["public"].share
        assert share == (4 + 4 * lanes.QUEUE) * 3 // 4
        flood = [asyncio.create_task(site.visit(client=("192.0.2.66", port))) for port in range(share)]
        await settle()
        assert await site.visit(client=("192.0.2.66", 1)) == 503
        others = [asyncio.create_task(site.visit(client=("192.0.2.9", port))) for port in range(3)]
        await settle()
        site.open.set()
        assert set(await asyncio.gather(*flood, *others)) == {200}
        assert await site.visit(client=("192.0.2.66", 1)) == 200
        assert not site.admission.lanes["public"].requests_of

    asyncio.run(story())


@pytest.mark.parametrize(
    ("client", "counted_as"),
    [
        (("192.0.2.9", 5), "192.0.2.9"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::"),
        (("2001:db8:1:2::9", 7), "2001:db8:1:2::"),
        (("::ffff:192.0.2.9", 7), "192.0.2.9"),
        (("::1", 7), "::1"),
        (("", 0), ""),
        (None, ""),
    ],
)
def test_an_address_of_ipv6_is_counted_by_its_network(client, counted_as):
    assert read_client_address({"client": client}) == counted_as


def test_made_up_cookies_hold_up_neither_staff_nor_spectators():
    async def story():
        site = Site(public=2, staff=2)
        flood = site.visits(1 + lanes.QUEUE, FORGED)
        await settle()
        assert site.inside == 1, "the narrow lane is all that they fill"
        others = site.visits(2, STAFF) + site.visits(2)
        await settle()
        assert site.inside == 5
        site.open.set()
        assert set(await asyncio.gather(*flood, *others)) == {200}

    asyncio.run(story())


def test_passwords_are_checked_one_by_one_beside_everybody_else():
    async def story():
        site = Site(public=2, staff=2)
        guesses = [
            asyncio.create_task(site.visit(headers, method="POST", path=path))
            for headers, path in [([], "/signin/"), (STAFF, "/signin/"), ([], "/admin/login/")]
        ]
        await settle()
        assert site.inside == 1
        others = [
            site.visit(method="GET", path="/signin/"),
            site.visit(method="POST", path="/s/slip/"),
            site.visit(STAFF),
        ]
        others = [asyncio.create_task(each) for each in others]
        await settle()
        assert site.inside == 4
        site.open.set()
        assert set(await asyncio.gather(*guesses, *others)) == {200}

    asyncio.run(story())
