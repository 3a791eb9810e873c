"""What outlives a sign-in asks for the password again once the last proof is older than ten minutes."""

import re
import time

import pyotp
import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse

from tests.site.accounts.test_matrix import PARAMS
from tests.site.factories import make_event, person
from tests.site.matrix import ROWS
from tournaments.access import second_factor
from tournaments.access.proof import FRESH, PROVED_AT
from tournaments.access.sign_in_log import MAX_WRONG_CODES, write_entry
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import DoorKind
from tournaments.models import Authenticator, DoorEntry, Mirror, SigninLink, SiteToken, Token, Webhook

pytestmark = pytest.mark.django_db

COPY = "crosstable-20260101-000000-000000-hand.sqlite3"
WORD = "a long enough word"
EVERY_DAY = {"days": "7", "name": "Broadcast", "scopes": ["read"]}
# Each address, what is posted there (None: it is a page), and the entry in the sign-in log.
ASKING = {
    "site_tokens_create": (EVERY_DAY, DoorKind.TOKEN),
    "programs_create_token": (EVERY_DAY, DoorKind.TOKEN),
    "programs_add_webhook": ({"url": "https://192.0.2.1/x", "kinds": ["result"]}, DoorKind.WEBHOOK),
    "staff_invite": ({"role": Role.OWNER, "days": "7"}, DoorKind.LEADER),
    "staff_role": ({"role": Role.CHIEF_ARBITER, "user": "other"}, DoorKind.LEADER),
    "staff_link": ({"user": "other"}, DoorKind.LINK_GIVEN),
    "users_invite": ({"name": "newcomer"}, DoorKind.LINK_GIVEN),
    "users_link": ({"user": "other"}, DoorKind.LINK_GIVEN),
    "users_reset_factor": ({"user": "other"}, DoorKind.FACTOR_RESET),
    "mirrors": ({"name": "Club laptop"}, DoorKind.TOKEN),
    "backup_file": (None, DoorKind.DOWNLOAD),
    "second_factor_app": (None, ""),
    "second_factor_passkey": ({"name": "Key", "passkey": "{}"}, ""),
}
MADE = (Token, SiteToken, Webhook, SigninLink, Mirror)


@pytest.fixture
def owner():
    event = make_event("open")
    user = person("olga", event, Role.OWNER)
    user.is_superuser = True
    user.set_password(WORD)
    user.save()
    person("other", event)
    return user


@pytest.fixture
def stale(client, owner):
    """A browser that was left open for eleven minutes."""
    client.force_login(owner)
    age(client)
    return client


def age(client, seconds=FRESH + 60):
    session = client.session
    session[PROVED_AT] = time.time() - seconds
    session.save()


def ask(client, name):
    """Ask for an address as its form does; return the answer and what was typed."""
    params = {key: {"slug": "open", "name": "none"}[key] for key in PARAMS[name]}
    if name == "backup_file":
        params["name"] = COPY
        settings.BACKUPS.mkdir(exist_ok=True, parents=True)
        (settings.BACKUPS / COPY).write_bytes(b"all of it")
    typed, page = ASKING[name][0], reverse(name, kwargs=params)
    if typed is None:
        return client.get(page), {}, page
    other = str(person("other").pk)
    typed = {key: other if value == "other" else value for key, value in typed.items()}
    return client.post(page, typed), typed, page


def read_hidden(answer):
    """Return the hidden fields of the page, in the first of its forms."""
    form = re.search(r'<form class="card form".*?</form>', answer.content.decode(), re.S)[0]
    found = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form):
        found.setdefault(name, []).append(value)
    found.pop("csrfmiddlewaretoken", None)
    return found


def is_asked(answer):
    return "tournaments/accounts/proof.html" in [each.name for each in answer.templates]


def count_made():
    return [model.objects.count() for model in MADE]


def views(resolver):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from views(pattern) if pattern.namespace != "admin" else ()
        else:
            yield pattern.name, pattern.callback


def test_the_table_names_each_address_that_asks():
    assert {name for name, view in views(get_resolver()) if getattr(view, "asks_proof", False)} == ASKING.keys()
    assert ROWS.keys() >= ASKING.keys()


