"""nginx pushes in our place: newcomers, readers who return, and what happens when nginx or the server goes away."""

import re
from itertools import pairwise

import pytest

from tests.faults.hall import Hall
from tests.servers import nchan
from tests.servers.listening import Stream
from tests.servers.server import SERVE, wait_for

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(bool(nchan.missing()), reason=nchan.missing()),
]
CHANNEL = "/nchan/hall/standings/en"


@pytest.fixture
def relayed(new_server, tmp_path):
    """A hall whose server publishes to nginx, and nginx in front of it."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    nginx = nchan.Nginx(folder)
    hall = Hall(new_server(SERVE, LIVE_NCHAN_URL=nginx.publish, LIVE_NCHAN_PATH="/nchan/"))
    hall.server.start()
    nginx.start(hall.server)
    yield hall, nginx
    nginx.stop()


def step(message):
    """Return the states between which a message leads; a beat says the present one alone."""
    if message.name == "beat":
        return message.data, message.data
    return re.match(r'<template data-step="(\S+) (\S+)">', message.data).groups()


def messages_until(stream, stamp):
    """Return the messages up to the one that leads to a state."""
    messages = []
    for message in stream.messages():
        messages.append(message)
        if step(message)[1] == stamp:
            return messages
    raise AssertionError("the stream ended")


def enter(hall, count):
    with hall.arbiters(people=1, pause=0.3) as arbiters:
        arbiters.wait_for(count)
    assert arbiters.mistakes == []


def test_pages_learn_where_to_listen(relayed):
    hall, _nginx = relayed
    assert f'data-stream="{CHANNEL}" data-version="h-1"' in hall.server.get("/e/hall/")
    signed_in = hall.server.get("/e/hall/", Cookie=f"sessionid={hall.session}")
    assert 'data-stream="/live/hall/standings/?v=h-1' in signed_in  # an arbiter sees more than the channel says


def test_every_step_leads_on_from_the_one_before(relayed):
    hall, nginx = relayed
    with Stream(nginx, CHANNEL) as stream:
        assert messages_until(stream, "h-1")[-1].name == "beat"  # a newcomer learns the present state at once
        enter(hall, 4)
        steps = [step(message) for message in messages_until(stream, hall.stamp()) if message.name != "beat"]
    assert steps[0][0] == "h-1"
    assert all(before[1] == after[0] for before, after in pairwise(steps))


def test_a_newcomer_and_one_who_returns_get_what_they_lack(relayed):
    hall, nginx = relayed
    with Stream(nginx, CHANNEL) as stream:
        first = messages_until(stream, "h-1")[-1]
    enter(hall, 3)
    with Stream(nginx, CHANNEL) as keeper:
        assert messages_until(keeper, hall.stamp())  # whose page is older sees the gap in the newest message
    with Stream(nginx, CHANNEL, last=first.id) as back:
        steps = [step(message) for message in messages_until(back, hall.stamp()) if message.name != "beat"]
    assert steps[0][0] == "h-1"  # the whole way from where it was


def test_nginx_and_server_may_restart(relayed):
    hall, nginx = relayed
    enter(hall, 1)
    nginx.stop()
    enter(hall, 2)
    nginx.start(hall.server)
    with Stream(nginx, CHANNEL) as stream:
        messages_until(stream, hall.stamp())
    hall.server.restart()
    with Stream(nginx, CHANNEL) as stream:
        messages_until(stream, hall.stamp())
        enter_more(hall)
        messages_until(stream, hall.stamp())


def enter_more(hall):
    hall.server.python(
        "from tournaments.models import Event\nfrom tournaments.actions.writing import COMMAND, record, writing\n"
        "with writing(Event.objects.get(slug='hall')) as event: record(event, COMMAND, 'categories')"
    )


HIDING = {
    "the event": "Event.objects.filter(pk=event.pk).update(is_public=False); record(event, COMMAND, 'settings')",
    "a result": "record(event, COMMAND, 'withhold')",
    "a name": "record(event, COMMAND, 'privacy')",
}


@pytest.mark.parametrize("hidden", HIDING)
def test_what_is_hidden_leaves_nginx_at_once(relayed, hidden):
    hall, nginx = relayed
    with Stream(nginx, CHANNEL) as stream:
        enter(hall, 2)
        messages_until(stream, hall.stamp())
        hall.server.python(
            "from tournaments.models import Event\nfrom tournaments.actions.writing import COMMAND, record, writing\n"
            f"with writing(Event.objects.get(slug='hall')) as event: {HIDING[hidden]}"
        )
        stream.rest()  # until nginx ends it
    if hidden == "the event":
        assert wait_for(lambda: not nginx.has(CHANNEL.removeprefix("/nchan/")), "the end of the channel")
        return
    with Stream(nginx, CHANNEL) as stream:
        kept = messages_until(stream, hall.stamp())
    assert {message.name for message in kept} == {"beat"}, "nothing from before is kept"
