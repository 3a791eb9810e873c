"""The limits in front of Django: so many requests at once, a short queue, and a lane of their own for the staff."""

import asyncio
import json

import pytest
from django.urls import resolve

from config.http import admission, lanes
from config.http.admission import lane_of
from tests.site.accounts.visitors import FORGED, STAFF, Site, settle
from tournaments.access.client_address import read_client_address
from tournaments.access.lane_pass import create_pass


@pytest.fixture(autouse=True)
def every_lane_by_itself(monkeypatch):
    """Let the lanes limit what works, and not what all of them may do at once."""
    monkeypatch.setattr(admission, "AT_ONCE", 100)


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


def test_a_program_that_is_refused_reads_why_from_any_origin():
    async def story():
        site = Site(public=1, staff=1)
        tasks = site.visits(1 + lanes.QUEUE)
        await settle()
        sent = []

        async def send(message):
            sent.append(message)

        await site.visit(send=send, path="/api/v1/events")
        headers = dict(sent[0]["headers"])
        assert (sent[0]["status"], headers[b"content-type"]) == (503, b"application/problem+json")
        assert headers[b"access-control-allow-origin"] == b"*"
        assert headers[b"access-control-expose-headers"] == b"Retry-After"
        said = json.loads(sent[1]["body"])
        assert (said["status"], said["code"]) == (503, "service-unavailable")
        assert said["detail"] == "The server is busy. Please try again in a moment."
        site.open.set()
        await asyncio.gather(*tasks)

    asyncio.run(story())


def test_who_is_cut_off_by_the_end_of_the_server_may_come_back():
    async def story():
        site, sent = Site(public=1, staff=1), []

        async def send(message):
            sent.append(message)

        task = asyncio.create_task(site.visit(send=send))
        await settle()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert sent[0]["status"] == 503

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
        flood = site.visits(2 + lanes.QUEUE)
        await settle()
        staff = site.visits(2, STAFF)
        await settle()
        assert site.inside == 4
        site.open.set()
        assert set(await asyncio.gather(*flood, *staff)) == {200}

    asyncio.run(story())


def test_results_go_in_two_at_a_time_and_wait_for_no_page_of_the_staff():
    async def story():
        site = Site(public=1, staff=1, entries=2)
        pages = site.visits(3, STAFF)
        entries = [
            asyncio.create_task(site.visit(STAFF, method="POST", path=f"/e/hall/desk/1/{board}/"))
            for board in range(1, 5)
        ]
        await settle()
        assert site.inside == 1 + 2
        site.open.set()
        assert await asyncio.gather(*pages, *entries) == [200] * 7
        assert site.most == 3

    asyncio.run(story())


def test_the_guide_states_the_places(settings):
    places, guide = settings.ADMISSION, (settings.BASE / "docs" / "deploy.md").read_text()
    for said in (
        f"{places['staff']} of the staff and {places['entries']} that enter a result",
        f"{places['sign-in']} that signs in",
        f"{places['public']} for pages of visitors, {places['costly']} for costly ones",
        f"{places['programs']} for programs with a token, {places['tokens']} for slips and projectors with a token",
        f"{places['unverified']} for sessions without a pass",
        f"{admission.OF_ONE_BROWSER * places['staff']}, and {admission.OF_ONE_BROWSER * places['entries']} results",
    ):
        assert said in guide


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
        assert share == (4 + lanes.QUEUE) * 3 // 4
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


LATER, EARLIER = 4_102_444_800, 1_700_000_000
TRUE_PASS = create_pass("abc", LATER)


