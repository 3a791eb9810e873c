"""From the database to the frame: what several writes leave behind, gathered into one frame, rendered once."""

import asyncio
import re

import pytest
from django.db import OperationalError

from tests.servers.live_events import BUMP, ENTER, NEW_EVENT
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.writing import COMMAND
from tournaments.live.broker import Broker, ViewKey
from tournaments.live.frames import Frames
from tournaments.live.render import read, snapshot, step
from tournaments.live.states import Gone
from tournaments.models import Event, Round


@pytest.fixture
def play(committed):
    """The small event, and what may happen to it."""
    names = {}
    exec(NEW_EVENT + BUMP + ENTER, names)
    names["key"] = ViewKey(names["event"].pk, "standings", "en")
    return names


def rows_of(data):
    return re.findall(r'<tbody id="(\w+)"', data.decode())


def test_the_same_rows_render_to_no_rows(play):
    before = read(play["key"])
    play["bump"]()
    data = step(before, read(play["key"]))
    assert rows_of(data) == []
    assert b'data-step="e-1 e-2"' in data and b'data-moved=""' in data and b"data-rows" not in data


def test_changed_rows_stand_in_the_new_order(play):
    before = read(play["key"])
    play["enter"](2, "01")
    data = step(before, read(play["key"]))
    assert rows_of(data)[0] == "p4"
    assert data.startswith(b"id: e-2\ndata: ")


def test_another_order_of_criteria_sends_columns_and_heads(play):
    before = read(play["key"])
    set_tiebreaks(Event.objects.get(slug="cup"), "PTS,BH,SB", COMMAND, "test")
    data = step(before, read(play["key"]))
    assert all(part in data for part in (b"data-cells", b"data-new", b'data-around="standings"'))
    assert b'data-whole="standings"' not in data
    assert re.findall(rb'<tbody id="(p.)">(.*?)</tbody>', data) == [(row.encode(), b"") for row in rows_of(data)]


def test_every_line_of_a_message_is_data(play):
    lines = snapshot(read(play["key"])).decode().removesuffix("\n\n").split("\n")
    assert [line.partition(":")[0] for line in lines] == ["id"] + ["data"] * (len(lines) - 1)


def test_writes_inside_one_window_become_one_frame_and_an_undo_leaves_no_wrong_row(play):
    """Enter, render a page, undo: the one frame has no rows, and the page gets the whole."""

    async def scene():
        broker = Broker()
        frames = Frames(broker)
        listener = broker.join(play["key"], "e-1")
        topic = listener.topic
        await frames.open(topic)
        await asyncio.to_thread(play["enter"], 1, "10")
        await asyncio.to_thread(undo_last_entry, play["event"], COMMAND)
        frames.report({play["key"].event: "e-3"})
        await asyncio.wait_for(frames.tasks[play["key"].event], 30)
        whole = await frames.snapshot(topic)
        frames.stop()
        return topic, whole

    topic, whole = asyncio.run(scene())
    (frame,) = topic.newer("e-1")
    assert (frame.base, frame.stamp) == ("e-1", "e-3")
    assert rows_of(frame.data) == []
    assert topic.newer("e-2") is None
    assert whole.stamp == "e-3"
    assert rows_of(whole.data) == ["p1", "p2", "p3", "p4"] and b">1</a>" not in whole.data


def test_a_write_reported_while_a_topic_opens_is_not_forgotten(play):
    """Between the reading of a topic's first state and its publication the watcher has nothing to compare with."""

    async def scene():
        frames = Frames(Broker())
        topic = frames.broker.join(play["key"], "e-1").topic
        work = frames.work

        async def slow_work(*task):
            state = await work(*task)
            await asyncio.to_thread(play["enter"], 1, "10")
            frames.report({play["key"].event: "e-2"})
            frames.work = work
            return state

        frames.work = slow_work
        await frames.open(topic)
        assert topic.stamp == "e-1"
        await asyncio.wait_for(frames.tasks[play["key"].event], 30)
        frames.stop()
        return topic

    assert asyncio.run(scene()).stamp == "e-2"


