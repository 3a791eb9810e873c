"""Secret addresses: found by their text alone, until they run out, are used up or closed."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.site.factories import make_event, person
from tournaments.access import tokens
from tournaments.models import Token

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_a_token_is_found_by_its_text_and_kind():
    event = make_event()
    text = tokens.issue_token(event, "slip", valid=HOUR, by=person("anna"), round=2, board=3)
    token = tokens.find_token(text, "slip")
    assert (token.event, token.payload, token.created_by.username) == (event, {"round": 2, "board": 3}, "anna")
    assert tokens.find_token(text, "display") is None
    for wrong in ("", text[:-1], text + "a", "x" * 22, "x" * 10_000, "ü", "\0"):
        assert tokens.find_token(wrong, "slip") is None


def test_the_database_does_not_hold_the_text():
    text = tokens.issue_token(make_event(), "display", valid=HOUR)
    assert re.fullmatch(r"[\w-]{22}", text), "128 bits in URL-safe letters"
    assert text not in str(Token.objects.get().__dict__)


def test_many_are_made_with_one_query(django_assert_num_queries):
    event = make_event()
    with django_assert_num_queries(1):
        texts = tokens.issue_tokens(event, "slip", [{"round": 1, "board": n} for n in range(1, 101)], valid=HOUR)
    assert len(set(texts)) == 100
    assert tokens.find_token(texts[6], "slip").payload == {"round": 1, "board": 7}


def test_an_expired_token_opens_nothing():
    text = tokens.issue_token(make_event(), "slip", valid=HOUR)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert tokens.find_token(text, "slip") is None


def test_a_revoked_token_opens_nothing():
    text = tokens.issue_token(make_event(), "slip", valid=HOUR)
    token = tokens.find_token(text, "slip")
    assert tokens.revoke_token(token)
    assert not tokens.revoke_token(token), "it was closed already"
    assert tokens.find_token(text, "slip") is None


def test_a_token_that_serves_once_serves_once():
    text = tokens.issue_token(make_event(), "invitation", valid=HOUR, role="arbiter")
    token = tokens.find_token(text, "invitation")
    assert [tokens.use_token(token), tokens.use_token(token)] == [True, False]
    assert tokens.find_token(text, "invitation") is None


def test_an_unknown_kind_is_a_mistake():
    with pytest.raises(ValueError, match="fly"):
        tokens.issue_token(make_event(), "fly", valid=HOUR)


def test_what_is_closed_for_long_is_swept_away():
    event, now = make_event(), timezone.now()
    ways = {
        "open": {},
        "just run out": {"expires_at": now},
        "run out": {"expires_at": now - timedelta(days=31)},
        "used": {"used_at": now - timedelta(days=31)},
        "revoked": {"revoked_at": now - timedelta(days=31)},
        "just revoked": {"revoked_at": now - timedelta(days=29)},
    }
    for way, fields in ways.items():
        tokens.issue_token(event, "invitation", valid=timedelta(days=60), way=way)
        Token.objects.filter(payload__way=way).update(**fields)
    tokens.delete_old_tokens()
    assert {token.payload["way"] for token in Token.objects.all()} == {"open", "just run out", "just revoked"}
