"""The limits in front of Django: so many requests at once, a short queue, and a lane of their own for the staff."""

import asyncio

import pytest

from config.http import admission, lanes, refusals, uploads
from config.http.admission import Admission
from tournaments.access import session_cache
from tournaments.access.client_address import read_client_address

STAFF = [(b"cookie", b"django_language=de; sessionid=abc")]
FORGED = [(b"cookie", b"sessionid=made-up")]


@pytest.fixture(autouse=True)
def signed_in():
    """Let the session of STAFF be one that Django has found to be true."""
    session_cache.remember_session("abc")
    yield
    session_cache.forget_session("abc")


class Site:
    """An application whose requests stay inside until it is opened; it counts them."""

    def __init__(self, public, staff):
        self.inside = self.most = 0
        self.open = asyncio.Event()
        self.admission = Admission(self.app, {"public": public, "staff": staff, "unverified": 1, "sign-in": 1})

    async def app(self, scope, receive, send):
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.open.wait()
        self.inside -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})

    async def visit(self, headers=(), send=None, client=None, **more):
        """Return the status of one request's answer."""
        sent = []

        async def keep(message):
            sent.append(message)

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "headers": list(headers), "client": client, **more}
        await self.admission(scope, receive, send or keep)
        return sent[0]["status"] if sent else None

    def visits(self, count, headers=()):
        return [asyncio.create_task(self.visit(headers)) for _ in range(count)]


async def settle():
    """Let every task run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)


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


def test_a_request_body_arrives_whole_and_once():
    async def story():
        pieces = [
            {"type": "http.request", "body": b"board=", "more_body": True},
            {"type": "http.request", "body": b"7"},
        ]
        seen = []

        async def receive():
            return pieces.pop(0)

        async def app(scope, receive, send):
            assert not pieces, "the body is there before a place is taken"
            seen.extend([(await receive())["body"], (await receive())["body"]])

        await Admission(app, {"public": 1, "staff": 1, "unverified": 1})({"type": "http", "headers": []}, receive, None)
        assert seen == [b"board=", b"7"]

    asyncio.run(story())


def test_a_large_body_arrives_whole_and_once():
    async def story():
        pieces = [{"type": "http.request", "body": bytes([n]) * 50_000, "more_body": n < 9} for n in range(10)]
        sent, seen = b"".join(piece["body"] for piece in pieces), []

        async def receive():
            return pieces.pop(0)

        async def app(scope, receive, send):
            assert not pieces, "the body is there before a place is taken"
            while not seen or seen[-1]["more_body"]:
                seen.append(await receive())

        await Admission(app, {"public": 1, "staff": 1, "unverified": 1})({"type": "http", "headers": []}, receive, None)
        assert b"".join(message["body"] for message in seen) == sent

    asyncio.run(story())


def test_who_uploads_slowly_holds_no_place_and_is_sent_away_at_last(monkeypatch):
    async def story():
        site, sent = Site(public=1, staff=1), []
        site.open.set()

        async def slowly():
            if sent:
                await asyncio.Event().wait()
            sent.append("a piece")
            return {"type": "http.request", "body": bytes(100_000), "more_body": True}

        async def send(message):
            sent.append(message)

        slow = asyncio.create_task(site.admission({"type": "http", "headers": FORGED}, slowly, send))
        await settle()
        assert await asyncio.wait_for(site.visit(FORGED), 5) == 200
        await slow
        assert sent[1]["status"] == 408
        assert not site.admission.uploads["unverified"].requests_of

    monkeypatch.setattr(uploads, "PATIENCE", 0.5)
    asyncio.run(story())


def test_what_would_fill_the_disk_is_refused_before_it_is_read():
    async def story():
        site = Site(public=1, staff=1)
        site.open.set()
        assert await site.visit([(b"content-length", str(2**24).encode())]) == 200
        assert await site.visit([(b"content-length", str(2**24 + 1).encode())]) == 413
        assert site.most == 1

    asyncio.run(story())


def test_a_body_of_no_stated_length_is_refused_where_it_grows_too_large():
    async def story():
        taken, sent = [], []

        async def receive():
            taken.append(b"x" * 2**22)
            return {"type": "http.request", "body": taken[-1], "more_body": True}

        async def send(message):
            sent.append(message)

        limits = {"public": 1, "staff": 1, "unverified": 1}
        await Admission(None, limits)({"type": "http", "headers": []}, receive, send)
        assert (sent[0]["status"], sent[1]["body"].decode()) == (413, refusals.TOO_LARGE)
        assert (b"connection", b"close") in sent[0]["headers"], "it would go on sending"
        assert len(b"".join(taken)) == admission.LARGEST_BODY + 2**22

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


def test_a_session_is_proven_for_a_while(monkeypatch):
    assert session_cache.is_known_session("abc")
    monkeypatch.setattr(session_cache, "LIFETIME", 0)
    assert not session_cache.is_known_session("abc")


def test_only_so_many_sessions_are_remembered(monkeypatch):
    monkeypatch.setattr(session_cache, "MAX_SESSIONS", 2)
    for key in ("one", "two", "three"):
        session_cache.remember_session(key)
    assert [session_cache.is_known_session(key) for key in ("one", "two", "three")] == [False, True, True]
    session_cache.remember_session("abc")


@pytest.mark.django_db
def test_django_proves_a_session_and_its_end(client):
    from django.contrib.auth.models import User

    client.cookies["sessionid"] = "made-up"
    client.get("/")
    assert not session_cache.is_known_session("made-up")
    client.force_login(User.objects.create_user("anna"))
    client.get("/")
    key = client.session.session_key
    assert session_cache.is_known_session(key)
    client.post("/signout/")
    assert not session_cache.is_known_session(key)
