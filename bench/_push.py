"""Push at the lowest possible cost: `python -m bench._push PORT` writes the body of each POST to every open GET."""

import asyncio
import sys

import uvloop

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
DONE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
BACKLOG = 2048

listeners = set()


class Connection(asyncio.Protocol):
    """A waiting spectator, or a publisher."""

    def __init__(self):
        self.request = b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.request += data
        head, found, body = self.request.partition(b"\r\n\r\n")
        if not found:
            return
        if head.startswith(b"GET /health/"):
            self.transport.write(DONE)
        elif head.startswith(b"GET"):
            listeners.add(self.transport)
            self.transport.write(HEAD)
        elif len(body) == int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]):
            self.transport.write(DONE)
            push(body)
        else:
            return
        self.request = b""

    def connection_lost(self, error):
        listeners.discard(self.transport)


def push(body):
    """Write one chunk to everybody."""
    chunk = b"%x\r\n%b\r\n" % (len(body), body)
    for transport in listeners:
        transport.write(chunk)


async def serve(port):
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", port, backlog=BACKLOG)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
