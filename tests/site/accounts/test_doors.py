"""Whatever opens something: a restored backup can't know which of it was closed after it was made."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.site.factories import make_event, person
from tournaments.access import tokens
from tournaments.access.site_tokens import find_token
from tournaments.actions.site.restored import close_access
from tournaments.domain.choices import TokenKind
from tournaments.models import Mirror, RecoveryCode, SignIn, SigninLink, SiteToken, Token

# Names of columns that hold what somebody shows to come in, or its digest.
SECRETS = {"digest", "token", "secret", "password", "session_key", "credential", "endpoint", "lock"}
CLOSED = {"Mirror", "RecoveryCode", "Session", "SignIn", "SigninLink", "SiteToken", "Token"}
KEPT = {
    "Authenticator": "the second factor of an account, without which it would be open to whoever has the password",
    "Passkey": "as above",
    "User": "people sign in again with their passwords",
    "MirrorLink": "opens another server, which refuses a publication that it has withdrawn",
    "PushSubscription": "an address that news go to; it opens nothing here",
    "Webhook": "signs what leaves; it opens nothing here",
}


def test_every_model_with_a_secret_is_closed_by_a_restore_or_says_why_not():
    found = {
        model.__name__ for model in apps.get_models() if SECRETS & {field.name for field in model._meta.concrete_fields}
    }
    assert found == CLOSED | set(KEPT)


@pytest.mark.django_db
def test_a_restore_closes_each_of_them():
    now = timezone.now()
    later, owner, event = now + timedelta(days=1), person("olga"), make_event("zq-open")
    made = {"created_at": now, "expires_at": later}
    SiteToken.objects.create(user=owner, name="Club", digest=tokens.compute_digest("site"), scopes=["read"], **made)
    Token.objects.create(event=event, kind=TokenKind.API, digest=tokens.compute_digest("api"), **made)
    Mirror.objects.create(digest="m", name="Town", created_by=owner, created_at=now)
    RecoveryCode.objects.create(user=owner, digest="r")
    Session.objects.create(session_key="s", session_data="", expire_date=later)
    SignIn.objects.create(user=owner, session_key="s", began_at=now, seen_at=now)
    SigninLink.objects.create(user=owner, digest="l", expires_at=later)
    assert find_token("site") and tokens.valid_tokens().count() == 1
    assert close_access() == (1, 2)
    assert find_token("site") is None and not tokens.valid_tokens().exists()
    assert not Mirror.objects.filter(revoked_at=None).exists()
    assert [model for model in (RecoveryCode, Session, SignIn, SigninLink) if model.objects.exists()] == []
