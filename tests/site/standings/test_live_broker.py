"""Listeners take everything newer than what they have: from the ring where its chain is complete, else the whole."""

import asyncio
import zlib
from itertools import pairwise

import pytest

from tournaments.live.broker import GZIP_HEADER, RING, SLICE, Broker, Frame, Topic, ViewKey, pack

KEY = ViewKey(1, "standings", "en")


def topic_at(*stamps):
    """Return a topic that moved through the stamps, with a frame for each step."""
    topic = Topic(KEY)
    topic.publish(stamps[0], None, None)
    for base, stamp in pairwise(stamps):
        topic.publish(stamp, None, Frame(base, stamp, f"{base}>{stamp}".encode()))
    return topic


@pytest.mark.parametrize(
    ("way", "have", "frames"),
    [
        # the topic's way      the listener has   what it gets (None: the whole)
        ("e-1", "e-1", []),
        ("e-1 e-2 e-3", "e-3", []),
        ("e-1 e-2 e-3", "e-2", ["e-2>e-3"]),
        ("e-1 e-2 e-3", "e-1", ["e-1>e-2", "e-2>e-3"]),
        ("e-1 e-4", "e-1", ["e-1>e-4"]),
        ("e-1 e-4", "e-2", None),  # between two frames: it saw what one coalesced frame jumped over
        ("e-5 e-6", "e-4", None),  # older than the ring
        ("e-5 e-6", "e-7", None),  # a number from the future
        ("e-5 e-6", "f-5", None),  # another epoch
        ("e-5 e-6", None, None),  # a newcomer
        ("e-5 e-6", "<script>", None),
    ],
)
def test_a_listener_gets_the_chain_or_the_whole(way, have, frames):
    newer = topic_at(*way.split()).newer(have)
    assert (newer and [frame.data.decode() for frame in newer]) == (frames or newer)
    assert (newer is None) == (frames is None)


def test_an_undo_inside_one_coalescing_window_sends_the_whole():
    topic = topic_at("e-1")
    page = "e-2"  # rendered after the entry, before its frame
    topic.publish("e-3", None, Frame("e-1", "e-3", b"no row differs from e-1"))
    assert topic.newer(page) is None
    assert [frame.stamp for frame in topic.newer("e-1")] == ["e-3"]


def test_a_frame_of_another_base_breaks_the_chain():
    topic = topic_at("e-1", "e-2")
    topic.publish("e-4", None, Frame("e-3", "e-4", b""))
    assert topic.newer("e-1") is None
    assert topic.newer("e-2") is None
    assert len(topic.newer("e-3")) == 1


def test_a_state_without_a_frame_breaks_the_chain():
    topic = topic_at("e-1", "e-2")
    topic.publish("e-3", None, None)
    assert topic.newer("e-2") is None
    assert topic.newer("e-3") == []


def test_the_ring_forgets_the_oldest_and_grows_no_further():
    topic = topic_at(*(f"e-{number}" for number in range(RING + 10)))
    assert len(topic.ring) == RING
    assert topic.newer("e-8") is None
    assert len(topic.newer("e-9")) == RING


def test_a_sleeping_listener_wakes_to_everything_newer():
    async def scene():
        broker = Broker()
        listener = broker.join(KEY, "e-1")
        listener.topic.publish("e-1", None, None)
        listener.bell.clear()
        for number in (1, 2):
            frame = Frame(f"e-{number}", f"e-{number + 1}", b"")
            listener.topic.publish(frame.stamp, None, frame)
            await listener.topic.hand_out(frame)
        await asyncio.wait_for(listener.bell.wait(), 30)
        return [frame.stamp for frame in listener.topic.newer(listener.have)]

    assert asyncio.run(scene()) == ["e-2", "e-3"]


class Client:
    """A stream as the broker meets it: its task waits at the bell, and its client may stop taking."""

    def __init__(self, broker, have="e-1"):
        self.listener = broker.join(KEY, have)
        self.listener.push = self.push
        self.got, self.woken = [], 0
        self.takes = asyncio.Event()
        self.takes.set()
        self.task = asyncio.create_task(self.wait())

    def push(self, chunk):
        if self.takes.is_set():
            self.got.append(chunk)
        return self.takes.is_set()

    async def wait(self):
        while True:
            self.listener.bell.clear()
            for frame in self.listener.topic.newer(self.listener.have):
                await self.takes.wait()
                self.got.append(frame.chunk)
                self.listener.have = frame.stamp
            await self.listener.bell.wait()
            self.woken += 1


