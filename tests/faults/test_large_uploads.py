"""Uploads of 100 MB are refused at the door: by what they state, or where they have grown too large."""

import socket

import pytest

from tests.server import SERVE

pytestmark = [pytest.mark.faults, pytest.mark.db]

UPLOAD = 100 * 2**20
PATHS = ["/import/", "/import/archive/", "/e/cup/players/import/"]
PIECE = b"x" * 2**16


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
    assert server.status("/") == 200


def sent_until_refused(line):
    """Send an endless body and return how much of it the server took."""
    chunk, sent = b"%x\r\n%s\r\n" % (len(PIECE), PIECE), 0
    try:
        while sent < UPLOAD:
            line.sendall(chunk)
            sent += len(PIECE)
    except OSError:
        pass
    return sent
