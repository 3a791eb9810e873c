"""Listeners take everything newer than what they have: from the ring where its chain is complete, else the whole."""

import asyncio
import zlib
from itertools import pairwise

import pytest

from tournaments.live.broker import GZIP_HEADER, RING, SLICE, Broker, Frame, Key, Topic, pack
from tournaments.live.stream import Streams

KEY = Key(1, "standings", "en")


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
        self.listener.deliver = self.deliver
        self.got, self.woken = [], 0
        self.takes = asyncio.Event()
        self.takes.set()
        self.task = asyncio.create_task(self.wait())

    async def deliver(self, frames):
        await self.takes.wait()
        self.got += [frame.stamp for frame in frames]
        self.listener.have = frames[-1].stamp

    async def wait(self):
        while True:
            self.listener.bell.clear()
            if self.listener.writing:
                await self.listener.writing
                self.listener.writing = None
            if frames := self.listener.topic.newer(self.listener.have):
                await self.deliver(frames)
            await self.listener.bell.wait()
            self.woken += 1


async def move(topic, *stamps):
    for base, stamp in pairwise(stamps):
        frame = Frame(base, stamp, b"")
        topic.publish(stamp, None, frame)
        await topic.hand_out(frame)


def test_who_waits_is_handed_a_frame_without_being_woken_and_the_others_lose_nothing():
    async def scene():
        broker = Broker()
        clients = waiting, slow, behind = Client(broker), Client(broker), Client(broker, "e-0")
        topic = waiting.listener.topic
        topic.publish("e-0", None, None)
        topic.publish("e-1", None, Frame("e-0", "e-1", b""))
        behind.takes.clear()  # still busy with the first frame when the next ones come
        await asyncio.sleep(0)
        slow.takes.clear()
        await move(topic, "e-1", "e-2", "e-3")
        assert (waiting.got, waiting.woken) == (["e-2", "e-3"], 0)
        assert slow.got == behind.got == []
        for client in clients:
            client.takes.set()
        async with asyncio.timeout(30):
            while {client.listener.have for client in clients} != {"e-3"}:
                await asyncio.sleep(0)
        for client in clients:
            client.task.cancel()
        return slow.got, behind.got

    assert asyncio.run(scene()) == (["e-2", "e-3"], ["e-1", "e-2", "e-3"])


def test_a_stream_that_fails_while_it_is_handed_a_frame_fails_alone():
    async def scene():
        broker = Broker()
        broken, sound = Client(broker), Client(broker)

        async def fail(frames):
            raise OSError("the client is gone")

        broken.listener.deliver = fail
        broken.listener.topic.publish("e-1", None, None)
        await asyncio.sleep(0)
        await move(sound.listener.topic, "e-1", "e-2")
        assert sound.got == ["e-2"]
        with pytest.raises(OSError, match="is gone"):
            await asyncio.wait_for(broken.task, 30)
        sound.task.cancel()

    asyncio.run(scene())


def test_a_stream_that_ends_while_it_is_handed_a_frame_leaves_nothing_behind():
    async def scene():
        streams, never, takes = Streams(), asyncio.Event(), True
        topic = streams.broker.join(KEY, "e-1").topic
        topic.publish("e-1", None, None)
        listener = streams.broker.join(KEY, "e-1")

        async def send(message):
            if not takes:
                await never.wait()

        serving = asyncio.create_task(streams.serve(listener, {"headers": []}, never.wait, send))
        while not listener.bell.is_awaited:
            await asyncio.sleep(0)
        takes = False
        await move(topic, "e-1", "e-2")
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        await asyncio.sleep(0)
        return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    assert asyncio.run(scene()) == []


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
        await broker.heartbeat()
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
