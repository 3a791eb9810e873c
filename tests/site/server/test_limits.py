"""How large a request may be: what is larger is refused in a sentence, before it costs anything."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role

pytestmark = pytest.mark.django_db


def test_a_form_that_is_too_large_is_refused_in_a_sentence(client):
    answer = client.post("/signin/", "x=" + "y" * 3_000_000, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert answer.content.decode().startswith("This is too large to be sent here.")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_a_form_of_too_many_fields_is_refused_in_a_sentence(client):
    answer = client.post(
        "/signin/", "&".join(f"a{number}=1" for number in range(2000)), content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413
    assert answer.content.decode().startswith("This is too large to be sent here.")


def test_any_other_bad_request_has_a_sentence_too(client, settings):
    settings.ALLOWED_HOSTS = ["chess.example"]
    answer = client.get("/", headers={"Host": "other.example"})
    assert answer.status_code == 400
    assert answer.content.decode().startswith("This request can't be understood.")


def test_an_archive_that_is_too_large_is_refused_in_a_sentence(client):
    event = make_event()
    client.force_login(person("carl", event, Role.OWNER))
    file = SimpleUploadedFile("open.zip", b"x" * (16 * 2**20 + 1))
    answer = client.post("/e/open/archive/return/", {"file": file})
    assert answer.status_code == 422
    assert "The file has more than 16 MB." in answer.content.decode()