async def move(topic, *stamps):
    for base, stamp in pairwise(stamps):
        frame = Frame(base, stamp, stamp.encode())
        topic.publish(stamp, None, frame)
        await topic.hand_out(frame)


def chunks(*stamps):
    return [b"3\r\n%b\r\n" % stamp.encode() for stamp in stamps]


def test_who_waits_is_handed_a_frame_without_being_woken_and_the_others_lose_nothing():
    async def scene():
        broker = Broker()
        clients = waiting, slow, behind = Client(broker), Client(broker), Client(broker, "e-0")
        topic = waiting.listener.topic
        topic.publish("e-0", None, None)
        topic.publish("e-1", None, Frame("e-0", "e-1", b"e-1"))
        behind.takes.clear()  # still busy with the first frame when the next ones come
        await asyncio.sleep(0)
        slow.takes.clear()
        await move(topic, "e-1", "e-2", "e-3")
        await broker.heartbeat(Frame(None, "", b"..."))
        assert (waiting.got, waiting.woken) == (chunks("e-2", "e-3", "..."), 0)
        assert slow.got == behind.got == []
        for client in clients:
            client.takes.set()
        async with asyncio.timeout(30):
            while {client.listener.have for client in clients} != {"e-3"}:
                await asyncio.sleep(0)
        for client in clients:
            client.task.cancel()
        return slow.got, behind.got

    assert asyncio.run(scene()) == (chunks("e-2", "e-3"), chunks("e-1", "e-2", "e-3"))


def test_a_connection_that_closes_while_it_is_handed_a_frame_harms_nobody_else():
    async def scene():
        broker = Broker()
        clients = gone, sound = Client(broker), Client(broker)

        def closed(chunk):
            raise RuntimeError("the handler is closed")

        gone.listener.push = closed
        gone.listener.topic.publish("e-1", None, None)
        await asyncio.sleep(0)
        await move(sound.listener.topic, "e-1", "e-2")
        for client in clients:
            client.task.cancel()
        return sound.got, gone.woken

    assert asyncio.run(scene()) == (chunks("e-2"), 1)


@pytest.mark.parametrize("packed", [False, True])
def test_a_chunk_holds_the_bytes_of_its_frame(packed):
    frame = Frame("e-1", "e-2", b"data: x\n\n" * 100)
    size, _, rest = (frame.packed_chunk if packed else frame.chunk).partition(b"\r\n")
    assert rest == (frame.packed if packed else frame.data) + b"\r\n"
    assert int(size, 16) == len(rest) - 2


def test_others_have_their_turn_while_many_are_served():
    turns = 0

    async def somebody_else():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def scene():
        broker = Broker()
        clients = [Client(broker) for _ in range(3 * SLICE)]
        topic = clients[0].listener.topic
        topic.publish("e-1", None, None)
        other = asyncio.create_task(somebody_else())
        await asyncio.sleep(0)
        before = turns
        await move(topic, "e-1", "e-2")
        assert turns - before >= 3
        await broker.heartbeat(Frame(None, "", b"beat"))
        assert turns - before >= 6
        for task in (other, *(client.task for client in clients)):
            task.cancel()
        return {client.listener.have for client in clients}

    assert asyncio.run(scene()) == {"e-2"}


def test_a_topic_goes_with_its_last_listener():
    broker = Broker()
    first, second = broker.join(KEY, None), broker.join(KEY, None)
    assert first.topic is second.topic
    broker.leave(first)
    assert broker.events() == {1}
    broker.leave(second)
    assert broker.topics == {}


def test_packed_frames_join_into_one_gzip_stream():
    blocks = [Frame(None, "e-1", b"data: one\n\n" * 50), Frame(None, "e-2", b"data: two\n\n")]
    stream = GZIP_HEADER + b"".join(block.packed for block in blocks) + pack(b"bye")
    assert zlib.decompressobj(31).decompress(stream) == b"data: one\n\n" * 50 + b"data: two\n\nbye"
    assert len(blocks[0].packed) < 50