@pytest.mark.parametrize("name", ASKING)
def test_without_a_fresh_proof_nothing_is_made_and_with_it_what_was_typed_is(stale, owner, name):
    before = count_made()
    answer, typed, page = ask(stale, name)
    assert is_asked(answer)
    assert "no-store" in answer.headers["Cache-Control"]
    assert count_made() == before
    hidden = read_hidden(answer)
    assert {key: [value] if isinstance(value, str) else value for key, value in typed.items()} == {
        key: value for key, value in hidden.items() if key != "proof-of"
    }

    wrong = stale.post(page, hidden | {"proof-password": "no"})
    assert wrong.status_code == 422
    assert is_asked(wrong)
    assert count_made() == before
    assert DoorEntry.objects.filter(kind=DoorKind.REFUSED, name="olga").count() == 1

    answer = stale.post(page, read_hidden(wrong) | {"proof-password": WORD}, follow=True)
    assert not is_asked(answer)
    if (kind := ASKING[name][1]) == DoorKind.LINK_GIVEN:
        assert DoorEntry.objects.filter(kind=DoorKind.LINK_MADE).exclude(user=owner).exists()
    if kind and kind != DoorKind.FACTOR_RESET:
        line = DoorEntry.objects.get(kind=kind)
        assert line.user == owner
        assert str(kind.label) in stale.get(reverse("browsers")).content.decode()
    assert not is_asked(ask(stale, name)[0])  # the proof is fresh now


@pytest.mark.parametrize("name", ASKING)
def test_a_sign_in_is_a_proof_for_ten_minutes(stale, name):
    age(stale, FRESH - 60)
    answer, _typed, _page = ask(stale, name)
    assert not is_asked(answer)


@pytest.mark.parametrize("role", [Role.ENTRY, Role.ARBITER])
def test_an_invitation_that_gives_little_asks_for_nothing(stale, role):
    answer = stale.post(reverse("staff_invite", args=["open"]), {"role": role, "days": "7"})
    assert not is_asked(answer)
    assert Token.objects.count() == 1
    assert not DoorEntry.objects.filter(kind=DoorKind.LEADER).exists()


def test_the_code_of_the_app_is_a_proof_too(stale, owner):
    secret = second_factor.new_secret()
    Authenticator.objects.all().delete()
    assert second_factor.add_app(owner, secret, code_of(secret, -30))
    session = stale.session
    session[second_factor.PROVED] = True
    session.save()
    answer, _typed, page = ask(stale, "site_tokens_create")
    assert b"proof-code" in answer.content
    hidden = read_hidden(answer)
    assert is_asked(stale.post(page, hidden | {"proof-code": "000000"}))
    assert DoorEntry.objects.filter(kind=DoorKind.WRONG_CODE, user=owner).count() == 1
    stale.post(page, hidden | {"proof-code": code_of(secret)})
    assert SiteToken.objects.count() == 1


def test_who_guesses_here_is_locked_out_as_at_the_sign_in(stale):
    answer, _typed, page = ask(stale, "site_tokens_create")
    guess = read_hidden(answer) | {"proof-password": "no"}
    codes = [stale.post(page, guess).status_code for _ in range(12)]
    assert codes[0] == 422
    assert codes[-1] == 429
    assert stale.post(page, guess | {"proof-password": WORD}).status_code == 429
    assert not SiteToken.objects.exists()


def test_too_many_wrong_codes_close_this_way_too(stale, owner):
    secret = second_factor.new_secret()
    assert second_factor.add_app(owner, secret, code_of(secret, -30))
    answer, _typed, page = ask(stale, "site_tokens_create")
    for _ in range(MAX_WRONG_CODES):
        write_entry(DoorKind.WRONG_CODE, None, owner)
    assert is_asked(stale.post(page, read_hidden(answer) | {"proof-code": code_of(secret)}))


def test_who_has_no_password_is_led_to_choose_one(stale, owner):
    owner.set_unusable_password()
    owner.save()
    client = Client()
    client.force_login(owner)
    age(client)
    answer, _typed, _page = ask(client, "site_tokens_create")
    assert reverse("password") in answer.content.decode()
    client.post(reverse("password"), {"new_password1": "Kiefernzapfen 9", "new_password2": "Kiefernzapfen 9"})
    assert not is_asked(ask(client, "site_tokens_create")[0])


def test_signing_in_by_password_and_by_link_is_a_proof(owner):
    client = Client()
    client.post(reverse("signin"), {"username": "olga", "password": WORD})
    assert not is_asked(ask(client, "site_tokens_create")[0])


def code_of(secret, shift=0):
    return pyotp.TOTP(secret).at(int(time.time()) + shift)
