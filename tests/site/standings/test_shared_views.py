"""What caches get of a public view: heads, whole states and steps, each under its own address, or a refusal."""

import asyncio
import gzip
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from config.http.shared_views import SharedViews
from tests.servers.live_events import ENTER, NEW_EVENT
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import COMMAND
from tournaments.live.stream import Streams
from tournaments.models import Event

KEY = "k1"
PATIENCE = 30
SECOND, MINUTE, NEVER = "public, max-age=0, s-maxage=1", "public, max-age=60", "no-store"
#  address below /shared/, at the state e-3 after e-1 and e-2    status  how long caches keep it
ANSWERS = """
    k1/en/cup/standings/head/                                    200     SECOND
    k1/de/cup/standings/head/                                    200     SECOND
    k1/en/cup/round-1/head/                                      200     SECOND
    k1/en/cup/version/head/                                      200     SECOND
    k2/en/cup/standings/head/                                    410     SECOND
    k1/en/secret/standings/head/                                 410     SECOND
    k1/en/nowhere/standings/head/                                410     SECOND
    k1/en/cup/round-2/head/                                      410     SECOND
    k1/it/cup/standings/head/                                    404     NEVER
    k1/en/cup/desk/head/                                         404     NEVER
    k1/en/cup/standings/                                         404     NEVER
    k1/en/cup/standings/head/e-3/                                404     NEVER
    k1/en/cup/standings/snapshot/e-3/                            200     MINUTE
    k1/en/cup/standings/snapshot/e-4/                            404     NEVER
    k1/en/cup/standings/snapshot/f-3/                            404     NEVER
    k1/en/cup/standings/snapshot/                                404     NEVER
    k2/en/cup/standings/snapshot/e-3/                            404     NEVER
    k1/en/cup/standings/steps/e-1/e-2/                           200     MINUTE
    k1/en/cup/standings/steps/e-2/e-3/                           200     MINUTE
    k1/en/cup/standings/steps/e-1/e-3/                           200     MINUTE
    k1/en/cup/standings/steps/e-2/e-2/                           404     NEVER
    k1/en/cup/standings/steps/e-3/e-2/                           404     NEVER
    k1/en/cup/standings/steps/e-0/e-3/                           404     NEVER
    k1/en/cup/standings/steps/e-1/e-4/                           404     NEVER
    k1/en/cup/standings/steps/e-1/                               404     NEVER
    k2/en/cup/standings/steps/e-1/e-2/                           404     NEVER
"""
STANDINGS = f"/shared/{KEY}/en/cup/standings/"


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes

    @property
    def stamps(self):
        return self.body.decode().split()


class Process:
    """What one process of the site answers below /shared/."""

    def __init__(self):
        self.streams = Streams()
        self.app = SharedViews(self.streams)

    async def ask(self, path, method="GET", **headers):
        sent = []

        async def send(message):
            sent.append(message)

        lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        await self.app({"type": "http", "method": method, "path": path, "headers": lines}, None, send)
        head, *parts = sent
        names = {name.decode(): value.decode() for name, value in head["headers"]}
        return Answer(head["status"], names, b"".join(part.get("body", b"") for part in parts))

    async def names(self, stamp, path=STANDINGS):
        """Ask for the head until it names a state."""
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.ask(f"{path}head/")).stamps[-1:] != [stamp]:
                await asyncio.sleep(0.05)
        return answer.stamps


@asynccontextmanager
async def processes(count=1):
    running = [Process() for _ in range(count)]
    try:
        yield running
    finally:
        for process in running:
            await process.streams.stop()


@pytest.fixture
def play(committed):
    names = {}
    exec(NEW_EVENT + ENTER, names)
    Event.objects.update(shared_key=KEY)
    return names


def key():
    return Event.objects.get(slug="cup").shared_key


async def walk(process, enter):
    """Let heads name e-1, e-2 and e-3, each of which is a result later."""
    await process.names("e-1")
    for board, stamp in ((1, "e-2"), (2, "e-3")):
        await asyncio.to_thread(enter, board, "10")
        stamps = await process.names(stamp)
    return stamps


def test_every_answer_is_of_the_state_that_was_asked_for(play):
    async def scene():
        async with processes() as (process,):
            assert await walk(process, play["enter"]) == ["e-1", "e-2", "e-3"]
            answers = {}
            for path, *_expected in map(str.split, ANSWERS.strip().splitlines()):
                answers[path] = await process.ask(f"/shared/{path}", cookie="sessionid=of-an-arbiter")
            return answers

    answers = asyncio.run(scene())
    got = [(path, str(each.status), each.headers["cache-control"]) for path, each in answers.items()]
    lines = [(path, status, globals()[keeps]) for path, status, keeps in map(str.split, ANSWERS.strip().splitlines())]
    assert got == lines
    for path, answer in answers.items():
        has_codings = answer.headers["cache-control"] == MINUTE
        assert answer.headers.get("vary") == ("Accept-Encoding" if has_codings else None), path
        assert "set-cookie" not in answer.headers, path
    body = {f"/shared/{path}".removeprefix(STANDINGS): answer.body for path, answer in answers.items()}
    assert body["snapshot/e-3/"].startswith(b"id: e-3\n") and b'data-whole="standings"' in body["snapshot/e-3/"]
    assert body["steps/e-1/e-3/"] == body["steps/e-1/e-2/"] + body["steps/e-2/e-3/"]
    assert body["steps/e-2/e-3/"].startswith(b"id: e-3\n") and b"data-rows" in body["steps/e-2/e-3/"]


