"""The way in: a link that works once, a password, the lock after too many attempts."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

import config.settings
from tournaments.access import accounts
from tournaments.models import DoorEntry, SigninLink

pytestmark = pytest.mark.django_db

PASSWORD = "seven-black-bishops"


@pytest.fixture
def admin():
    return accounts.create_first_admin()


@pytest.fixture
def address(admin):
    return reverse("signin_link", args=[accounts.create_link(admin)])


def signed_in(client):
    return "_auth_user_id" in client.session


def test_looking_at_a_link_uses_nothing_up(client, address):
    for _ in range(3):
        assert client.get(address).status_code == 200
    assert not signed_in(client)
    assert SigninLink.objects.get().used_at is None


def test_a_link_signs_in_once(client, address):
    answer = client.post(address)
    assert (answer.status_code, answer["Location"]) == (302, reverse("password"))
    assert signed_in(client)
    client.post(reverse("signout"))

    assert client.post(address).status_code == 410
    assert client.get(address).status_code == 410
    assert not signed_in(client)


def test_signing_in_gives_a_new_session(client, address):
    session = client.session
    session["before"] = True
    session.save()
    old = session.session_key
    client.cookies["sessionid"] = old
    client.post(address)
    assert client.session.session_key != old


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_expired_or_unknown_link_is_refused(client, address, method):
    SigninLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert getattr(client, method)(address).status_code == 410
    assert getattr(client, method)(reverse("signin_link", args=["no-such-token"])).status_code == 410
    assert not signed_in(client)


def test_the_database_does_not_hold_the_token(admin):
    token = accounts.create_link(admin)
    link = SigninLink.objects.get()
    assert token not in str(link.__dict__)
    assert re.fullmatch(r"[\w-]{22}", token), "128 bits in URL-safe letters"
    assert link.expires_at - timezone.now() <= timedelta(minutes=30)


def test_of_two_who_use_a_link_at_once_one_is_refused(admin, monkeypatch):
    token = accounts.create_link(admin)
    link = accounts.find_link(token)
    accounts.use_link(token)
    monkeypatch.setattr(accounts, "find_link", lambda _: link)  # the second one looked before the first one wrote
    with pytest.raises(accounts.LinkRefused, match="used"):
        accounts.use_link(token)


def test_links_are_offered_until_an_admin_has_a_password(client, admin, address):
    assert accounts.find_admin_without_password() == admin
    client.post(address)
    answer = client.post(reverse("password"), {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert answer.status_code == 302
    assert signed_in(client), "a new password does not sign its own browser out"
    assert accounts.find_admin_without_password() is None


def test_a_new_password_closes_open_links(client, admin, address):
    accounts.set_password(admin, PASSWORD)
    assert client.post(address).status_code == 410


def test_a_weak_password_is_refused(client, address):
    client.post(address)
    answer = client.post(reverse("password"), {"new_password1": "12345", "new_password2": "12345"})
    assert answer.status_code == 422
    assert accounts.find_admin_without_password()


def test_a_password_is_changed_only_with_the_old_one(client):
    client.force_login(User.objects.create_user("anna", password=PASSWORD))
    new = {"new_password1": "eight-white-rooks", "new_password2": "eight-white-rooks"}
    assert client.post(reverse("password"), new).status_code == 422
    assert client.post(reverse("password"), new | {"old_password": PASSWORD}).status_code == 302


def test_the_command_makes_a_link(client):
    from io import StringIO

    User.objects.create_user("anna", password=PASSWORD)
    printed = StringIO()
    call_command("signin_link", "anna", stdout=printed)
    address = re.sub(r"^http://[^/]+", "", printed.getvalue().strip())
    assert client.post(address)["Location"] == reverse("events")
    assert signed_in(client)


def attempt(client, user, password, address="10.0.0.7"):
    return client.post(reverse("signin"), {"username": user, "password": password}, REMOTE_ADDR=address)


def test_ten_failures_lock_one_name_at_one_address(client):
    for name in ("anna", "bert"):
        User.objects.create_user(name, password=PASSWORD)
    for _ in range(9):
        assert attempt(client, "anna", "wrong").status_code == 200
    assert attempt(client, "anna", "wrong").status_code == 429
    assert attempt(client, "anna", PASSWORD).status_code == 429
    assert attempt(client, "bert", PASSWORD).status_code == 302, "others in the same hall can sign in"
    client.post(reverse("signout"))
    assert attempt(client, "anna", PASSWORD, "10.0.0.8").status_code == 302, "and so can she from elsewhere"


def test_the_addresses_of_one_network_of_ipv6_are_one(client):
    """A visitor has 2^64 of them: a new one for each guess must not help."""
    User.objects.create_user("anna", password=PASSWORD)
    for number in range(10):
        attempt(client, "anna", "wrong", f"2001:db8:1:2::{number + 1:x}")
    assert attempt(client, "anna", PASSWORD, "2001:db8:1:2:aaaa::1").status_code == 429
    assert set(DoorEntry.objects.filter(kind="refused").values_list("address", flat=True)) == {"2001:db8:1:2::"}
    assert attempt(client, "anna", PASSWORD, "2001:db8:1:3::1").status_code == 302


GUESSES = [  # wrong passwords at the hall's address, who failed there, how often, who signs in, the answer
    (99, "guest", 99, "anna", 302),
    (100, "guest", 100, "anna", 302),
    (100, "guest", 98, "anna", 302),
    (100, "guest", 97, "anna", 429),
    (999, "guest", 999, "anna", 302),
    (1000, "guest", 1000, "anna", 429),
]


@pytest.mark.parametrize(("count", "name", "times", "user", "status"), GUESSES)
def test_guessing_locks_the_names_that_failed_and_not_the_hall(client, count, name, times, user, status):
    """Everybody in a hall shares an address: one who guesses must not lock the others out."""
    User.objects.create_user(user, password=PASSWORD)
    names = [name] * times + [user.upper()] * (count - times)
    lines = [DoorEntry(at=timezone.now(), kind="refused", name=each, address="10.0.0.7") for each in names]
    DoorEntry.objects.bulk_create(lines)
    assert attempt(client, user, PASSWORD).status_code == status
    client.post(reverse("signout"))
    assert attempt(client, user, PASSWORD, "10.0.0.8").status_code == 302


def test_guesses_of_long_ago_lock_nobody(client):
    User.objects.create_user("anna", password=PASSWORD)
    before = timezone.now() - timedelta(minutes=11)
    DoorEntry.objects.bulk_create([DoorEntry(at=before, kind="refused", name="anna", address="10.0.0.7")] * 1000)
    assert attempt(client, "anna", PASSWORD).status_code == 302


def test_signing_out_needs_a_post(client):
    client.force_login(User.objects.create_user("anna"))
    assert client.get(reverse("signout")).status_code == 405
    assert signed_in(client)


def test_a_session_lasts_twelve_hours(client, address):
    client.post(address)
    assert 0 <= 12 * 60 * 60 - client.session.get_expiry_age() < 60


def test_a_password_that_was_stored_at_greater_cost_is_stored_again_at_the_sign_in(client):
    with override_settings(PASSWORD_HASHERS=config.settings.PASSWORD_HASHERS):
        stored = Argon2PasswordHasher().encode("seven-black-bishops", "salt-of-old")
        User.objects.create_user("olga")
        User.objects.filter(username="olga").update(password=stored)
        answer = client.post("/signin/", {"username": "olga", "password": "seven-black-bishops"})
        assert answer.status_code == 302
    assert "m=19456,t=2,p=1" in User.objects.get(username="olga").password
