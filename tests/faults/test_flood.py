"""The public side is flooded: the desk goes on, nothing is lost, and visitors beyond the limit are told so."""

import http.client
import re
import threading
from collections import Counter
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.faults.hall import Hall
from tests.servers.changed_settings import change
from tests.servers.server import SERVE, wait_for
from tests.sizes import FULL

pytestmark = [pytest.mark.faults, pytest.mark.db, pytest.mark.timeout(300)]

VISITORS = 300 if FULL else 150
ENTRIES = 200 if FULL else 30
PASSWORD = "seven-black-bishops"


class Flood:
    """Visitors who ask for pages without a pause, each with a connection of his own."""

    def __init__(self, port, paths, visitors=VISITORS, cookie=""):
        self.port, self.paths, self.headers = port, paths, {"Cookie": cookie} if cookie else {}
        self.answers, self.stopped = Counter(), threading.Event()
        self.threads = [threading.Thread(target=self.ask, args=(number,)) for number in range(visitors)]

    def ask(self, number):
        while not self.stopped.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                connection.request("GET", self.paths[number % len(self.paths)], headers=self.headers)
                answer = connection.getresponse()
                answer.read()
                self.answers[answer.status] += 1
                if answer.status == 503:
                    assert answer.headers["Retry-After"]
            except OSError:
                self.answers["gone"] += 1
            finally:
                connection.close()

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def test_the_desk_goes_on_while_visitors_fill_their_lane(new_server):
    hall = Hall(new_server(SERVE, **change(**{"config.http.lanes.QUEUE": 40})))
    hall.server.start()
    paths = ["/e/hall/", "/e/hall/round/1/", "/e/hall/crosstable/", "/e/hall/export/games.xlsx"]
    with Flood(hall.server.port, paths) as flood:
        wait_for(lambda: flood.answers[503] > 20, "the visitors' lane to be full")
        with hall.arbiters(hall.server) as arbiters:
            arbiters.wait_for(ENTRIES)
        assert flood.answers[503] > 20
    hall.check(arbiters)
    assert flood.answers[200] > 0, "visitors are served as well as can be"
    assert set(flood.answers) <= {200, 503}


def test_a_flood_with_made_up_sessions_does_not_keep_the_arbiters_out(hall):
    with Flood(
        hall.server.port, ["/e/hall/"], visitors=50, cookie="sessionid=madeup0123456789madeup0123456789"
    ) as flood:
        wait_for(lambda: flood.answers[200] > 50, "the flood to flow")
        with hall.arbiters(hall.server) as arbiters:
            arbiters.wait_for(ENTRIES)
    hall.check(arbiters)
    assert set(flood.answers) <= {200, 503}


def test_an_arbiter_who_signs_in_during_a_flood_of_made_up_sessions_is_served_at_once(hall):
    hall.server.python(f"""
from django.contrib.auth.models import User
User.objects.create_superuser("anna", password="{PASSWORD}")
""")
    browser = build_opener(HTTPCookieProcessor())
    with Flood(hall.server.port, ["/e/hall/"], visitors=40, cookie="sessionid=made-up") as flood:
        wait_for(lambda: flood.answers[200] > 20, "the flood to flow")
        page = browser.open(f"{hall.server.url}/signin/", timeout=60).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        fields = {"username": "anna", "password": PASSWORD, "csrfmiddlewaretoken": token}
        browser.open(f"{hall.server.url}/signin/", urlencode(fields).encode(), timeout=60)
        answers = [browser.open(f"{hall.server.url}/e/hall/desk/", timeout=60) for _ in range(4)]
    assert [(answer.status, answer.url.endswith("/desk/")) for answer in answers] == [(200, True)] * 4


def test_too_many_streams_are_refused_and_the_others_go_on(new_server):
    hall = Hall(new_server(SERVE, LIVE_STREAMS="150"))
    hall.server.start()
    open_streams = []
    try:
        for _ in range(30):
            connection = http.client.HTTPConnection("127.0.0.1", hall.server.port, timeout=30)
            connection.request("GET", "/live/hall/version/")
            answer = connection.getresponse()
            assert answer.status == 200
            open_streams.append((connection, answer))
        assert hall.server.status("/live/hall/version/") == 503
        with hall.arbiters(hall.server) as arbiters:
            arbiters.wait_for(10)
        hall.check(arbiters)
        stamp = hall.stamp().encode()
        for _, answer in open_streams:
            while stamp not in answer.readline():
                pass
    finally:
        for connection, answer in open_streams:
            answer.close()
            connection.close()
    wait_for(lambda: hall.server.get("/metrics/").count("crosstable_spectators 0.0"), "the streams to be given back")
    connection = http.client.HTTPConnection("127.0.0.1", hall.server.port, timeout=30)
    connection.request("GET", "/live/hall/version/")
    assert connection.getresponse().status == 200
    connection.close()
