"""A network between two servers in which requests are lost, doubled, slow, late and out of order.

with Weather(net.port) as weather:              # forwards what comes to weather.url
    weather.sky = [lose, double]                # what happens to the next requests; afterwards all is well
    weather.storm(seed)                         # from now on anything may happen to each request
    weather.calm()                              # all is well again; what was held back arrives now
"""

import http.client
import random
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PATIENCE = 30


def well(weather, request):
    """Forward a request, and answer with what comes back."""
    return weather.forward(request)


def lose(weather, request):
    """Lose the request."""
    return None


def lose_answer(weather, request):
    """Forward the request and lose the answer."""
    weather.forward(request)


def double(weather, request):
    """Forward the request twice."""
    weather.forward(request)
    return weather.forward(request)


def hold(weather, request):
    """Hold the request back until later ones have passed; who sent it hears nothing."""
    weather.held.append(request)


def slow(weather, request):
    """Take seconds over the request, and over the answer."""
    time.sleep(weather.chance.uniform(0.2, 2))
    answer = weather.forward(request)
    time.sleep(weather.chance.uniform(0.2, 2))
    return answer


FAULTS = (well, lose, lose_answer, double, hold, slow)


class Weather:
    """A server of its own that forwards requests, or does not. `passed` are paths and bodies that got there."""

    def __init__(self, port, host="127.0.0.1", seed=7):
        self.host, self.port, self.sky, self.held, self.happened, self.passed = host, port, [], [], [], []
        self.chance, self.is_stormy, self.lock = random.Random(seed), False, threading.Lock()
        weather = self

        class Handler(BaseHTTPRequestHandler):
            def do_DELETE(self):
                self.do_POST()

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                answer = weather.take((self.command, self.path, body, dict(self.headers)))
                if answer is None:
                    self.close_connection = True
                    return
                status, headers, data = answer
                self.send_response(status)
                for name in ("Content-Type",):
                    self.send_header(name, headers.get(name, ""))
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error):
        self.server.shutdown()
        self.server.server_close()

    def take(self, request):
        """Do to a request what the sky holds."""
        with self.lock:
            fault = self.sky.pop(0) if self.sky else self.chance.choice(FAULTS) if self.is_stormy else well
            self.happened.append(fault)
        answer = fault(self, request)
        if fault is not hold and (self.held and (not self.is_stormy or self.chance.random() < 0.5)):
            self.let_go()
        return answer

    def let_go(self):
        """Forward what was held back, in any order."""
        held, self.held = self.held, []
        self.chance.shuffle(held)
        for request in held:
            self.forward(request)

    def forward(self, request):
        """Return status, headers and body of the answer; None where nobody answers."""
        method, path, body, headers = request
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        with suppress(OSError, http.client.HTTPException):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            self.passed.append((path, body))
            return answer.status, dict(answer.headers), answer.read()
        return None

    def storm(self):
        self.is_stormy = True

    def calm(self):
        self.is_stormy, self.sky = False, []
        self.let_go()
