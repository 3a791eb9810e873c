"""What answers say beside their pages: caches, permissions, a contact; and one line for a wrong host."""

import logging

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ImproperlyConfigured, ValidationError

from config import environment
from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role

pytestmark = pytest.mark.django_db

STAFF = [
    "/e/open/desk/",
    "/e/open/players/",
    "/e/open/settings/",
    "/e/open/log/",
    "/e/open/people/",
    "/account/sessions/",
]


def test_no_cache_keeps_a_page_of_the_staff(client):
    client.force_login(person("olga", make_event(), Role.OWNER))
    kept = [path for path in STAFF if "no-store" not in client.get(path).get("Cache-Control", "")]
    assert kept == []


def test_the_page_of_a_refused_entry_is_kept_nowhere_either(client):
    client.force_login(person("olga", make_event(), Role.OWNER))
    answer = client.post("/e/open/names/erase/", {"player": 1, "typed": ""})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/signin/", "/nowhere/"])
def test_pages_ask_for_no_more_than_they_use(client, path):
    policy = client.get(path)["Permissions-Policy"]
    assert "geolocation=()" in policy
    assert "microphone=()" in policy
    assert "camera=(self)" in policy, "the check-in scans codes"
    assert "publickey-credentials-get=(self)" in policy, "the sign-in takes passkeys"


def test_the_contact_for_vulnerabilities_is_told_where_it_is_set(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:arbiter@chess.example"
    text = client.get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:arbiter@chess.example\nExpires: 20")


@pytest.mark.parametrize(
    ("value", "contact"),
    [
        ("", ""),
        ("a@b.example", "mailto:a@b.example"),
        ("https://b.example/x", "https://b.example/x"),
        ("http://b.example", None),
        ("call me", None),
        ("a@b.example\nContact: x", None),
    ],
)
def test_a_contact_is_for_mail_or_a_page(monkeypatch, value, contact):
    monkeypatch.setenv("CONTACT", value)
    if contact is None:
        with pytest.raises(ImproperlyConfigured):
            environment.read_contact("CONTACT")
    else:
        assert environment.read_contact("CONTACT") == contact


def test_a_wrong_host_is_one_line_of_the_log(client, settings, caplog):
    settings.ALLOWED_HOSTS = ["chess.example"]
    with caplog.at_level(logging.WARNING):
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    (record,) = [each for each in caplog.records if each.name.startswith("django")]
    assert (record.exc_info, record.levelname) == (None, "WARNING")
    assert "evil.example" in record.getMessage()


@pytest.mark.parametrize(
    ("password", "is_taken"),
    [
        ("victimvictim", False),
        ("VictimVICTIM", False),
        ("victim-victim", False),
        ("victimvictim1", False),
        ("1victimvictimvictim", False),
        ("seven-black-bishops", True),
        ("the-victim-plays-black", True),
        ("haha-seven-bishops", True),
    ],
)
def test_a_password_is_not_the_name_again_and_again(password, is_taken):
    try:
        validate_password(password, User(username="victim"))
    except ValidationError as refused:
        assert not is_taken, refused
    else:
        assert is_taken
