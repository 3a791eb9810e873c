"""The first page of a server on which nothing has happened yet, and help on the pages of the site."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.exchange.test_import import TABLE
from tests.site.factories import make_event
from tests.site.reading import text
from tournaments.demo import DEMOS
from tournaments.models import Event

pytestmark = pytest.mark.django_db

CREATE, IMPORT, DEMO = 'href="/new/"', 'href="/import/"', 'action="/demo/"'
EMPTY = "There are no events here yet."


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.mark.parametrize(
    ("who", "everybody_creates", "ways"),
    [
        ("nobody", True, set()),
        ("somebody", False, set()),
        ("somebody", True, {CREATE}),
        ("admin", False, {CREATE, IMPORT, DEMO}),
    ],
)
def test_an_empty_server_offers_the_ways_to_begin_that_one_has(client, settings, who, everybody_creates, ways):
    settings.EVERYBODY_CREATES = everybody_creates
    if who != "nobody":
        client.force_login(User.objects.create_user("me", is_superuser=who == "admin"))
    page = client.get("/")
    assert EMPTY in text(page)
    assert {way for way in (CREATE, IMPORT, DEMO) if way in page.content.decode()} == ways
    assert ("three ways" in text(page)) == (len(ways) == 3)


def test_where_there_are_events_nothing_is_said_about_beginning(admin):
    make_event()
    page = admin.get("/")
    assert EMPTY not in text(page)
    assert DEMO not in page.content.decode()


def test_the_demo_is_for_whoever_loads_it_and_goes_as_it_came(admin, client):
    page = admin.post("/demo/", follow=True)
    assert "The demo events are dry runs: only you see them" in text(page)
    assert set(Event.objects.values_list("slug", "is_public", "is_dry_run")) == {
        (demo.slug, False, True) for demo in DEMOS
    }
    assert all(demo.slug in page.content.decode() for demo in DEMOS)
    open_event = Event.objects.get(slug="ahorntal-open")
    assert open_event.categories.exists()
    admin.post("/demo/")
    assert Event.objects.count() == len(DEMOS)

    assert admin.get("/e/ahorntal-open/").status_code == 200
    admin.post("/e/ahorntal-open/copies/erase/")  # a dry run needs no typed name
    assert not Event.objects.filter(slug="ahorntal-open").exists()
    admin.logout()
    for somebody in (None, User.objects.create_user("me")):
        if somebody:
            client.force_login(somebody)
        assert "round-robin" not in client.get("/").text
        assert client.get("/e/round-robin/").status_code == 404


def test_nobody_else_loads_a_demo(client):
    assert client.post("/demo/").status_code == 302
    client.force_login(User.objects.create_user("me"))
    assert client.post("/demo/").status_code == 403
    assert not Event.objects.exists()


def test_an_imported_event_is_hidden_until_somebody_shows_it(admin, client):
    admin.post("/import/", {"file": SimpleUploadedFile("cup.trf", TABLE.encode()), "discipline": "chess"})
    admin.post("/import/store/")  # what the file leaves open was shown first
    event = Event.objects.get()
    admin.logout()
    assert client.get(f"/e/{event.slug}/").status_code == 404
    client.force_login(User.objects.get())
    assert client.post(f"/e/{event.slug}/setup/show/").status_code == 302
    client.logout()
    assert client.get(f"/e/{event.slug}/").status_code == 200


@pytest.mark.parametrize(
    ("address", "section"),
    [
        ("/new/", "Create an event"),
        ("/import/", "Import an event"),
        ("/import/archive/", "Move the event to another machine"),
        ("/ratings/", "Rating lists"),
        ("/backups/", "Backups"),
        ("/e/cup/export/", "Lists and files"),
    ],
)
def test_help_on_the_pages_of_the_site(admin, address, section):
    make_event(slug="cup")
    page = admin.get(address)
    assert page.status_code == 200
    assert page.content.decode().count('aria-label="Help for this page"') == 1
    assert f"In the manual: {section}" in text(page)


def test_a_page_without_help_offers_none(admin, client):
    assert "Help for this page" not in client.get("/").content.decode()
    assert "Help for this page" not in admin.get("/privacy/").content.decode()
    assert "Help for this page" not in client.get("/nothing/").content.decode()
