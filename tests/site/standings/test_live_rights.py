"""Streams end with the right to them: one case for each way to lose it, over the stream of a real server."""

import pytest

from tests.servers.listening import Stream
from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.faults, pytest.mark.db]

PEOPLE = """
from datetime import timedelta
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from tournaments.access import accounts, policy, sessions, tokens
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.accounts.staff import change_role, remove_member
from tournaments.actions.exchange.archives import hand_over_event
from tournaments.actions.hall.screens import add_screen, remove_screen
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import Actor, COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Membership, SignIn
from tournaments.operation.waking import wake_for_access
event = Event.objects.get(slug="cup")
owner = User.objects.get_or_create(username="owner")[0]
helper = User.objects.get_or_create(username="helper")[0]
by = Actor(owner, Role.OWNER)
"""
MEMBERS = """
Membership.objects.create(event=event, user=owner, role=Role.OWNER)
Membership.objects.create(event=event, user=helper, role=Role.ENTRY)
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(helper.pk), helper.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
SignIn.objects.create(
    user=helper, session_key=session.session_key, began_at=timezone.now(), seen_at=timezone.now(), browser=""
)
print(session.session_key)
"""
LOSSES = {
    "membership removed": "remove_member(event, helper.pk, by)",
    "role changed": "change_role(event, helper.pk, Role.DISPLAY, by)",
    "signed out": "Session.objects.all().delete(); wake_for_access()",
    "ended from another browser": "sessions.end_all(helper); wake_for_access()",
    "session expired": "Session.objects.update(expire_date=timezone.now() - timedelta(1)); wake_for_access()",
    "away for hours": "SignIn.objects.update(seen_at=timezone.now() - timedelta(1)); wake_for_access()",
    "password changed": "helper.set_password('new'); helper.save(); wake_for_access()",
    "account deactivated": "User.objects.filter(pk=helper.pk).update(is_active=False); wake_for_access()",
}


@pytest.fixture
def cup(server):
    server.python(NEW_EVENT)
    return server


@pytest.fixture
def session(cup):
    """The session of a helper, who sees more than the public does."""
    return cup.python(PEOPLE + MEMBERS).strip()


def is_over(stream):
    """Wait for the end of the stream, and tell whether it says nothing of a result."""
    return not any("½" in message.data or "<tbody" in message.data for message in stream.rest())


@pytest.mark.parametrize("loss", LOSSES)
def test_a_stream_for_staff_ends_with_the_right_to_it(cup, session, loss):
    with Stream(cup, "/live/cup/round-1/?v=e-1", cookie=f"sessionid={session}") as stream:
        cup.python(ENTER + "enter(1, '==')")
        assert "½" in stream.next().data
        cup.python(PEOPLE + LOSSES[loss])
        assert is_over(stream)


@pytest.mark.parametrize("query", ["", "&format=json"])
def test_a_public_stream_ends_when_the_event_is_hidden(cup, query):
    with Stream(cup, f"/live/cup/standings/?v=e-1{query}") as stream:
        cup.python(ENTER + "enter(1, '==')")
        stream.next()
        cup.python(PEOPLE + "Event.objects.filter(pk=event.pk).update(is_public=False)")
        cup.python(ENTER + "enter(2, '==')")
        assert is_over(stream)
    with Stream(cup, f"/live/cup/standings/{query.replace('&', '?')}") as stream:
        assert stream.status == 404 or is_over(stream)


HIDE, DELETE = "Event.objects.update(is_public=False)", "Game.objects.all().delete(); Round.objects.all().delete()"


@pytest.mark.parametrize(
    ("view", "change"),
    [
        *(("standings/", HIDE), ("version/", HIDE), ("round-1/", HIDE), ("standings/?format=json", HIDE)),
        *(("round-1/", DELETE), ("round-1/?format=json", DELETE)),
    ],
)
def test_a_public_stream_ends_though_nothing_wakes_the_watcher(cup, view, change):
    """Whatever wrote it: a command, another program, or somebody at the database."""
    with Stream(cup, f"/live/cup/{view}") as stream:
        stream.next()
        cup.python(f"from tournaments.models import Event, Game, Round\n{change}")
        assert is_over(stream)


def test_a_stream_ends_with_a_session_that_runs_out_while_nobody_writes(cup, session):
    with Stream(cup, "/live/cup/round-1/", cookie=f"sessionid={session}") as stream:
        stream.next()
        cup.python(PEOPLE + "Session.objects.update(expire_date=timezone.now() + timedelta(seconds=2))")
        assert is_over(stream)


RETURN = """
from django.db import transaction
from tournaments.actions.exchange.archives import import_archive
from tournaments.formats.archive_write import export_event
with transaction.atomic():
    Event.objects.update(moved_to="")
    show_player(event, 1, by, pseudonym="Lynx")
    file = export_event(Event.objects.get(slug="cup"))
    Event.objects.filter(slug="cup").update(moved_to="elsewhere")
    import_archive(file, by, slug="cup")
"""


def test_a_locked_event_is_watched_on_and_the_one_that_returns_is_another(cup, session):
    """An event that was handed over takes no entry and is seen as before. What comes back may hide what it showed."""
    watchers = [Stream(cup, "/live/cup/round-1/"), Stream(cup, "/live/cup/round-1/", cookie=f"sessionid={session}")]
    for stream in watchers:
        stream.next()
    cup.python(PEOPLE + "hand_over_event(event, 'elsewhere', by)")
    assert [stream.next().id for stream in watchers] == ["e-2", "e-2"]
    cup.python(PEOPLE + RETURN)
    for stream in watchers:
        assert is_over(stream)
        stream.close()
    with Stream(cup, "/live/cup/standings/") as stream:
        assert "Lynx" in (data := stream.next().data) and "Ada" not in data


def test_a_projectors_stream_ends_with_its_token(cup, session):
    token = cup.python(PEOPLE + "print(add_screen(event, 'Hall', by)[1])").strip()
    with Stream(cup, f"/live/cup/version/?s={token}") as stream:
        stream.next()
        cup.python(PEOPLE + "remove_screen(event, event.screens.get().pk, by)")
        stream.rest()
    with Stream(cup, f"/live/cup/version/?s={token}") as stream:
        assert stream.status == 404


def test_who_keeps_the_right_keeps_the_stream(cup, session):
    with Stream(cup, "/live/cup/round-1/?v=e-1", cookie=f"sessionid={session}") as stream:
        cup.python(PEOPLE + "User.objects.create(username='third'); wake_for_access()")
        cup.python(ENTER + "enter(1, '==')")
        assert "½" in stream.next().data
        cup.python(PEOPLE + "withhold_results(event, 1, by)")
        cup.python(ENTER + "enter(2, '10')")
        assert stream.next().data, "who may see withheld results goes on seeing them"


def test_the_public_stream_says_nothing_of_a_withheld_result(cup):
    with Stream(cup, "/live/cup/round-1/?v=e-1") as stream:
        cup.python(PEOPLE + "withhold_results(event, 1, by)")
        cup.python(ENTER + "enter(1, '==')")
        assert "½" not in stream.next().data