@pytest.mark.parametrize(
    ("method", "path", "cookies", "lane"),
    [
        ("GET", "/e/hall/", "", "public"),
        ("GET", "/e/hall/", "sessionid=abc", "unverified"),
        ("GET", "/e/hall/", f"sessionid=abc; lane={TRUE_PASS}", "staff"),
        ("GET", "/e/hall/", f'broken cookie; x="; sessionid=abc; lane={TRUE_PASS}', "staff"),
        ("GET", "/e/hall/", f"lane={TRUE_PASS}", "public"),
        ("GET", "/e/hall/", f"sessionid=other; lane={TRUE_PASS}", "unverified"),
        ("GET", "/e/hall/", f"sessionid=abc; lane={create_pass('abc', EARLIER)}", "unverified"),
        ("GET", "/e/hall/", f"sessionid=abc; lane=4{TRUE_PASS}", "unverified"),
        ("GET", "/e/hall/", f"sessionid=abc; lane={TRUE_PASS[:-1]}", "unverified"),
        ("GET", "/e/hall/", "sessionid=abc; lane=4102444800.", "unverified"),
        ("GET", "/e/hall/", "sessionid=abc; lane=²³¹.x", "unverified"),
        ("GET", "/e/hall/", "sessionid=abc; lane=", "unverified"),
        ("POST", "/signin/", f"sessionid=abc; lane={TRUE_PASS}", "sign-in"),
        ("GET", "/e/hall/crosstable/", "", "costly"),
        ("GET", "/search/", "", "costly"),
        ("GET", "/e/hall/export/games.xlsx", "sessionid=abc", "costly"),
        ("GET", "/e/hall/export/games.xlsx", f"sessionid=abc; lane={TRUE_PASS}", "staff"),
        ("POST", "/e/hall/desk/3/12/", f"sessionid=abc; lane={TRUE_PASS}", "entries"),
        ("POST", "/e/hall/check/3/12/", f"sessionid=abc; lane={TRUE_PASS}", "entries"),
        ("POST", "/e/hall/desk/3/12/", "sessionid=abc", "unverified"),
        ("POST", "/e/hall/desk/undo/", f"sessionid=abc; lane={TRUE_PASS}", "staff"),
        ("GET", "/e/hall/desk/3/", f"sessionid=abc; lane={TRUE_PASS}", "staff"),
        ("GET", "/api/v1/events/hall/rounds", "", "costly"),
        ("GET", "/api/v1/events/hall", "", "public"),
        ("GET", "/slip/abc/", "", "tokens"),
        ("POST", "/slip/abc/", "sessionid=abc", "tokens"),
        ("GET", "/s/abc/", "", "tokens"),
    ],
)
def test_a_lane_is_chosen_by_pass_and_address(method, path, cookies, lane):
    scope = {"type": "http", "method": method, "path": path, "headers": [(b"cookie", cookies.encode("latin-1"))]}
    assert lane_of(scope) == lane


@pytest.mark.parametrize(
    ("query", "lane"), [("find=a", "costly"), ("page=2&find=%C3%A4", "costly"), ("find=", "public")]
)
def test_who_looks_for_a_name_waits_with_the_costly_pages(query, lane):
    """A made-up name makes a page of its own each time, which no memory holds."""
    scope = {"type": "http", "method": "GET", "path": "/e/hall/", "query_string": query.encode(), "headers": []}
    assert lane_of(scope) == lane


def test_programs_have_a_lane_where_they_show_a_token_and_ask_for_nothing_costly():
    headers = [(b"authorization", b"Bearer made-up")]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/events/hall/results", "headers": headers}
    assert lane_of(scope) == "programs"
    assert lane_of(scope | {"method": "GET", "path": "/api/v1/events/hall/standings"}) == "costly"
    assert lane_of(scope | {"path": "/e/hall/"}) == "public"


def test_every_costly_address_is_one_of_the_site():
    """A page that is renamed must not fall out of its lane."""
    paths = ["crosstable/", "statistics/", "screen/", "export/", "export/games.xlsx", "export/trf/", "preview.png"]
    paths += ["round/3/preview.png", "player/12/preview.png"]
    for path in paths:
        scope = {"type": "http", "method": "GET", "path": f"/e/hall/{path}", "headers": []}
        assert resolve(scope["path"])
        assert lane_of(scope) == "costly"


@pytest.mark.parametrize("page", ["desk", "check"])
def test_every_entry_is_an_address_of_the_site(page):
    assert resolve(f"/e/hall/{page}/3/12/").url_name in ("enter", "confirm")


def test_all_lanes_but_the_staff_work_a_few_at_a_time(monkeypatch):
    monkeypatch.setattr(admission, "AT_ONCE", 2)

    async def story():
        site = Site(public=4, staff=3)
        paths = ("/e/hall/", "/e/hall/", "/e/hall/crosstable/", "/slip/abc/")
        others = [asyncio.create_task(site.visit(method="GET", path=path)) for path in paths]
        await settle()
        assert site.inside == 2
        staff = site.visits(3, STAFF)
        await settle()
        assert site.inside == 5
        site.open.set()
        assert set(await asyncio.gather(*others, *staff)) == {200}

    asyncio.run(story())


def test_one_browser_of_the_staff_leaves_places_to_the_others():
    async def story():
        site = Site(public=1, staff=2)
        *flood, beyond = site.visits(2 * admission.OF_ONE_BROWSER + 1, STAFF)
        await settle()
        assert await beyond == 503
        other = [(b"cookie", f"sessionid=other; lane={create_pass('other', LATER)}".encode())]
        waiting = site.visits(1, other)
        await settle()
        site.open.set()
        assert set(await asyncio.gather(*flood, *waiting)) == {200}

    asyncio.run(story())


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
