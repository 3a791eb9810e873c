"""The second check: who may check what, what a difference does, and what the public sees meanwhile."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.second_check import check_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


def enter(event, name, board, result, version=0, number=2, reason=""):
    actor = Actor(person_of(name, event), Role.ARBITER)
    return enter_result(event, number, board, Entry(result, version=version, uuid=uuid4(), reason=reason), actor)


def person_of(name, event):
    membership = event.memberships.filter(user__username=name).first()
    return membership.user if membership else person(name, event)


def check(event, name, board, *value, version=1, **more):
    return check_result(event, 2, board, Entry(*value, version=version, **more), Actor(person_of(name, event)))


def stored(event, board=1):
    row = game(event, 2, board)
    return row.result, row.is_provisional, row.checked_by and row.checked_by.username


@pytest.fixture
def look():
    return make_event(verification="look")


@pytest.fixture
def blind():
    return make_event(verification="blind")


def test_without_the_setting_nothing_waits():
    event = make_event()
    enter(event, "anna", 1, "10")
    assert stored(event) == ("10", False, None)
    assert check(event, "bert", 1).outcome == "same"


def test_another_person_confirms(look):
    enter(look, "anna", 1, "10")
    assert stored(look) == ("10", True, None)
    assert check(look, "bert", 1).outcome == "checked"
    assert stored(look) == ("10", False, "bert")
    entry = LogEntry.objects.first()
    assert (entry.action, entry.actor.username, entry.after["result"]) == ("check", "bert", "10")


def test_nobody_checks_himself(look):
    enter(look, "anna", 1, "10")
    with pytest.raises(Refusal, match="entered this result yourself"):
        check(look, "anna", 1)
    assert stored(look) == ("10", True, None)


def test_a_check_of_what_has_changed_meanwhile_is_a_conflict(look):
    enter(look, "anna", 1, "10")
    enter(look, "anna", 1, "01", version=1)
    assert check(look, "bert", 1, version=1).outcome == "conflict"
    assert stored(look) == ("01", True, None)


def test_a_correction_must_be_checked_again(look):
    enter(look, "anna", 1, "10")
    check(look, "bert", 1)
    assert enter(look, "bert", 1, "01", version=2).outcome == "conflict"
    enter(look, "bert", 1, "01", version=2, reason="slip read again")
    assert stored(look) == ("01", True, None)
    with pytest.raises(Refusal):
        check(look, "bert", 1, version=3)
    assert check(look, "anna", 1, version=3).outcome == "checked"


def test_a_replayed_check_writes_nothing(look):
    enter(look, "anna", 1, "10")
    uuid = uuid4()
    assert check(look, "bert", 1, uuid=uuid).outcome == "checked"
    assert check(look, "bert", 1, uuid=uuid).outcome == "replay"
    assert LogEntry.objects.filter(action="check").count() == 1


@pytest.mark.parametrize(
    ("again", "outcome"), [("10", "checked"), ("01", "differs"), ("==", "differs"), ("+-", "differs")]
)
def test_blind_entry_lights_up_differences_alone(blind, again, outcome):
    enter(blind, "anna", 1, "10")
    assert check(blind, "bert", 1, again).outcome == outcome
    assert stored(blind) == ("10", outcome == "differs", "bert" if outcome == "checked" else None)
    assert LogEntry.objects.filter(action="check").count() == (outcome == "checked")


def test_blind_means_entered_again(blind):
    enter(blind, "anna", 1, "10")
    with pytest.raises(Refusal, match="entering it again"):
        check(blind, "bert", 1, None)


def test_undo_leaves_alone_what_somebody_has_checked(look):
    enter(look, "anna", 1, "10")
    check(look, "bert", 1)
    with pytest.raises(Refusal, match="Somebody else has since changed"):
        undo_last_entry(look, Actor(person_of("anna", look), Role.ARBITER))


# The page


@pytest.fixture
def bert(client, look):
    client.force_login(person("bert", look))
    return client


def test_the_page_piles_by_who_entered_in_the_order_of_entry(bert, look):
    for name, board in (("anna", 3), ("carl", 2), ("anna", 1), ("bert", 4)):
        enter(look, name, board, "10")
    page = bert.get("/e/open/check/").content.decode()
    assert re.findall(r"<caption>(.*?)</caption>", page) == [
        "Entered by anna, in this order",
        "Entered by carl, in this order",
        "Entered by you: somebody else must check these",
    ]
    assert re.findall(r'<tbody id="d(\d)"', page) == ["3", "1", "2", "4"]
    assert re.findall(r'<tbody id="d(\d)"[^>]* data-open', page) == ["3", "1", "2"]
    assert "<b>4</b> to check" in page


def test_a_confirmed_row_comes_back_checked(bert, look):
    enter(look, "anna", 1, "10")
    answer = bert.post("/e/open/check/2/1/", {"version": 1, "uuid": uuid4(), "confirm": "yes"}, **HTMX)
    assert answer.status_code == 200
    assert "checked by bert" in text(answer)
    assert "0 to check" in text(answer)
    assert "data-open" not in answer.content.decode()


def test_the_form_works_without_htmx(bert, look):
    enter(look, "anna", 1, "10")
    answer = bert.post("/e/open/check/2/1/", {"version": 1, "uuid": uuid4(), "confirm": "yes"})
    assert answer["Location"] == "/e/open/check/2/"
    assert "Every result of this round has been checked" in text(bert.get("/e/open/check/2/"))


def test_the_blind_page_hides_what_is_stored(client, blind):
    client.force_login(person("bert", blind))
    enter(blind, "anna", 1, "==")
    page = client.get("/e/open/check/").content.decode()
    row = page[page.index('id="d1"') : page.index("</tbody>", page.index('id="d1"'))]
    assert "aria-pressed" not in row
    assert "toread" not in row
    answer = client.post("/e/open/check/2/1/", {"version": 1, "uuid": uuid4(), "result": "10"}, **HTMX)
    assert answer.status_code == 409
    assert re.search(r"Stored ½-½ anna, \d\d:\d\d Yours 1-0", text(answer))
    fields = {"version": 1, "uuid": uuid4(), "result": "10", "replace": "yes", "reason": "slip read again"}
    assert client.post("/e/open/check/2/1/", fields, **HTMX).status_code == 200
    assert stored(blind) == ("10", True, None)
    assert game(blind, 2, 1).entered_by.username == "bert"


@pytest.mark.parametrize("fields", [{"version": 1}, {"uuid": "x", "version": 1}, {"uuid": uuid4(), "version": "x"}])
def test_a_broken_form_is_refused(bert, look, fields):
    enter(look, "anna", 1, "10")
    assert bert.post("/e/open/check/2/1/", fields, **HTMX).status_code == 422
    assert stored(look) == ("10", True, None)


@pytest.mark.parametrize("board", [9, 99])
def test_a_board_that_is_not_there(bert, look, board):
    answer = bert.post(f"/e/open/check/2/{board}/", {"version": 1, "uuid": uuid4(), "confirm": "yes"}, **HTMX)
    assert answer.status_code == 404


def test_the_page_asks_the_same_of_the_database_for_many_boards(bert, look, django_assert_max_num_queries):
    enter(look, "anna", 1, "10")
    bert.get("/e/open/check/")
    with django_assert_max_num_queries(20) as few:
        bert.get("/e/open/check/")
    for board in (2, 3):
        enter(look, "anna", board, "10")
    with django_assert_max_num_queries(20) as many:
        bert.get("/e/open/check/")
    assert len(few) == len(many)


# What others see


def test_the_desk_says_what_is_not_checked(bert, look):
    enter(look, "anna", 1, "10")
    page = text(bert.get("/e/open/desk/2/"))
    assert "not checked · " in page
    assert "Second check (1)" in page


@pytest.mark.parametrize(("shows", "points"), [(True, "1"), (False, "0")])
def test_the_public_sees_provisional_results_where_the_event_says_so(shows, points):
    event = make_event(verification="look", shows_provisional=shows)
    enter(event, "anna", 1, "10")
    page = text(Client().get("/e/open/"))
    assert ("1 result not checked yet" in page) == shows
    assert ("1 /4 results" in page) == shows
    round_page = text(Client().get("/e/open/round/2/"))
    assert ("not checked yet" in round_page) == shows
    assert ("1 : 0" in round_page) == shows
    check(event, "bert", 1)
    assert "not checked yet" not in text(Client().get("/e/open/"))
    assert "1 /4 results" in text(Client().get("/e/open/"))