@pytest.mark.parametrize(("seconds", "rest"), [(0, 0.25), (0.0625, 0.25), (4, 12)])
def test_frames_rest_longer_than_they_take(play, monkeypatch, seconds, rest):
    """Entries come first, and what they write meanwhile goes into one frame."""
    rests, times = [], iter([10, 10 + seconds])

    async def note_rest(seconds):
        rests.append(seconds)

    async def scene():
        frames = Frames(Broker())
        frames.clock = lambda: next(times)
        await frames.open(frames.broker.join(play["key"], "e-1").topic)
        await asyncio.to_thread(play["enter"], 1, "10")
        monkeypatch.setattr("tournaments.live.frames.asyncio.sleep", note_rest)
        frames.report({play["key"].event: "e-2"})
        await asyncio.wait_for(frames.tasks[play["key"].event], 30)
        frames.stop()

    asyncio.run(scene())
    assert [each for each in rests if each] == [rest]


def test_who_waited_for_a_lost_database_rests_no_longer_for_it(play, monkeypatch):
    """A connection is awaited ten seconds: three times that, and pages would stand still long after it is back."""
    rests, times = [], iter([10, 20, 20, 20])

    async def note_rest(seconds):
        rests.append(seconds)

    async def scene():
        frames = Frames(Broker())
        frames.clock = lambda: next(times)
        topic = frames.broker.join(play["key"], "e-1").topic
        await frames.open(topic)
        await asyncio.to_thread(play["enter"], 1, "10")
        monkeypatch.setattr("tournaments.live.frames.asyncio.sleep", note_rest)
        work = frames.work

        async def lose_database(*_task):
            frames.work = work
            raise OperationalError

        frames.work = lose_database
        frames.report({play["key"].event: "e-2"})
        await asyncio.wait_for(frames.tasks[play["key"].event], 30)
        frames.stop()
        return topic.stamp

    assert asyncio.run(scene()) == "e-2"
    assert [each for each in rests if each] == [2, 0.25]


def test_the_streams_of_a_round_end_when_it_is_unpublished(play):
    def unpublish():
        Round.objects.all().delete()
        play["bump"]()

    async def scene():
        frames = Frames(Broker())
        event = play["key"].event
        of_round, of_table = (frames.broker.join(ViewKey(event, view, "en"), None) for view in ("round-1", "standings"))
        for listener in (of_round, of_table):
            await frames.open(listener.topic)
        await asyncio.to_thread(unpublish)
        frames.report({event: "e-2"})
        await asyncio.wait_for(frames.tasks[event], 30)
        with pytest.raises(Gone):
            await frames.open(of_round.topic)
        with pytest.raises(Gone):
            await frames.snapshot(of_round.topic)
        frames.stop()
        return of_round, of_table

    of_round, of_table = asyncio.run(scene())
    assert of_round.closed and not of_table.closed
    assert of_table.topic.stamp == "e-2"


def test_a_report_closes_the_streams_of_a_lost_event_alone():
    """An event that came to be watched while the watcher was reading is missing in its report."""
    frames = Frames(Broker())
    lost, kept = (frames.broker.join(ViewKey(event, "version", "en"), None) for event in (1, 2))
    frames.report({1: None})
    frames.stop()
    assert lost.closed and not kept.closed


def test_the_shape_of_rows_follows_who_comes_and_what_stands_below_names(play):
    """What the style sheet is told about a whole table changes with one row."""
    for club, number in (("Weimar", 4), ("", 10)):
        before = read(play["key"])
        event = play["event"]
        event.players.filter(number=1).update(club=club)
        for each in range(event.players.count() + 1, number + 1):
            event.players.create(number=each, name=f"Player {each}")
        play["bump"]()
        data = step(before, read(play["key"]))
        around = re.search(rb'class="([^"]*)"\s+id="standings"', data.replace(b"\ndata: ", b" "))[1].split()
        assert (b"clubless" in around) == (not club)
        assert f"digits-{len(str(number))}".encode() in around
