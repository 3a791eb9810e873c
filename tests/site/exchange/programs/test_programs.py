"""Other programs: who lets them in, and the page on which that is done."""

import pytest

from tests.site.factories import game, make_event, person
from tournaments.access import tokens
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.api_tokens import create_token, revoke_token
from tournaments.actions.exchange.webhooks import add_webhook, remove_webhook
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.standings.crosstable_cache import find_entered_games
from tournaments.queries.standings.standings import read_standings

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
    page = client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook", "kinds": ["result"]})
    assert (secret := page.context["webhook"].secret) in page.text
    assert secret not in client.get("/e/open/programs/").text
    assert client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook"}).status_code == 422
    client.post("/e/open/programs/remove-webhook/", {"webhook": event.webhooks.get().pk})
    assert not event.webhooks.exists()
    assert list(event.log.order_by("pk").values_list("action", flat=True)) == ["program"] * 2 + ["webhook"] * 2


def test_a_token_or_a_webhook_changes_nothing_that_anybody_reads(client, event, owner):
    before, tag = Event.objects.get().version, client.get("/api/v1/events/open/standings")["ETag"]
    token = create_token(event, "Scanner", 3, ["read"], owner)
    revoke_token(event, tokens.find_token(token, TokenKind.API).pk, owner)
    remove_webhook(event, add_webhook(event, "https://club.example/hook", ["result"], owner).pk, owner)
    assert Event.objects.get().version == before
    assert client.get("/api/v1/events/open/standings")["ETag"] == tag
    assert event.log.filter(version=before).count() == 4, "the log has it all the same"


def test_the_table_is_kept_over_a_token(event, owner):
    """What was entered since is read alone, as if there were no line about the token."""
    read_standings(staff_reader(event))
    create_token(event, "Scanner", 3, ["read"], owner)
    enter_result(event, 2, 1, Entry("10", None, None, 0), COMMAND)
    create_token(event, "Other", 3, ["read"], owner)
    assert find_entered_games(Event.objects.get(), 1) == {game(event, 2, 1).pk}


def test_nobody_else_opens_the_page(client, event):
    for role in (Role.CHIEF_ARBITER, Role.ARBITER, Role.ENTRY, Role.DISPLAY):
        client.force_login(person(role, event, role))
        assert client.get("/e/open/programs/").status_code == 403
        assert (
            client.post("/e/open/programs/create-token/", {"name": "X", "days": "3", "scopes": ["read"]}).status_code
            == 403
        )
    assert Event.objects.get().tokens.count() == 0
