"""The event stream of a real server process: catch-up, refusals, slow readers, restart and stop."""

import re
import socket
import sys

import pytest

from tests.servers.listening import Stream
from tests.servers.live_events import BUMP, ENTER, NEW_EVENT, NEW_SESSION
from tests.servers.server import wait_for

pytestmark = [pytest.mark.faults, pytest.mark.db]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture
def cup(server):
    """A running server with the event `cup` at version e-1."""
    server.python(NEW_EVENT)
    return server


def version_of(server):
    return server.python("from tournaments.models import Event; print(Event.objects.get(slug='cup').version)").strip()


def test_a_newcomer_gets_the_whole_at_once(cup):
    with Stream(cup, "/live/cup/version/") as stream:
        message = stream.next()
        assert (message.id, message.name, message.data.split("\n")[0]) == ("e-1", "version", "e-1")
        assert stream.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert "no-transform" in stream.answer.headers["Cache-Control"]


def test_what_was_published_before_the_connect_is_not_lost(cup):
    cup.python(BUMP + "bump()")
    with Stream(cup, "/live/cup/version/") as stream:
        assert stream.next().id == "e-2"


def test_what_was_published_between_page_and_connect_is_caught_up(cup):
    with Stream(cup, "/live/cup/version/") as keeper:
        keeper.next()
        cup.python(BUMP + "bump()")
        assert keeper.next().id == "e-2"
        with Stream(cup, "/live/cup/version/?v=e-1") as stream:
            assert stream.next().id == "e-2"


def test_a_page_that_is_up_to_date_gets_only_what_follows(cup):
    with Stream(cup, "/live/cup/version/?v=e-1") as stream:
        cup.python(BUMP + "bump()")
        assert stream.next().id == "e-2"


@pytest.mark.parametrize("have", ["f-1", "e-99", "nonsense", "e-1%0D%0Adata: x"])
def test_unknown_epochs_and_numbers_from_the_future_get_the_whole(cup, have):
    with Stream(cup, f"/live/cup/version/?v={have.replace(' ', '%20')}") as stream:
        assert stream.next().id == "e-1"


def test_last_event_id_counts_more_than_the_address(cup):
    with Stream(cup, "/live/cup/version/?v=e-0", last="e-1") as stream:
        cup.python(BUMP + "bump()")
        assert stream.next().id == "e-2"


def test_a_restarted_server_continues_where_the_client_was(cup):
    with Stream(cup, "/live/cup/version/?v=e-1") as stream:
        cup.stop()
        assert stream.rest()[-1].name == "restart"
    cup.python(BUMP + "bump()")
    cup.start()
    with Stream(cup, "/live/cup/version/?v=e-1", last="e-1") as stream:
        assert stream.next().id == "e-2"
    with Stream(cup, "/live/cup/version/?v=e-1", last="e-2") as stream:
        cup.python(BUMP + "bump()")
        assert stream.next().id == "e-3"


def test_a_rollback_sends_nothing(cup):
    with Stream(cup, "/live/cup/version/?v=e-1") as stream:
        cup.python(
            BUMP + "from django.db import transaction\n"
            "try:\n    with transaction.atomic():\n        bump(); raise KeyError\nexcept KeyError: pass\nbump()"
        )
        assert stream.next().id == "e-2"
        assert version_of(cup) == "2"


def test_a_packed_stream_says_the_same(cup):
    with Stream(cup, "/live/cup/version/", packed=True) as stream:
        assert stream.answer.headers["Content-Encoding"] == "gzip"
        assert stream.next().id == "e-1"
        cup.python(BUMP + "bump()")
        assert stream.next().id == "e-2"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/live/cup/version/", 200),
        ("/live/cup/standings/", 200),
        ("/live/cup/round-1/", 200),
        ("/live/cup/round-9/", 404),
        ("/live/cup/round-0/", 404),
        ("/live/cup/desk/", 404),
        ("/live/nowhere/standings/", 404),
        ("/live/secret/standings/", 404),
        ("/live/", 404),
    ],
)
def test_only_visible_events_have_streams(cup, path, status):
    with Stream(cup, path) as stream:
        assert stream.status == status


def test_a_member_may_watch_a_hidden_event(cup):
    key = cup.python(NEW_SESSION).strip()
    assert cup.status("/live/secret/version/", Cookie=f"sessionid={key}") == 200
    assert cup.status("/live/secret/version/", Cookie="sessionid=forged") == 404


