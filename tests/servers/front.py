"""What stands in front of a server in the profile production, in a few lines: each request comes over HTTPS, it says.

A browser trusts its own machine without a certificate: there it has what it has elsewhere over HTTPS alone. So a test
needs no certificate. It takes the network away with `front.close()`, lets it hang with `front.hangs`, and refuses
everything with `front.refusal = 403`.
"""

import contextlib
import socket
import threading
import time

from tests.servers.server import free_port

REPORTED = b"X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n"
PRODUCTION = {
    "CROSSTABLE_PROFILE": "production",
    "PUBLIC_URL": "https://tables.example",
    "ALLOWED_HOSTS": "localhost",
    "SECRET_KEY": "of-the-tests-alone-" + "0123456789abcdef" * 3,
    "LOG_FORMAT": "line",
}


class Front:
    """Forward each connection to a server; one connection carries one request."""

    def __init__(self, server):
        self.server, self.port = server, free_port()
        self.url = f"http://localhost:{self.port}"
        self.listener, self.hangs, self.refusal = None, threading.Event(), 0
        self.open()

    def open(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def close(self):
        with contextlib.suppress(OSError):  # closed already
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                visitor, _address = listener.accept()
                threading.Thread(target=self.forward, args=[visitor], daemon=True).start()

    def forward(self, visitor):
        with contextlib.suppress(OSError), visitor, socket.create_connection(("127.0.0.1", self.server.port)) as inside:
            head = b""
            while b"\r\n\r\n" not in head:
                piece = visitor.recv(65536)
                if not piece:
                    return
                head += piece
            if self.refusal:
                visitor.sendall(
                    f"HTTP/1.1 {self.refusal} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
                )
                return
            while self.hangs.is_set():
                time.sleep(0.1)
            first, _, rest = head.partition(b"\r\n")
            lines = [
                line
                for line in rest.split(b"\r\n\r\n")[0].split(b"\r\n")
                if not line.lower().startswith(b"connection:")
            ]
            body = rest.partition(b"\r\n\r\n")[2]
            inside.sendall(first + b"\r\n" + REPORTED + b"\r\n".join(lines) + b"\r\n\r\n" + body)
            threading.Thread(target=pump, args=[visitor, inside], daemon=True).start()
            pump(inside, visitor)


def pump(source, target):
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
