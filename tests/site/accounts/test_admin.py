"""Django's admin shows everything to superusers, and changes nothing: what is written goes through the pages."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import ProtectedError

from tests.site.factories import game, make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import Actor
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, LogEntry, Membership, Player

pytestmark = pytest.mark.django_db
ADMIN = "/admin"


@pytest.fixture
def event():
    event = make_event()
    anna = person("anna", event)
    enter_result(event, 2, 1, Entry("10", version=0), Actor(anna, "arbiter"))
    return Event.objects.get()


@pytest.fixture
def root(client):
    user = person("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    return client


MODELS = {
    "tournaments/event": Event,
    "tournaments/player": Player,
    "tournaments/logentry": LogEntry,
    "auth/user": User,
}


def test_these_are_all():
    admin.autodiscover()
    registered = {f"{model._meta.app_label}/{model._meta.model_name}" for model in admin.site._registry}
    registered = {path for path in registered if not path.startswith("axes/")}  # locked sign-ins, not ours
    assert registered == set(MODELS)


@pytest.mark.parametrize("path", MODELS)
def test_staff_who_are_no_superusers_see_nothing(client, event, path):
    user = person("staff", event, "owner")
    user.is_staff = True
    user.save()
    client.force_login(user)
    assert client.get(f"{ADMIN}/{path}/").status_code == 403


@pytest.mark.parametrize("path", MODELS)
def test_everything_can_only_be_read(root, event, path):
    model = MODELS[path]
    row = model.objects.first()
    before = list(model.objects.order_by("pk").values())
    assert root.get(f"{ADMIN}/{path}/").status_code == 200
    assert root.get(f"{ADMIN}/{path}/{row.pk}/change/").status_code == 200
    fields = {"name": "x", "discipline": "scrabble", "reason": "x", "username": "x", "_save": "Save"}
    assert root.post(f"{ADMIN}/{path}/{row.pk}/change/", fields).status_code == 403
    assert root.post(f"{ADMIN}/{path}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert root.get(f"{ADMIN}/{path}/add/").status_code == 403
    forged = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    root.post(f"{ADMIN}/{path}/", forged)
    assert list(model.objects.order_by("pk").values()) == before


def test_no_password_is_shown_or_set(root, event):
    anna = User.objects.get(username="anna")
    anna.set_password("a-very-secret-word")
    anna.save()
    assert anna.password[:20] not in root.get(f"{ADMIN}/auth/user/{anna.pk}/change/").content.decode()
    assert root.get(f"{ADMIN}/auth/user/{anna.pk}/password/").status_code in (302, 404)


def test_roles_are_not_given_past_the_log(root, event):
    """The admin shows the members; an admin of the site gives roles on the event's own page."""
    anna = person("anna")
    assert "anna" in root.get(f"{ADMIN}/tournaments/event/{event.pk}/change/").content.decode()
    person("olga", event, "owner")
    assert Membership.objects.get(user=anna).role == "arbiter"
    assert root.post("/e/open/people/role/", {"user": anna.pk, "role": "owner"}).status_code == 302
    assert event.log.first().action == "role"


def test_an_account_with_results_is_not_deleted_even_by_a_command(event):
    with pytest.raises(ProtectedError):
        person("anna").delete()
    assert game(event, 2, 1).entered_by.username == "anna"


def test_a_password_is_changed_on_the_account_page_alone(root):
    assert root.get(f"{ADMIN}/password_change/").headers["Location"] == "/account/password/"
    assert root.post(f"{ADMIN}/password_change/").headers["Location"] == "/account/password/"
