"""Arbiters who enter results over HTTP, each in a thread, and never give up: as the outbox of the desk does.

    server.python(NEW_HALL); session = server.python(NEW_COOKIES).strip()
    with Arbiters([server.port], session, boards=20) as arbiters:
        arbiters.wait_for(50)            # until so many entries are acknowledged
    arbiters.acknowledged                # every Sent entry that the server has acknowledged, in the order of each board
    arbiters.refusals                    # answers that asked to come again, as "503"; connections that broke, as "gone"
    arbiters.last_refusal                # what the last of those said
    arbiters.mistakes                    # answers that no arbiter should ever get

Each board has one arbiter, so nobody is in conflict; an entry goes out again with its number until it is acknowledged.
"""

import http.client
import threading
import time
from collections import Counter
from itertools import cycle
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

from tests.servers.server import wait_for

RESULTS = ("10", "==", "01")
SAVED, BUSY = 302, (503, 502, 504)
PAUSE_AFTER_REFUSAL = 0.05
KEY = "k" * 32  # what a browser would have got as its cookie against forged requests


class Sent(NamedTuple):
    """One entry: the board, the result, the version that it replaces, and its number."""

    board: int
    result: str
    version: int
    uuid: UUID


class Desk:
    """One browser at the desk of a round, with a connection that is kept open."""

    def __init__(self, ports, session, path="/e/hall/desk/1/", patience=30):
        self.ports, self.path, self.patience = cycle(ports), path, patience
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={KEY}",
            "X-CSRFToken": KEY,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.connection = None

    def post(self, sent):
        """Send an entry; return status and text of the answer, (None, "") where the connection broke."""
        fields = urlencode({"result": sent.result, "version": sent.version, "uuid": sent.uuid})
        try:
            self.connection = self.connection or self.connect()
            self.connection.request("POST", f"{self.path}{sent.board}/", fields, self.headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.close()
            return None, ""

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", next(self.ports), timeout=self.patience)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Arbiters:
    """Several arbiters who share out the boards of a round and correct them round and round."""

    def __init__(self, ports, session, boards, people=4, pause=0.0):
        self.acknowledged, self.refusals, self.mistakes, self.last_refusal = [], Counter(), [], ""
        self.pause, self.stopped = pause, threading.Event()
        self.threads = []
        for first in range(people):
            turn = first % len(ports)
            desk = Desk(ports[turn:] + ports[:turn], session)
            share = range(first + 1, boards + 1, people)
            self.threads.append(threading.Thread(target=self.work, args=(desk, share), daemon=True))

    def work(self, desk, share):
        """Enter result after result until told to stop; the last one is still brought home."""
        versions = dict.fromkeys(share, 0)
        for board in cycle(share):
            if self.stopped.wait(self.pause):
                break
            sent = Sent(board, RESULTS[versions[board] % len(RESULTS)], versions[board], uuid4())
            if not self.bring_home(desk, sent):
                break
            versions[board] += 1
        desk.close()

    def bring_home(self, desk, sent):
        """Send an entry until it is acknowledged; an answer that is neither yes nor "later" is a mistake."""
        while True:
            status, text = desk.post(sent)
            if status == SAVED:
                self.acknowledged.append(sent)
                return True
            if status is not None and status not in BUSY:
                self.mistakes.append((status, sent, text[:2000]))
                return False
            self.refusals["gone" if status is None else str(status)] += 1
            self.last_refusal = text or self.last_refusal
            time.sleep(PAUSE_AFTER_REFUSAL)

    def wait_for(self, entries):
        """Wait until so many more entries are acknowledged; give up when no further one comes for a while."""
        wanted = len(self.acknowledged) + entries
        while not self.mistakes and (there := len(self.acknowledged)) < wanted:
            more = f"{wanted - there} of {entries} more entries: {self.refusals}"
            wait_for(lambda there=there: self.mistakes or len(self.acknowledged) > there, more)
        assert not self.mistakes, self.mistakes[:3]

    def last(self):
        """Return the last acknowledged entry of each board."""
        return {sent.board: sent for sent in self.acknowledged}

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.stopped.set()
        for thread in self.threads:
            thread.join()
