"""A code for each player, as a setting: one code speaks for one side."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.site.desk.slips import send, slip_of, stored
from tests.site.factories import game, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.actions.desk.reports import report_result
from tournaments.actions.desk.slip_codes import issue_slip_codes
from tournaments.actions.writing import PLAYER, Actor
from tournaments.domain.desk.entry import Entry
from tournaments.models import PlayerReport, Token

pytestmark = pytest.mark.django_db

OWN_CODE = "each player reports with a code of their own"


@pytest.fixture
def event(event):
    event.has_codes_of_sides = True
    event.save()
    return event


@pytest.fixture
def codes(event):
    """White's and Black's code of board 1."""
    return issue_slip_codes(event, 2, of_sides=True)[1]


REPORTS = [  # whose code, which side the form names, who has spoken then
    ("w", "w", ["w"]),
    ("b", "b", ["b"]),
    ("w", "b", []),
    ("b", "", []),
]


@pytest.mark.parametrize(("whose", "side", "spoken"), REPORTS)
def test_one_code_speaks_for_one_side(client, codes, whose, side, spoken):
    answer = send(client, codes["wb".index(whose)].path, "10", side=side)
    assert answer.status_code == (302 if spoken else 422)
    assert [claim.side for claim in PlayerReport.objects.all()] == spoken


def test_the_page_names_who_reports_and_asks_no_more(client, codes):
    page = client.get(codes[1].path)
    assert "You are reporting for Weiß, Carl." in text(page)
    assert "Who are you?" not in text(page)


def test_both_codes_together_make_a_provisional_result(event, codes):
    for code, side in zip(codes, "wb", strict=True):
        assert send(Client(), code.path, "10", side=side).status_code == 302
    assert stored(event)[:2] == ("10", True)


def test_a_typed_code_speaks_for_its_own_side_too(client, event, codes):
    address = client.post("/slip/", {"code": codes[1].typed})["Location"]
    assert "You are reporting for Weiß, Carl." in text(client.get(address))
    assert send(client, address, "10", side="w").status_code == 422
    assert not PlayerReport.objects.exists()


def test_one_code_for_both_opens_the_board_for_arbiters_alone(client, event):
    url = slip_of(event)
    assert "This one is only for arbiters" in text(client.get(url))
    answer = send(client, url, "10", side="w")
    assert (answer.status_code, OWN_CODE in text(answer)) == (422, True)
    client.force_login(person("anna", event))
    assert send(client, url, "10").status_code == 302
    assert stored(event)[0] == "10"


def test_an_arbiter_enters_with_either_code(client, event, codes):
    client.force_login(person("anna", event))
    assert send(client, codes[1].path, "10").status_code == 302
    assert stored(event)[0] == "10"


def test_a_code_goes_with_its_player(client, event, codes):
    board = game(event, 2, 1)
    board.white_id, board.black_id = board.black_id, board.white_id
    board.save()
    assert "You are reporting for Weiß, Carl." in text(client.get(codes[1].path))
    send(client, codes[1].path, "10", side="w")
    assert [claim.side for claim in PlayerReport.objects.all()] == ["w"], "Black's code, and the player is White now"

    other = game(event, 2, 2)
    board.white_id = other.white_id
    other.delete()
    board.save()
    assert client.get(codes[1].path).status_code == 410, "the player has left this board"


def test_the_action_itself_refuses_another_side(event):
    board = game(event, 2, 1)
    by = Actor(None, PLAYER)
    for side, holder in (("w", None), ("w", board.black_id), ("b", board.white_id), ("w", 999_999)):
        with pytest.raises(Refusal, match=OWN_CODE):
            report_result(event, 2, 1, side, Entry("10"), by, "", holder)
    assert report_result(event, 2, 1, "w", Entry("10"), by, "", board.white_id).outcome == "reported"


def test_a_code_of_one_player_stays_one_when_the_setting_is_taken_back(client, event, codes):
    event.has_codes_of_sides = False
    event.save()
    send(client, codes[0].path, "10", side="b")
    assert not PlayerReport.objects.exists()


def test_slips_have_two_codes_and_match_sheets_one(client, event):
    client.force_login(person("anna", event))
    page = client.post("/e/open/print/slips/?round=2").content.decode()
    assert page.count('<article class="slip two">') == 4
    typed = re.findall(r'<b class="typed">(\w{4} \w{4})</b>', page)
    assert len(set(typed)) == 8
    assert re.findall(r"<strong>([^<]+)</strong>", page)[:2] == ["Sørensen, Bo", "Weiß, Carl"]
    assert Token.objects.filter(kind="slip", payload__player=game(event, 2, 1).white_id).count() == 1


@pytest.mark.parametrize("field", ["has_codes_of_sides", "takes_reports"])
def test_without_the_setting_or_without_reports_a_slip_has_one_code(client, event, field):
    setattr(event, field, False)
    event.save()
    client.force_login(person("anna", event))
    page = client.post("/e/open/print/slips/?round=2").content.decode()
    assert 'class="slip two"' not in page
    assert page.count('<b class="typed">') == 4


def test_a_code_that_names_nobody_here_opens_nothing(client, event):
    text_ = tokens.issue_token(event, "slip", valid=timedelta(hours=1), round=2, board=1, player=999_999)
    assert client.get(f"/slip/{text_}/").status_code == 410
