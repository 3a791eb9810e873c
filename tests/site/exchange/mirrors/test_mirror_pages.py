"""What the staff find where an event is shown, or was left: what works there, and nothing that would be refused."""

import re

import pytest
from django.db import transaction
from django.urls import Resolver404, resolve

from tests.site.accounts.test_matrix import address, has_event
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.exchange.test_public_archive import KINDS_OF_EVENTS
from tests.site.factories import person
from tests.site.matrix import ROWS
from tests.sizes import FULL
from tournaments.access import policy
from tournaments.actions.exchange.archives import hand_over_event
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role

pytestmark = pytest.mark.django_db

ROWS_OF_EVENTS = [(name, row) for name, rows in ROWS.items() if has_event(name) for row in rows]
SAID = "only shown here"
FORM = re.compile(r'<form[^>]*method="post"[^>]*>|<button[^>]*formaction="[^>]*>')
LINK = re.compile(r'href="(/(?!static/)[^"?#]*)')
TARGET = re.compile(r'(?:form)?action="([^"]*)"')


@pytest.fixture(params=KINDS_OF_EVENTS)
def mirrored(request, client):
    twin = Twin(KINDS_OF_EVENTS[request.param]())
    client.force_login(twin.maker)
    return twin.send()


@pytest.fixture
def left(client):
    """Return an event that was handed over."""
    event = KINDS_OF_EVENTS["scrabble"]()
    client.force_login(person("anna", event, Role.OWNER))
    return hand_over_event(event, "https://chess.example", COMMAND)


def find_targets(page, where):
    """Return the names of the addresses to which the forms of a page post."""
    for form in FORM.findall(page):
        target = TARGET.search(form)
        path = (target.group(1) if target else where).partition("?")[0] or where
        try:
            yield resolve(path).view_name
        except Resolver404:
            yield path


def kind_of(link):
    """Return what decides whether a link is refused: its address, whichever player or round it is for."""
    return link if FULL else re.sub(r"\d+", "n", link)


def test_every_page_and_form_that_is_offered_there_works(client, plain_refusals, mirrored):
    check_what_is_offered(client, mirrored)


def test_every_page_and_form_that_a_handed_over_event_offers_works(client, plain_refusals, left):
    check_what_is_offered(client, left)


def check_what_is_offered(client, mirrored):
    """Open every page, and of the links in them each address once, at full size with all its players and rounds."""
    dead, pages, statuses = set(), {}, {}
    for name, row in ROWS_OF_EVENTS:
        where = address(name, row, mirrored.slug) if row.get in policy.ACTIONS else ""
        page = client.get(where, follow=True) if where else None
        if page is None or page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        pages[name, where] = page.text
        statuses[kind_of(page.request["PATH_INFO"])] = 200
        for target in find_targets(page.text, where.partition("?")[0]):
            rights = {each.post for each in ROWS.get(target, ())} & set(policy.ACTIONS)
            dead |= {(name, target) for right in rights if not policy.is_possible(mirrored, right)}
    for (name, _where), text in pages.items():
        for link in sorted(set(LINK.findall(text))):
            kind = kind_of(link)
            statuses[kind] = statuses.get(kind) or client.get(link).status_code
            dead |= {(name, link)} if statuses[kind] in (403, 405) else set()
    assert sorted(dead) == []
    assert len(pages) > 20


def test_what_is_done_elsewhere_is_not_open_and_what_is_open_is_not_refused(client, mirrored):
    wrong = []
    for name, row in ROWS_OF_EVENTS:
        if row.post not in policy.ACTIONS:
            continue
        with transaction.atomic():
            answer = client.post(address(name, row, mirrored.slug), row.data, follow=True)
            transaction.set_rollback(True)
        is_open, said = answer.status_code != 403, answer.text.count(SAID)  # once above each page of the staff
        if is_open != policy.is_possible(mirrored, row.post) or said > 1:
            wrong.append((name, answer.status_code, said))
    assert wrong == []
