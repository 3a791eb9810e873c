"""What is deleted by itself and when, and until when everything is valid that ends by itself."""

import os
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from tests.site.factories import make_event, person
from tournaments import worker
from tournaments.access import accounts
from tournaments.actions.accounts.staff import invite_member
from tournaments.actions.desk.slip_codes import create_slip_codes
from tournaments.actions.exchange.api_tokens import create_site_token, create_token
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.models import (
    Delivery,
    DoorEntry,
    Event,
    Job,
    KeptAnswer,
    PushSubscription,
    SignIn,
    SigninLink,
    SiteToken,
    StaticSite,
    Token,
    Upload,
    Webhook,
)

pytestmark = pytest.mark.django_db

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
FUTURE = {"expires_at": timezone.now() + 1000 * DAY}


def subscribe(name, at):
    event = make_event(f"of-{name}")
    Event.objects.filter(pk=event.pk).update(changed_at=at)
    return PushSubscription.objects.create(event=event, endpoint=f"https://push.example/{name}", created_at=at)


def leave_file(name, at):
    path = settings.RATING_LISTS / f"{name}.upload"
    path.parent.mkdir(exist_ok=True)
    path.touch()
    os.utime(path, (at.timestamp(), at.timestamp()))
    return path


def token(name, at, **dates):
    return Token.objects.create(event=event(), kind="api", digest=name, created_at=at, **FUTURE | dates)


def event():
    return Event.objects.get(slug="open")


def anna():
    return person("anna")


def webhook():
    return Webhook.objects.get_or_create(event=event(), defaults={"created_at": timezone.now()})[0]


# Of each function: for how long it leaves a row, and such a row with a name and the moment that counts.
TIMES = {
    "place_unlisted_events": [],  # deletes nothing
    "delete_old_jobs": [
        (
            30 * DAY,
            lambda kind, at: Job.objects.create(kind=kind, state="done", finished_at=at, due_at=at, created_at=at),
        )
    ],
    "delete_old_deliveries": [
        (30 * DAY, lambda _, at: Delivery.objects.create(webhook=webhook(), news="result", body={}, created_at=at))
    ],
    "delete_old_subscriptions": [(30 * DAY, subscribe)],
    "delete_old_tokens": [
        (30 * DAY, lambda name, at: token(f"expired {name}", at, expires_at=at)),
        (30 * DAY, lambda name, at: token(f"used {name}", at, used_at=at)),
        (30 * DAY, lambda name, at: token(f"revoked {name}", at, revoked_at=at)),
    ],
    "delete_expired": [
        (0 * DAY, lambda name, at: SiteToken.objects.create(user=anna(), digest=name, created_at=at, expires_at=at))
    ],
    "delete_old_answers": [(2 * DAY, lambda _, at: KeptAnswer.objects.create(user=anna(), key=uuid4(), created_at=at))],
    "delete_expired_links": [
        (30 * MINUTE, lambda name, at: SigninLink.objects.create(user=anna(), digest=name, expires_at=at))
    ],
    "delete_expired_sessions": [
        (12 * HOUR, lambda key, at: SignIn.objects.create(user=anna(), session_key=key, began_at=at, seen_at=at)),
        (0 * DAY, lambda key, at: Session.objects.create(session_key=key, expire_date=at)),
    ],
    "delete_old_entries": [(90 * DAY, lambda _, at: DoorEntry.objects.create(at=at, kind="signed-in"))],
    "delete_old_sites": [
        (
            7 * DAY,
            lambda name, at: StaticSite.objects.create(event=event(), language=name, made_at=at, pages=1, data=b""),
        )
    ],
    "delete_leftovers": [(DAY, leave_file)],
    "delete_old_uploads": [
        (DAY, lambda name, at: Upload.objects.create(user=anna(), file=name, lines=[], uploaded_at=at))
    ],
    "delete_old_rounds": [],  # counts bytes, not days: tests/site/exchange/test_event_copies.py
    "revive_jobs": [],  # deletes nothing
}


def is_there(row):
    return type(row).objects.filter(pk=row.pk).exists() if isinstance(row, models.Model) else row.exists()


def test_every_cleanup_has_its_rows():
    """A new one needs a line in TIMES."""
    assert [clean_up.__name__ for clean_up in worker.CLEANUPS] == list(TIMES)


def test_the_cleanups_remove_what_is_old_and_leave_what_is_new():
    make_event()
    old, new = (
        {name: [make(word, timezone.now() - age - late) for age, make in rows] for name, rows in TIMES.items()}
        for word, late in (("old", MINUTE), ("new", -MINUTE))
    )
    rows = [row for kept in (old, new) for rows in kept.values() for row in rows]
    for clean_up in worker.CLEANUPS:
        before = [row for row in rows if is_there(row)]
        clean_up()
        assert [row for row in before if not is_there(row)] == old[clean_up.__name__], clean_up.__name__


EXPIRIES = [
    (Token, 3 * DAY, lambda event, by: invite_member(event, Role.ENTRY, 3, by)),
    (Token, 5 * DAY, lambda event, by: create_token(event, "Board", 5, ["read"], by)),
    (SiteToken, 7 * DAY, lambda _, by: create_site_token(by.user, "Club", 7, ["read"])),
    (Token, 12 * HOUR, lambda event, by: create_slip_codes(event, 2, by)),
    (Token, 120 * DAY, lambda event, by: add_screen(event, "Hall", by)),
    (SigninLink, 30 * MINUTE, lambda _, by: accounts.create_link(by.user)),
]


@pytest.mark.parametrize(
    ("model", "valid", "make"), EXPIRIES, ids=["invitation", "token", "site token", "slips", "screen", "link"]
)
def test_what_is_issued_ends_when_it_should(model, valid, make):
    event = make_event()
    before = timezone.now()
    make(event, Actor(person("olga", event, Role.OWNER), Role.OWNER))
    ends = [each.expires_at for each in model.objects.order_by("expires_at")]
    assert before + valid <= ends[0] <= ends[-1] <= timezone.now() + valid


def test_a_session_ends_half_a_day_after_the_sign_in(client):
    user = person("anna")
    user.set_password("seven-black-bishops")
    user.save()
    before = timezone.now()
    client.post("/signin/", {"username": "anna", "password": "seven-black-bishops"})
    end = Session.objects.get().expire_date
    assert abs(end - before - 12 * HOUR) < MINUTE
    assert abs(client.cookies["sessionid"]["max-age"] - 12 * 60 * 60) < 60