def test_only_get_is_answered(cup):
    with socket.create_connection(("127.0.0.1", cup.port), timeout=30) as client:
        client.sendall(b"POST /live/cup/standings/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        assert b" 405 " in client.recv(4096)


def test_frames_go_to_the_answer_that_is_open_whatever_was_asked_behind_it(cup):
    with socket.create_connection(("127.0.0.1", cup.port), timeout=30) as client:
        client.sendall(
            b"GET /live/cup/version/?v=e-1 HTTP/1.1\r\nHost: x\r\n\r\nGET /health/ HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        answer = client.makefile("rb")
        wait_for(lambda: answer.readline() == b"data: {}\n", "the first beat")
        cup.python(BUMP + "bump()")
        wait_for(lambda: answer.readline() == b"data: e-2\n", "the frame")


def test_one_address_has_a_limit(new_server):
    server = new_server(LIVE_STREAMS="15").start()
    server.python(NEW_EVENT)
    streams = [Stream(server, "/live/cup/version/") for _ in range(3)]
    with Stream(server, "/live/cup/version/") as refused:
        assert refused.status == 503
        assert int(refused.answer.headers["Retry-After"]) >= 1
    streams.pop().close()
    wait_for(lambda: Stream(server, "/live/cup/version/").status == 200, "the place of the stream that left")
    for stream in streams:
        stream.close()


@linux
def test_three_hundred_streams_need_no_more_threads(cup):
    Stream(cup, "/live/cup/version/").next()
    streams = [Stream(cup, "/live/cup/version/") for _ in range(10)]
    before = cup.threads()
    streams += [Stream(cup, "/live/cup/version/") for _ in range(290)]
    assert [stream.next().id for stream in streams] == ["e-1"] * 300
    assert cup.threads() <= before + 2
    cup.python(BUMP + "bump()")
    assert {stream.next().id for stream in streams} == {"e-2"}
    assert cup.threads() <= before + 2
    for stream in streams:
        stream.close()


@linux
def test_a_client_that_never_reads_does_not_grow_the_server(cup):
    lazy = []
    for _ in range(5):
        client = socket.create_connection(("127.0.0.1", cup.port))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.sendall(b"GET /live/cup/version/ HTTP/1.1\r\nHost: x\r\n\r\n")
        lazy.append(client)
    with Stream(cup, "/live/cup/version/") as reader:
        reader.next()
        before = cup.memory()
        cup.python(BUMP + "bump(300)")
        wait_for(lambda: reader.next().id == "e-301", "the last frame")
        assert cup.memory() < before + 20_000
    for client in lazy:
        client.close()


def test_a_stopped_server_ends_its_streams_and_exits(cup):
    streams = [Stream(cup, "/live/cup/version/") for _ in range(20)]
    for stream in streams:
        stream.next()
    cup.stop()  # fails by itself when the process does not end
    assert {stream.rest()[-1].name for stream in streams} == {"restart"}


def test_a_plain_uvicorn_without_a_time_limit_exits_too(new_server):
    server = new_server(entry=["-m", "uvicorn", "config.asgi:application", "--port"])
    server.entry = [*server.entry, str(server.port)]
    server.start()
    server.python(NEW_EVENT)
    with Stream(server, "/live/cup/version/") as stream:
        stream.next()
        server.stop()
        assert stream.rest()[-1].name == "restart"


def rows_of(message):
    """Return the rows that a message carries; what stands around a table names all its rows, and they are empty."""
    return set(re.findall(r'<tbody id="(\w+)"[^>]*>(?!</tbody>)', message.data))


def test_a_frame_carries_the_changed_cells_and_the_rows_that_moved(cup):
    cup.python(ENTER + "enter(1, '==')")  # the first result turns the list of players into a table
    with Stream(cup, "/live/cup/standings/") as stream:
        stream.next()
        cup.python(ENTER + "enter(2, '01')")
        message = stream.next()
    assert message.id == "e-3" and message.name == ""
    assert message.data.startswith('<template data-step="e-2 e-3"></template>')
    assert 'data-cells="standings"' in message.data and 'data-moved="p4:0' in message.data
    assert rows_of(message) == set()
    assert 'data-whole="state"' in message.data


def test_a_board_changes_on_the_page_of_its_round(cup):
    with Stream(cup, "/live/cup/round-1/") as stream:
        stream.next()
        cup.python(ENTER + "enter(2, '01')")
        message = stream.next()
    assert 'data-rows="round" data-order="b1 b2"' in message.data
    assert rows_of(message) == {"b2"}


def test_every_language_has_its_own_topic(cup):
    with Stream(cup, "/live/cup/standings/?lang=de") as german, Stream(cup, "/live/cup/standings/?lang=xx") as other:
        assert german.next().data != other.next().data


def test_an_undo_inside_one_coalescing_window_leaves_no_wrong_row(cup):
    """A page that was rendered between entry and undo must lose the entered result again."""
    with Stream(cup, "/live/cup/standings/?v=e-1") as stream:
        before = cup.get("/e/cup/")
        # Entry, page and undo follow each other in one process, faster than frames do.
        between = cup.python(
            ENTER
            + """
from django.test import Client
from tournaments.actions.desk.undo import undo_last_entry
enter(1, '10')
print(Client(HTTP_HOST='localhost').get('/e/cup/').content.decode())
undo_last_entry(Event.objects.get(slug="cup"), COMMAND)
"""
        )
        wait_for(lambda: stream.next().id == "e-3", "the frame after the undo")
        with Stream(cup, "/live/cup/standings/?v=e-2") as late:
            message = late.next()
    assert "v=e-1" in before and "v=e-2" in between
    assert message.id == "e-3"
    assert all(f'/player/{number}/why/PTS/">0</a>' in message.data for number in (1, 2))
    assert ">1</a>" not in message.data