def test_an_earlier_state_that_a_head_has_named_is_still_whole(play):
    async def scene():
        async with processes() as (process,):
            await walk(process, play["enter"])
            return await process.ask(f"{STANDINGS}snapshot/e-2/")

    answer = asyncio.run(scene())
    assert answer.status == 200 and answer.body.startswith(b"id: e-2\n")


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip", ""])
def test_bodies_come_in_the_coding_that_is_accepted(play, accepted):
    async def scene():
        async with processes() as (process,):
            await process.names("e-1")
            packed = await process.ask(f"{STANDINGS}snapshot/e-1/", accept_encoding=accepted)
            return packed, await process.ask(f"{STANDINGS}snapshot/e-1/")

    packed, plain = asyncio.run(scene())
    assert packed.headers.get("content-encoding", "") == accepted.partition(",")[0]
    if accepted == "gzip":
        assert gzip.decompress(packed.body) == plain.body
    assert (len(packed.body) < len(plain.body)) == bool(accepted)


def test_only_reading_is_allowed(play):
    async def scene():
        async with processes() as (process,):
            return await process.ask(f"{STANDINGS}head/", method="POST"), await process.ask(
                f"{STANDINGS}head/", method="HEAD"
            )

    posted, head = asyncio.run(scene())
    assert (posted.status, posted.headers["allow"]) == (405, "GET, HEAD") and head.status == 200


HIDING = {
    "the results of a round": lambda event: withhold_results(event, 1, COMMAND),
    "a name": lambda event: show_player(event, 1, COMMAND, pseudonym="Nemo"),
    "the event": lambda event: change_settings(event, {"is_public": False}, COMMAND),
}


@pytest.mark.parametrize("hidden", HIDING)
def test_what_is_hidden_leaves_every_old_address(play, hidden):
    """The old head is gone, the old states and steps are nowhere, and under the new key nothing leads from before."""

    async def scene():
        async with processes(2) as both:
            for process in both:
                await process.names("e-1")
            await asyncio.to_thread(play["enter"], 1, "==")
            old = [await process.names("e-2") for process in both]
            await asyncio.to_thread(lambda: HIDING[hidden](Event.objects.get(slug="cup")))
            new = await asyncio.to_thread(key)
            gone = [await heads_until_gone(process) for process in both]
            paths = [f"/shared/{each}/en/cup/standings/{what}" for each in (KEY, new) for what in OLD]
            answers = [await process.ask(path) for process in both for path in paths]
            fresh = [await process.ask(f"/shared/{new}/en/cup/standings/head/") for process in both]
            return old, new, gone, answers, fresh

    old, new, gone, answers, fresh = asyncio.run(scene())
    assert old[0][-1] == "e-2" and new != KEY
    assert gone == [410, 410]
    assert {answer.status for answer in answers} == {404}
    assert all(answer.status == (410 if hidden == "the event" else 200) for answer in fresh)
    assert all(len(answer.stamps) <= 1 for answer in fresh)


OLD = ("snapshot/e-1/", "snapshot/e-2/", "steps/e-1/e-2/", "steps/e-1/e-3/")


async def heads_until_gone(process):
    async with asyncio.timeout(5):
        while (answer := await process.ask(f"{STANDINGS}head/")).status == 200:
            await asyncio.sleep(0.05)
    return answer.status


def test_a_process_that_gathered_other_frames_says_so(play):
    """One that came later lacks the step, and has the whole of the present state."""

    async def scene():
        async with processes(2) as (early, late):
            await walk(early, play["enter"])
            stamps = await late.names("e-3")
            paths = ("steps/e-1/e-2/", "steps/e-2/e-3/", "snapshot/e-2/", "snapshot/e-3/")
            return stamps, [(await late.ask(STANDINGS + path)).status for path in paths]

    assert asyncio.run(scene()) == (["e-3"], [404, 404, 404, 200])


def test_a_burst_has_few_steps(play):
    """However often somebody asks, there are at most two states a second to step along, and each leads on."""

    def burst():
        for result in ("10", "01") * 12:
            play["enter"](1, result)

    async def scene():
        seen = []
        async with processes() as (process,):
            await process.names("e-1")
            began = asyncio.get_running_loop().time()
            entering = asyncio.create_task(asyncio.to_thread(burst))
            while not entering.done() or seen[-1][-1] != "e-25":
                seen.append((await process.ask(f"{STANDINGS}head/")).stamps)
                await asyncio.sleep(0.02)
            seconds = asyncio.get_running_loop().time() - began
            pairs = zip(seen[-1], seen[-1][1:], strict=False)
            return seen[-1], seconds, [(await process.ask(f"{STANDINGS}steps/{a}/{b}/")).status for a, b in pairs]

    stamps, seconds, steps = asyncio.run(asyncio.wait_for(scene(), PATIENCE))
    assert stamps[0] == "e-1" and set(steps) == {200}
    assert len(stamps) <= 2 * seconds + 2, seconds
