"""One board on a phone: who may open it, and what an arbiter enters there."""

import re

import pytest
from django.test import Client

from tests.site.desk.slips import send, slip_of, stored
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tournaments.access import tokens
from tournaments.actions.desk.slip_codes import issue_slip_codes
from tournaments.domain.accounts.roles import Role
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(event):
    return slip_of(event)


# Who opens it


def test_a_code_opens_exactly_its_board(client, url):
    page = client.get(url)
    assert page.status_code == 200
    assert "Board 1" in text(page)
    assert "Sørensen, Bo" in text(page)
    assert "Müller" not in text(page)


@pytest.mark.parametrize("kind", ["display", "invitation", "api"])
def test_a_token_of_another_kind_opens_nothing(client, event, kind):
    assert client.get(slip_of(event, kind=kind)).status_code == 410


def test_an_expired_a_revoked_and_an_invented_code_open_nothing(client, event, url):
    expired = slip_of(event, seconds=-1)
    revoked = slip_of(event)
    tokens.revoke_token(tokens.find_token(revoked.split("/")[2], "slip"))
    for address in (expired, revoked, "/slip/invented/", f"/slip/{'x' * 200}/"):
        assert client.get(address).status_code == 410
        assert send(client, address, side="w").status_code == 410
    assert "Please report your result to an arbiter" in text(client.get(expired))
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(("number", "board"), [(2, 9), (7, 1), (None, 1)])
def test_a_code_of_a_board_that_is_gone_says_so(client, event, number, board):
    assert client.get(slip_of(event, number, board)).status_code == 410


def test_an_arbiter_of_another_event_is_a_player_here(client, event, url):
    client.force_login(person("otto", make_event("other")))
    assert "Who are you?" in text(client.get(url))
    assert send(client, url).status_code == 422
    assert stored(event) == ("", False, 0)


def test_the_code_stays_out_of_the_referer_and_of_caches(client, url):
    page = client.get(url)
    assert page["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page["Cache-Control"]
    assert client.get("/slip/invented/")["Referrer-Policy"] == "strict-origin"


def test_a_form_needs_its_token(event, url):
    assert send(Client(enforce_csrf_checks=True), url, side="w").status_code == 403


def test_links_for_the_slips_of_a_round(client, event, django_assert_num_queries):
    with django_assert_num_queries(3):
        links = issue_slip_codes(event, 2)
    assert sorted(links) == [1, 2, 3, 4]
    assert "Board 3" in text(client.get(links[3][0].path))


def test_an_arbiter_confirms_and_enters(anna, event, url):
    asked = send(anna, url, confirm=None)
    assert "Sørensen, Bo 1-0 Weiß, Carl" in text(asked)
    assert stored(event) == ("", False, 0)
    assert send(anna, url).status_code == 302
    assert stored(event) == ("10", False, 1)
    assert game(event, 2, 1).entered_by.username == "anna"


def test_a_conflict_on_the_phone_shows_both(anna, event, url):
    send(anna, url)
    answer = send(anna, url, "01", **HTMX)
    assert answer.status_code == 409
    assert re.search(r"Stored 1-0 anna, \d\d:\d\d Yours 0-1", text(answer))
    assert stored(event) == ("10", False, 1)


def test_the_rare_results_are_there_for_arbiters_alone(anna, url):
    assert "½-0" in text(anna.get(url))
    assert "½-0" not in text(Client().get(url))


def test_walking_through_a_round(anna, event):
    page = anna.get("/e/open/desk/2/phone/")
    assert "Board 1" in text(page)
    answer = send(anna, "/e/open/desk/2/phone/", board=1)
    assert answer["Location"] == "/e/open/desk/2/phone/?board=2"
    send(anna, "/e/open/desk/2/phone/", board=2)
    body = text(send(anna, "/e/open/desk/2/phone/", board=3, **HTMX))
    assert "✓ Board 3" in body
    assert "Board 4" in body
    assert anna.get("/e/open/desk/2/phone/?board=9").status_code == 404


def test_walking_through_a_round_that_is_over_looks_different(anna, event):
    assert "overnote" not in anna.get("/e/open/desk/2/phone/").content.decode()
    assert "Round 1 is over: a result is only replaced with a reason." in text(anna.get("/e/open/desk/1/phone/"))


@pytest.mark.parametrize("role", [Role.CHECKIN, Role.DISPLAY])
def test_walking_is_for_those_who_enter(client, event, role):
    client.force_login(person("somebody", event, role))
    assert client.get("/e/open/desk/2/phone/").status_code == 403
    assert Client().get("/e/open/desk/2/phone/").status_code == 302


def test_scores_on_the_phone(client):
    event = make_event("words", discipline="scrabble", tiebreaks="PTS,SPREAD")
    client.force_login(person("anna", event))
    url = slip_of(event)
    asked = send(client, url, result=None, confirm=None, white_score=402, black_score=381)
    assert "402–381" in text(asked)
    assert "Table 1" in text(asked)
    assert send(client, url, result=None, white_score=402).status_code == 422
    assert send(client, url, result=None, white_score=402, black_score=381).status_code == 302
    assert game(event, 2, 1).white_score == 402
