"""The requests that the forms of the pages send, for tests that play whole events with the session of a window."""

import http.client
import re
from contextlib import closing
from urllib.parse import urlencode
from uuid import uuid4

from tests.servers.server import wait_for


class Director:
    """The requests that the forms of the pages send, in the session of a window."""

    def __init__(self, server, page, event):
        self.cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        self.event, self.port = event, server.port

    def ask(self, path, **fields):
        """Send a form, or load a page where there is none; return status and text."""
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies["csrftoken"],
            "Content-Type": "application/x-www-form-urlencoded",
        }
        how = ("POST", urlencode(fields)) if fields else ("GET", None)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(how[0], f"/e/{self.event}/{path}", how[1], headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def draw(self):
        assert self.ask("pairings/draw/", go=1)[0] == 302

    def drawn(self, number):
        """Draw a round that another program may take a while for, and wait for its draft."""
        self.draw()
        wait_for(
            lambda: f'id="draft-{number}"' in self.ask("pairings/")[1], f"the draft of round {number}", patience=90
        )

    def publish(self, number):
        assert self.ask("pairings/publish/", seen=f"{number}-1")[0] == 302

    def enter(self, number, board, **result):
        """Send the form of a board; `result` is what it asks for, such as both scores, and perhaps its version."""
        status, text = self.ask(f"desk/{number}/{board}/", **{"version": 0, "uuid": uuid4()} | result)
        assert status == 302, text

    def boards(self, number):
        """Return the numbers of the boards of a round, as the public page counts them."""
        return range(1, len(re.findall(r'<tbody id="b\d+"', self.ask(f"round/{number}/")[1])) + 1)
