"""The code by the QR code of a slip: typed where no camera helps, and good for its own board alone."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.site.desk.entering import type_line
from tests.site.factories import make_event, person
from tests.site.reading import HTMX, text
from tournaments.access import sign_in_log
from tournaments.actions.desk.slip_codes import issue_slip_codes
from tournaments.domain.typed_codes import CHARACTERS, make_code, read_typed_code, write_code
from tournaments.models import DoorEntry, Event, Token

pytestmark = pytest.mark.django_db


def enter_code(client, code):
    return client.post("/slip/", {"code": code})


def test_no_two_characters_of_a_code_look_alike():
    for pair in ("0O", "1I", "1L", "5S", "2Z", "8B", "UV", "6G", "OQ"):
        assert sum(each in CHARACTERS for each in pair) <= 1, pair
    codes = [make_code() for _ in range(50)]
    assert len(set(codes)) == 50
    assert all(code[0].isalpha() and read_typed_code(write_code(code)) == code for code in codes)


TYPED = [
    ("k7rm 4wxp", "K7RM4WXP"),
    (" K7RM-4WXP ", "K7RM4WXP"),
    ("K7RM4WX", None),
    ("77RM4WXP", None),
    ("K7RM4WX0", None),
    ("", None),
]


@pytest.mark.parametrize(("typed", "code"), TYPED)
def test_a_code_is_read_in_any_case_and_with_gaps(typed, code):
    assert read_typed_code(typed) == code


def test_a_code_leads_to_its_board_and_to_no_other(client, event):
    codes = issue_slip_codes(event, 2)
    answer = enter_code(client, write_code(codes[3][0].typed).lower())
    assert re.fullmatch(r"/slip/[\w-]{22}/", answer["Location"])
    page = text(client.get(answer["Location"]))
    assert "Board 3" in page
    assert "Who are you?" in page
    typed, opened = (Token.objects.filter(payload__board=3, kind=kind).first() for kind in ("code", "slip"))
    assert abs(opened.expires_at - typed.expires_at).total_seconds() < 1, "no longer than the code itself"


def test_a_wrong_code_says_so_and_is_counted(client, event, settings, monkeypatch):
    code = issue_slip_codes(event, 2)[1][0].typed
    path = issue_slip_codes(event, 2)[1][0].path
    for wrong in ("K7RM 4WXP", "", path.split("/")[2]):
        answer = enter_code(client, wrong)
        assert (answer.status_code, "No slip of today has this code" in text(answer)) == (422, True)
    monkeypatch.setattr(sign_in_log, "MAX_REFUSED", 3)
    locked = enter_code(client, code)
    assert (locked.status_code, "Too many wrong codes came from your network" in text(locked)) == (429, True)
    assert client.get(path).status_code == 200, "the code for the camera opens the board all the same"
    assert enter_code(Client(REMOTE_ADDR="192.0.2.7"), code).status_code == 302
    assert client.get(f"/slip/{code}/").status_code == 410, "a typed code is no address"


def test_wrong_codes_of_slips_lock_nobody_out_of_the_hall(client, event):
    lines = (
        DoorEntry(at=timezone.now(), kind="wrong-slip", name="slip", address="127.0.0.1")
        for _ in range(sign_in_log.MAX_REFUSED_OF_ALL)
    )
    DoorEntry.objects.bulk_create(lines)
    anna = person("anna", event)
    anna.set_password("a long enough word")
    anna.save()
    assert client.post("/signin/", {"username": "anna", "password": "a long enough word"}).status_code == 302


def test_the_same_code_makes_one_row_however_often_it_is_typed(client, event):
    one, other = (codes[0].typed for codes in list(issue_slip_codes(event, 2).values())[:2])
    before = Token.objects.count()
    addresses = {enter_code(client, one)["Location"] for _ in range(5)}
    assert len(addresses) == 1
    assert Token.objects.count() == before + 1
    assert enter_code(client, other)["Location"] not in addresses


def test_an_expired_code_opens_nothing(client, event):
    code = issue_slip_codes(event, 2)[1][0].typed
    Token.objects.update(expires_at="2020-01-01T00:00Z")
    assert enter_code(client, code).status_code == 422


def test_the_line_of_the_desk_takes_a_code(anna, event):
    codes = issue_slip_codes(event, 2)
    answer = type_line(anna, write_code(codes[2][0].typed).lower(), **HTMX)
    assert 'data-jump="2"' in answer.text
    other_round = type_line(anna, issue_slip_codes(event, 1)[2][0].typed, **HTMX)
    assert (other_round.status_code, "This slip is of round 1." in text(other_round)) == (422, True)
    elsewhere = type_line(anna, issue_slip_codes(make_event("other"), 2)[2][0].typed, **HTMX)
    assert "No player in this round is called" in text(elsewhere)
    assert not Event.objects.get(pk=event.pk).log.exists()
