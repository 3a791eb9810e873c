"""A client of the event stream for tests: connects like a browser and hands out messages as they come."""

import http.client
import time
import zlib
from typing import NamedTuple

PATIENCE = 30


class Message(NamedTuple):
    id: str
    name: str
    data: str


class Stream:
    """One open stream. `next()` waits for the next message that is no heartbeat."""

    def __init__(self, server, path, last=None, packed=False, cookie=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        headers = {"Accept": "text/html, text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        headers |= {"Cookie": cookie} if cookie else {}
        self.connection.request("GET", path, headers=headers | ({"Accept-Encoding": "gzip"} if packed else {}))
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.unpack = zlib.decompressobj(31).decompress if packed else bytes
        self.buffer = b""

    def lines(self):
        """Yield lines until the server ends the stream."""
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                yield line.decode()
            chunk = self.answer.read1(65536)
            if not chunk:
                return
            self.buffer += self.unpack(chunk)

    def messages(self):
        """Yield every message, heartbeats too."""
        fields = {"id": "", "event": "", "data": []}
        for line in self.lines():
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                fields["data"].append(value)
            elif name:
                fields[name] = value
            elif not line and (fields["data"] or fields["event"]):
                yield Message(fields["id"], fields["event"], "\n".join(fields["data"]))
                fields = {"id": fields["id"], "event": "", "data": []}

    def next(self):
        end = time.monotonic() + PATIENCE
        for message in self.messages():
            if message.name != "beat":
                return message
            assert time.monotonic() < end, f"no message but heartbeats in {PATIENCE} s"
        raise AssertionError("the stream ended")

    def rest(self):
        """Return all messages until the end of the stream."""
        return list(self.messages())

    def close(self):
        self.answer.close()
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
