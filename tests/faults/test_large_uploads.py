"""Uploads of 100 MB are refused: by the size they state, or as soon as they have grown too large."""

import contextlib
import socket

import pytest

from tests.servers.changed_settings import change
from tests.servers.listening import Stream
from tests.servers.server import SERVE

pytestmark = [pytest.mark.faults, pytest.mark.db]

UPLOAD = 100 * 2**20
PATHS = ["/import/", "/import/archive/", "/e/cup/players/import/"]
PIECE = b"x" * 2**16
CHUNK = b"10000\r\n" + PIECE + b"\r\n"


def asked(server, path, length):
    """Open a connection and send the head of an upload."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n{length}\r\n\r\n"
    )
    line.sendall(head.encode())
    return line


def test_an_upload_of_100_mb_is_refused_at_the_door(new_server):
    server = new_server(SERVE)
    server.start()
    for path in PATHS:
        with asked(server, path, f"Content-Length: {UPLOAD}") as line:  # nothing of it is sent
            assert line.recv(100).split()[1] == b"413"
        with asked(server, path, "Transfer-Encoding: chunked") as line:
            assert sent_until_refused(line) < UPLOAD // 2
        with asked(server, path, "Transfer-Encoding: chunked") as line:
            line.sendall(CHUNK * 256 + b"1\r\nx\r\n")  # one byte more than may be sent
            assert line.recv(100).split()[1] == b"413"
    assert server.status("/") == 200


def test_a_head_that_never_ends_is_cut_off(new_server):
    server = new_server(SERVE)
    server.start()
    fields = b" / HTTP/1.1\r\nHost: localhost\r\n"
    trailer = b"POST" + fields + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
    for begin, piece in ((b"GET /?", PIECE), (b"GET" + fields, b"X: y\r\n" * 10_000), (trailer, PIECE)):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(begin)
            assert sent_until_refused(line, piece) < UPLOAD // 2
    assert server.status("/") == 200


def test_a_head_that_comes_too_slowly_is_cut_off_and_others_go_on(new_server):
    server = new_server(SERVE, **change(LIVE_WRITE_TIMEOUT=1))
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as silent, Stream(server, "/live/") as asked:
        assert asked.status == 404
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as slow:
            slow.sendall(b"GET /health/ HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 200 " in slow.recv(4096)
            slow.sendall(b"GET /health/ HTTP/1.1\r\n")
            assert hung_up(slow)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as refused:
            refused.sendall(b"POST /health/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
            assert b" 405 " in refused.recv(4096)
            refused.sendall(b"a little of what it declared")
            assert hung_up(refused)
        assert hung_up(silent)
    assert server.status("/") == 200


def hung_up(line):
    """Wait until the server closes a connection; what it still says is read."""
    with contextlib.suppress(ConnectionResetError):
        while line.recv(4096):
            pass
    return True


def sent_until_refused(line, chunk=CHUNK):
    """Send a piece without end and return how much of it the server took."""
    sent = 0
    try:
        while sent < UPLOAD:
            line.sendall(chunk)
            sent += len(chunk)
    except OSError:
        pass
    return sent
