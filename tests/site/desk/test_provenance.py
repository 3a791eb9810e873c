"""Where a result comes from is stored with it, and the log keeps names: neither follows from an account."""

import pytest
from django.contrib.auth.models import User

from tests.site.factories import game, make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.reports import report_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.writing import COMMAND, PLAYER, Actor
from tournaments.domain.choices import Side
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game
from tournaments.pages.event.log import LogFilter, log_view
from tournaments.pages.event.log_file import log_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(takes_reports=True)


def by_anna(event):
    enter_result(event, 2, 1, Entry("10", version=0), Actor(person("anna", event), "arbiter"))


def by_command(event):
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)


def by_players(event):
    for side in Side.values:
        report_result(event, 2, 1, side, Entry("10"), Actor(role=PLAYER), device=side)


def by_an_archive_that_does_not_say(event):
    Game.objects.filter(round__event=event, round__number=2, board=1).update(result="10", version=1)


WAYS = [
    (by_anna, "staff", "anna"),
    (by_command, "command", "a command on the server"),
    (by_players, "players", "both players"),
    (by_an_archive_that_does_not_say, "", "source unknown"),
]


@pytest.mark.parametrize(("enter", "provenance", "shown"), WAYS)
def test_the_desk_says_where_a_result_comes_from(client, event, enter, provenance, shown):
    enter(event)
    assert game(event, 2, 1).provenance == provenance
    client.force_login(person("olga", event, "owner"))
    assert shown in client.get("/e/open/desk/2/").content.decode()


def test_an_open_board_has_no_provenance(event):
    anna = Actor(person("anna", event), "arbiter")
    enter_result(event, 2, 1, Entry("10", version=0), anna)
    undo_last_entry(event, anna)
    assert game(event, 2, 1).provenance == ""


def test_the_log_keeps_the_name_that_the_account_had(event):
    anna = person("anna", event)
    enter_result(event, 2, 1, Entry("10", version=0), Actor(anna, "arbiter"))
    event = Event.objects.get()
    User.objects.filter(pk=anna.pk).update(username="renamed")
    (line,) = log_view(event, LogFilter()).lines
    (row,) = log_rows(event, LogFilter())
    assert (line.who, row[3]) == ("anna", "anna")
    assert log_view(event, LogFilter(person=anna.pk)).lines == (line,)
