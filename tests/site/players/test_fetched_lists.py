"""FIDE's list, fetched from a server: by a button, once a day where somebody says so, bounded, and never unasked."""

import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.site.players.rating_samples import XML, Lines, import_ratings
from tests.site.reading import text
from tournaments import worker
from tournaments.domain.choices import JobState
from tournaments.formats.rating_fields import RatedPerson
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.rating_lists import fetching, importing, lookup, store

pytestmark = pytest.mark.django_db

URL = "/ratings/fetch/"


def zipped(data):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("players_list_xml_foa.xml", data)
    return packed.getvalue()


@pytest.fixture
def fide(monkeypatch, settings):
    """Run a server that offers a list, and keeps which headers it was asked with."""
    settings.WEBHOOKS_STAY_OUTSIDE = False  # the server is on this machine
    asked, answers = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(dict(self.headers))
            status, body = answers[0] if answers else (200, zipped(XML.encode()))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.answers = asked, answers
    monkeypatch.setattr(fetching, "ADDRESS", f"http://127.0.0.1:{server.server_port}/download/players_list_xml.zip")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def files():
    return sorted(path.suffix for path in store.settings.RATING_LISTS.iterdir())


def test_the_only_address_is_fides():
    assert fetching.ADDRESS.startswith("https://ratings.fide.com/")


def test_one_button_fetches_fides_current_list_and_nothing_is_asked_before(admin, fide):
    admin.get("/ratings/")
    worker.carry_out_all()
    assert not fide.asked
    assert "Importing the list FIDE" in text(admin.post(URL, follow=True))
    admin.post(URL)
    worker.carry_out_all()
    assert len(fide.asked) == 1, "however often it is pressed"
    assert not Job.objects.filter(state=JobState.WAITING).exists(), "a button is for once, not for tomorrow"
    assert lookup.find_people("quellkamp jürgen")[0].person[8:10] == (2431, 2380)
    (own,) = store.read_lists()
    assert (own.name, own.month) == ("FIDE", (timezone.localdate().year, timezone.localdate().month))
    assert files() == [".list"]


def test_the_server_learns_nothing_but_the_address_of_this_one(admin, fide):
    admin.post(URL)
    worker.carry_out_all()
    assert {name.lower(): value for name, value in fide.asked[0].items() if name.lower() != "host"} == {
        "accept-encoding": "identity",
        "user-agent": "Crosstable",
        "connection": "close",
    }


def test_a_list_as_new_as_ours_is_not_fetched_again(admin, fide):
    admin.post(URL)
    worker.carry_out_all()
    fide.answers.append((304, b""))
    admin.post(URL)
    worker.carry_out_all()
    assert "If-Modified-Since" in fide.asked[1]
    assert importing.find_newest_job().state == JobState.DONE
    assert files() == [".list"] and store.read_lists()[0].count == 2


def test_a_list_that_came_otherwise_is_replaced_whatever_its_age(admin, fide):
    admin.post(URL)
    worker.carry_out_all()
    lines = Lines("FIDE", [RatedPerson("Old, Olga")])
    lines.dated = store.read_lists()[0].dated
    store.import_list("FIDE", lines)
    admin.post(URL)
    worker.carry_out_all()
    assert "If-Modified-Since" not in fide.asked[1]
    assert not lookup.find_people("old olga")


# What the server answers, and what the page says.
FAILURES = [
    ((503, b""), "FIDE’s server can’t be reached (503 Service Unavailable). Try again later."),
    ((302, b""), "FIDE’s server can’t be reached (302 Found). Try again later."),
    ((200, b"<html>"), "not a rating list"),
    ((200, b"x" * 2**20), "A list may have at most 0 MB"),
]


@pytest.mark.parametrize(("answer", "sentence"), FAILURES, ids=[str(answer[0]) for answer, _ in FAILURES])
def test_what_goes_wrong_is_said_and_leaves_the_old_list(admin, fide, monkeypatch, answer, sentence):
    monkeypatch.setattr(importing, "LARGEST_UPLOAD", 2**19)
    import_ratings("FIDE", "Old, Olga")
    fide.answers.append(answer)
    admin.post(URL)
    worker.carry_out_all()
    assert sentence in text(admin.get("/ratings/"))
    assert lookup.find_people("old olga") and files() == [".list"]


def test_a_server_without_a_network_says_so(admin, monkeypatch, settings):
    settings.WEBHOOKS_STAY_OUTSIDE = False
    monkeypatch.setattr(fetching, "ADDRESS", "http://127.0.0.1:9/list.zip")
    admin.post(URL)
    worker.carry_out_all()
    assert "FIDE’s server can’t be reached" in text(admin.get("/ratings/"))


def test_the_list_is_fetched_every_day_where_an_admin_has_switched_that_on(admin, fide):
    assert "once a day" not in text(admin.get("/ratings/"))
    admin.post(URL, {"daily": "on"})
    admin.post(URL, {"daily": "on"})
    worker.carry_out_all()
    assert len(fide.asked) == 1
    assert "once a day" in text(admin.get("/ratings/")) and "coming in" not in text(admin.get("/ratings/"))
    (waiting,) = Job.objects.filter(state=JobState.WAITING)
    assert 86_000 < (waiting.due_at - timezone.now()).total_seconds() <= 86_400
    fide.answers.append((503, b""))
    Job.objects.update(due_at=timezone.now())
    worker.carry_out_all()
    assert len(fide.asked) == 2
    assert fetching.find_daily(), "a day without a network is followed by the next one"
    admin.post(URL, {"daily": "off"})
    assert not fetching.find_daily() and not Job.objects.filter(state=JobState.WAITING).exists()


def test_a_fetch_that_a_dead_process_began_is_done_by_another_and_planned_once(admin, fide):
    admin.post(URL, {"daily": "on"})
    dead = jobs.Task(jobs.claim())
    fetching.plan_next(dead.job)
    Job.objects.filter(pk=dead.job.pk).update(leased_until=dead.job.created_at)
    worker.carry_out_all()
    assert Job.objects.filter(state=JobState.WAITING).count() == 1
