"""Requests with a body are read before they take a place, and refused where they are too slow or too large."""

import asyncio

from config.http import admission, refusals, uploads
from config.http.admission import Admission
from tests.site.accounts.visitors import FORGED, NARROW, Site, settle


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

        await Admission(app, NARROW | {"public": 1, "staff": 1})({"type": "http", "headers": []}, receive, None)
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

        await Admission(app, NARROW | {"public": 1, "staff": 1})({"type": "http", "headers": []}, receive, None)
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

        limits = NARROW | {"public": 1, "staff": 1}
        await Admission(None, limits)({"type": "http", "headers": []}, receive, send)
        assert (sent[0]["status"], sent[1]["body"].decode()) == (413, refusals.TOO_LARGE)
        assert (b"connection", b"close") in sent[0]["headers"], "it would go on sending"
        assert len(b"".join(taken)) == admission.LARGEST_BODY + 2**22

    asyncio.run(story())
