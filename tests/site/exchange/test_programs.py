"""Other programs: who lets them in, and the page on which that is done."""

import pytest

from tests.site.factories import make_event, person
from tournaments.access import tokens
from tournaments.domain.choices import TokenKind
from tournaments.domain.roles import Role
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event()


def test_the_owner_manages_programs_in_the_browser(client, event, owner):
    client.force_login(owner.user)
    asked = {"name": "Scanner", "days": "3"}
    refused = client.post("/e/open/programs/create-token/", asked | {"scopes": ["everything"]})
    assert (refused.status_code, "Choose at least one thing that the program may do." in refused.text) == (422, True)
    page = client.post("/e/open/programs/create-token/", asked | {"scopes": ["results", "read", "everything"]})
    text = page.context["token"]
    assert text in page.text
    token = tokens.find_token(text, TokenKind.API)
    assert (token.payload, token.created_by) == ({"name": "Scanner", "scopes": ["read", "results"]}, owner.user)
    page = client.get("/e/open/programs/")
    assert text not in page.text
    assert "read the event while it is not public, enter results" in page.text
    client.post("/e/open/programs/revoke-token/", {"token": token.pk})
    assert tokens.find_token(text, TokenKind.API) is None
    page = client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook", "news": ["result"]})
    assert page.context["webhook"].secret in page.text
    assert client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook"}).status_code == 422
    client.post("/e/open/programs/remove-webhook/", {"webhook": event.webhooks.get().pk})
    assert not event.webhooks.exists()
    assert list(event.log.order_by("pk").values_list("action", flat=True)) == ["program"] * 2 + ["webhook"] * 2


def test_nobody_else_opens_the_page(client, event):
    for role in (Role.CHIEF_ARBITER, Role.ARBITER, Role.ENTRY, Role.DISPLAY):
        client.force_login(person(role, event, role))
        assert client.get("/e/open/programs/").status_code == 403
        assert (
            client.post("/e/open/programs/create-token/", {"name": "X", "days": "3", "scopes": ["read"]}).status_code
            == 403
        )
    assert Event.objects.get().tokens.count() == 0
