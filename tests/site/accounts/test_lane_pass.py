"""The second cookie of a signed-in browser: it chooses a lane before anything is asked, and grants nothing."""

import pytest
from django.contrib.sessions.models import Session

from tests.site.factories import make_event, person
from tournaments.access import sessions
from tournaments.access.lane_pass import COOKIE, create_pass, is_valid_pass

pytestmark = pytest.mark.django_db
DESK = "/e/open/desk/"
PASSWORD = "seven-black-bishops"


@pytest.fixture
def arbiter(client):
    """An arbiter of an event whose browser has just signed in with a password."""
    user = person("anna", make_event(), "arbiter")
    user.set_password(PASSWORD)
    user.save()
    client.post("/signin/", {"username": "anna", "password": PASSWORD})
    return user


def shown(client):
    return client.cookies[COOKIE].value if COOKIE in client.cookies else ""


def test_signing_in_sets_it_as_the_session_is_set(arbiter, client):
    pass_, session = client.cookies[COOKIE], client.cookies["sessionid"]
    assert is_valid_pass(pass_.value, session.value)
    for attribute in ("path", "domain", "secure", "httponly", "samesite"):
        assert pass_[attribute] == session[attribute]
    assert abs(pass_["max-age"] - session["max-age"]) <= 1


def test_it_is_secure_where_the_session_is(client, settings):
    settings.SESSION_COOKIE_SECURE = True
    client.force_login(person("anna", make_event(), "arbiter"))
    assert client.get("/").cookies[COOKIE]["secure"]


def test_a_session_from_before_gets_it_once_at_its_next_request(client):
    client.force_login(person("anna", make_event(), "arbiter"))
    assert not shown(client)
    assert client.get("/").cookies[COOKIE].value
    assert COOKIE not in client.get("/").cookies
    client.cookies[COOKIE] = "made-up"
    assert is_valid_pass(client.get("/").cookies[COOKIE].value, client.session.session_key)


def test_nobody_gets_it_without_signing_in(client):
    client.cookies["sessionid"] = "made-up"
    assert COOKIE not in client.get("/").cookies


def test_it_costs_no_query(arbiter, client, django_assert_num_queries):
    for cookies in (client.cookies.copy(), {"sessionid": client.cookies["sessionid"].value}):
        client.cookies.clear()
        client.cookies.load({name: getattr(each, "value", each) for name, each in cookies.items()})
        with django_assert_num_queries(3):  # the session, its user, the browser
            client.get("/privacy/")


@pytest.mark.parametrize("end", ["sign-out", "another browser", "expiry"])
def test_it_grants_nothing_when_the_session_has_ended(arbiter, client, end):
    old = shown(client)
    session = client.cookies["sessionid"].value
    if end == "sign-out":
        assert not client.post("/signout/").cookies[COOKIE].value, "the browser is told to forget it"
    elif end == "another browser":
        sessions.end_all(arbiter)
    else:
        Session.objects.update(expire_date="2020-01-01T00:00Z")
    client.cookies["sessionid"], client.cookies[COOKIE] = session, old
    assert is_valid_pass(old, session), "the front still lets it into the lane of the staff"
    answer = client.get(DESK)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/signin/")
    assert not answer.cookies[COOKIE].value


def test_it_alone_signs_nobody_in(arbiter, client):
    pass_ = shown(client)
    client.cookies.clear()
    client.cookies[COOKIE] = pass_
    assert client.get(DESK).status_code == 302


def test_it_belongs_to_one_server_and_one_session(settings):
    text = create_pass("abc", 4_102_444_800)
    assert is_valid_pass(text, "abc")
    assert not is_valid_pass(text, "other")
    settings.SECRET_KEY = "another server's"
    assert not is_valid_pass(text, "abc")
