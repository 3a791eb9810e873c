"""A request that is refused for now is answered with a page for people and with one sentence for programs."""

import asyncio
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from config.http.busy_database import BusyDatabase
from config.http.refusals import BUSY, accepted, refuse

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.mark.parametrize(
    ("headers", "is_page"),
    [
        ({"Accept": BROWSER}, True),
        ({"Accept": "*/*"}, False),
        ({}, False),
        ({"Accept": BROWSER, "HX-Request": "true"}, False),
    ],
)
def test_an_unreachable_database_is_explained_as_the_client_accepts_it(headers, is_page):
    request = RequestFactory().get("/e/cup/", headers=headers)
    answer = BusyDatabase(None).process_exception(request, OperationalError("locked"))
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "2", "no-store")
    assert answer["Content-Type"] == f"text/{'html' if is_page else 'plain'}; charset=utf-8"
    assert all(part in answer.text for part in BUSY.strip().split(" – "))
    assert ("<h1>" in answer.text) is is_page
    if is_page:
        assert answer.text.lower().startswith("<!doctype html>")
        assert 'lang="de"' in answer.text


def test_a_full_disk_is_named():
    request = RequestFactory().get("/", headers={"Accept": BROWSER})
    answer = BusyDatabase(None).process_exception(request, OperationalError("database or disk is full"))
    assert "The server's disk is full." in answer.text


@pytest.mark.parametrize(
    ("headers", "kind"),
    [([(b"accept", BROWSER.encode())], b"text/html"), ([], b"text/plain"), ([(b"hx-request", b"true")], b"text/plain")],
)
def test_the_limits_in_front_of_django_answer_in_the_same_form(headers, kind):
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(refuse(send, 503, BUSY, accept=accepted({"headers": headers})))
    assert dict(sent[0]["headers"])[b"content-type"].startswith(kind)
    assert b"ausgelastet" in sent[1]["body"]


def test_what_asks_by_itself_keeps_what_it_shows_while_the_server_is_busy():
    """htmx 4 swaps a 503 as any other answer: a fragment that asks every second would be gone after the first."""
    folder = Path(__file__).resolve().parents[3] / "templates"
    asking = [path for path in folder.rglob("*.html") if "hx-trigger=" in path.read_text(encoding="utf-8")]
    assert len(asking) >= 4
    assert [path.name for path in asking if 'hx-status:5xx="swap:none"' not in path.read_text(encoding="utf-8")] == []
