"""Which sessions count as the staff's before Django has looked: those that it has found to be true."""

import pytest

from tournaments.access import session_cache


@pytest.fixture(autouse=True)
def signed_in():
    """Remember one session for the length of a test."""
    session_cache.remember_session("abc")
    yield
    session_cache.forget_session("abc")


def test_a_session_is_proven_for_a_while(monkeypatch):
    assert session_cache.is_known_session("abc")
    monkeypatch.setattr(session_cache, "LIFETIME", 0)
    assert not session_cache.is_known_session("abc")


def test_only_so_many_sessions_are_remembered(monkeypatch):
    monkeypatch.setattr(session_cache, "MAX_SESSIONS", 2)
    for key in ("one", "two", "three"):
        session_cache.remember_session(key)
    assert [session_cache.is_known_session(key) for key in ("one", "two", "three")] == [False, True, True]
    session_cache.remember_session("abc")


@pytest.mark.django_db
def test_django_proves_a_session_and_its_end(client):
    from django.contrib.auth.models import User

    client.cookies["sessionid"] = "made-up"
    client.get("/")
    assert not session_cache.is_known_session("made-up")
    client.force_login(User.objects.create_user("anna"))
    client.get("/")
    key = client.session.session_key
    assert session_cache.is_known_session(key)
    client.post("/signout/")
    assert not session_cache.is_known_session(key)
