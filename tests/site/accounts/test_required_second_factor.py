"""A second factor that the site requires of its admins."""

import pyotp
import pytest
from django.contrib.auth.models import User

from tests.site.accounts.test_second_factor import CODE, PAGE, PASSWORD, SECOND, SECRET, code, sign_in, signed_in
from tournaments.access import second_factor
from tournaments.live.visibility import user_of, users_of
from tournaments.models import Authenticator

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return User.objects.create_user("anna", password=PASSWORD)


@pytest.fixture
def app(anna):
    second_factor.add_app(anna, SECRET, code())


@pytest.fixture
def required(settings, anna):
    settings.SECOND_FACTOR_REQUIRED = True
    User.objects.update(is_superuser=True)


def test_an_admin_who_must_have_one_adds_it_before_being_signed_in(client, anna, required):
    assert sign_in(client, next="/users/")["Location"] == SECOND
    assert client.get(SECOND)["Location"] == PAGE
    assert client.get("/users/").status_code == 302
    client.get(f"{PAGE}app/")
    shown = client.post(f"{PAGE}app/", {"code": pyotp.TOTP(client.session["new_authenticator"]).now()})
    assert len(CODE.findall(shown.content.decode())) == 10
    assert client.get("/users/").status_code == 200
    answer = client.post(f"{PAGE}remove/", {"password": PASSWORD, "remove": "app"})
    assert (answer.status_code, Authenticator.objects.count()) == (422, 1)


def test_who_waits_with_a_factor_changes_none(client, app, required):
    sign_in(client)
    assert client.get(PAGE).status_code == 302
    assert client.post(f"{PAGE}codes/", {"password": PASSWORD})["Location"].startswith("/signin/")


def test_an_open_session_ends_where_the_site_begins_to_require_it(client, anna, required):
    client.force_login(anna)
    key = client.session.session_key
    assert (user_of(key).is_authenticated, users_of([key])) == (False, {})
    assert client.get("/users/").status_code == 302
    assert not signed_in(client)


def test_others_need_none(client, anna, required):
    User.objects.update(is_superuser=False)
    assert sign_in(client)["Location"] == "/"
