"""The browsers in which somebody is signed in, how long that lasts, and the log of who came and who was refused."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.site.factories import make_event, person
from tournaments.models import DoorEntry, SignIn

pytestmark = pytest.mark.django_db

PASSWORD = "seven-black-bishops"


@pytest.fixture
def event():
    return make_event()


# Browsers


def test_sessions_are_listed_and_ended(event):
    anna = User.objects.create_user("anna", password=PASSWORD)
    laptop, phone, foreign = Client(), Client(headers={"user-agent": "Phone <b>"}), Client()
    laptop.force_login(anna)
    phone.force_login(anna)
    phone.get("/account/sessions/")
    foreign.force_login(person("bert"))
    page = laptop.get("/account/sessions/").content.decode()
    assert page.count('<li class="card">') == 2
    for entry in SignIn.objects.filter(user__username="bert"):
        laptop.post("/account/sessions/", {"browser": entry.pk})
    assert foreign.get("/account/sessions/").status_code == 200, "nobody ends the sessions of others"
    laptop.post("/account/sessions/")
    assert phone.get("/account/sessions/").status_code == 302
    assert laptop.get("/account/sessions/").status_code == 200


def test_a_new_password_ends_the_others():
    anna = User.objects.create_user("anna", password=PASSWORD)
    laptop, phone = Client(), Client()
    for browser in (laptop, phone):
        browser.force_login(anna)
    new = {"old_password": PASSWORD, "new_password1": "eight-white-rooks", "new_password2": "eight-white-rooks"}
    assert laptop.post("/account/password/", new).status_code == 302
    assert phone.get("/account/sessions/").status_code == 302
    assert laptop.get("/account/sessions/").status_code == 200
    assert SignIn.objects.count() == 1


def test_a_long_pause_signs_out(client):
    client.force_login(person("anna"))
    assert client.get("/account/sessions/").status_code == 200
    SignIn.objects.update(seen_at=timezone.now() - timedelta(hours=4, minutes=1))
    assert client.get("/account/sessions/").status_code == 302
    assert (SignIn.objects.count(), "_auth_user_id" in client.session) == (0, False)


def test_twelve_hours_are_the_end_whatever_is_done(client):
    client.force_login(person("anna"))
    ends = client.session.get_expiry_date()
    session = client.session
    session["used"] = True
    session.save()
    assert abs(client.session.get_expiry_date() - ends) < timedelta(seconds=1)


# The door


def test_the_door_keeps_who_came_and_who_was_refused(client, event):
    User.objects.create_user("anna", password=PASSWORD)
    client.post("/signin/", {"username": "anna", "password": "wrong"})
    client.post("/signin/", {"username": "anna", "password": PASSWORD})
    client.get("/e/open/settings/")
    client.get("/e/open/settings/")
    client.post("/signout/")
    kinds = list(DoorEntry.objects.order_by("pk").values_list("kind", "name", "event__slug"))
    assert kinds == [
        ("refused", "anna", None),
        ("signed-in", "anna", None),
        ("denied", "anna", "open"),
        ("signed-out", "anna", None),
    ]
    assert PASSWORD not in str(list(DoorEntry.objects.values()))
    assert "wrong" not in str(list(DoorEntry.objects.values()))


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/141.0 Mobile Safari/604.1", "Chrome, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "Safari, macOS"),
        ("something else", "something else"),
        ("", ""),
    ],
)
def test_a_browser_has_the_name_that_people_know(agent, name):
    assert SignIn(browser=agent).browser_name == name
