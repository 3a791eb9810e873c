"""Who may open the desk and enter there, and what each address of it answers to the others."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.desk.entering import DESK, UNDO, stored
from tests.site.factories import make_event, person
from tests.site.reading import HTMX, text
from tournaments.domain.accounts.roles import Role
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


PAGES = [("get", DESK), ("get", "/e/open/desk/"), ("post", DESK), ("post", "/e/open/desk/2/1/"), ("post", UNDO)]
ENTERS = {"owner", "chief_arbiter", "arbiter", "entry", "superuser"}
PEOPLE = [*Role.values, "superuser", "stranger", "arbiter of another event", "anonymous"]


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(("method", "url"), PAGES)
def test_who_may_open_the_desk(client, event, who, method, url):
    if who in Role.values:
        client.force_login(person("somebody", event, who))
    elif who == "superuser":
        client.force_login(User.objects.create_superuser("root"))
    elif who == "arbiter of another event":
        client.force_login(person("somebody", make_event("other")))
    elif who == "stranger":
        client.force_login(person("somebody"))
    fields = {"line": "1 1", "result": "10", "version": 0, "uuid": uuid4()} if method == "post" else {}
    answer = getattr(client, method)(url, fields)
    if who == "anonymous":
        assert (answer.status_code, answer["Location"]) == (302, f"/signin/?next={url}")
    elif who in ENTERS:
        assert answer.status_code in (200, 302, 422)
    else:
        assert answer.status_code == 403
        assert "This page is for the staff of this event." in text(answer)
    assert LogEntry.objects.exists() == (who in ENTERS and method == "post" and url != UNDO)


@pytest.mark.parametrize(
    "url", ["/e/none/desk/", "/e/open/desk/9/", "/e/open/desk/2/99/", "/e/open/desk/9/1/", "/e/secret/desk/"]
)
def test_what_is_not_there_is_a_404(anna, url):
    make_event("secret", is_public=False)
    ask = anna.post if url.count("/") == 6 else anna.get
    assert ask(url, {"result": "10", "version": 0, "uuid": uuid4()}).status_code == 404


@pytest.mark.parametrize("url", ["/e/open/desk/2/1/", UNDO])
def test_writing_needs_post(anna, url):
    assert anna.get(url).status_code == 405


@pytest.mark.parametrize("url", [DESK, "/e/open/desk/2/1/", UNDO])
def test_writing_needs_the_token(event, url):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("anna", event))
    answer = client.post(url, {"line": "1 1", "result": "10", "version": 0, "uuid": uuid4()})
    assert answer.status_code == 403
    assert stored(event, 1)[0] == ""


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "x", "²"])
def test_a_number_that_is_none_breaks_no_page(anna, number):
    assert anna.get("/e/open/desk/2/", {"last": number}).status_code == 200
    assert anna.get("/e/open/desk/2/", {"seen": f"{number}.{number}"}, **HTMX).status_code == 200
    assert anna.post(UNDO, {"round": number}).status_code == 422
