"""Rounds that are closed: their table in the log as evidence, and the pages that say where a later one differs."""

import pytest

from tests.site.factories import LEFT, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.players.participation import expel_participant
from tournaments.actions.rounds.closing import close_round, release_results, withhold_results
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.standings import closing_evidence
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

DIFFERS = "This table has changed since the round was closed."


@pytest.fixture
def chief():
    return Actor(person("chief"), Role.CHIEF_ARBITER)


@pytest.fixture
def event(chief):
    event = make_event(departures=LEFT)
    person("chief", event, Role.CHIEF_ARBITER)
    for board in (1, 2, 3, 4):
        enter_result(event, 1, board, Entry("10", version=0), chief)
    return event


def correct(event, by):
    enter_result(event, 1, 1, Entry("01", version=1, reason="slip"), by)


def test_the_table_of_a_closed_round_stands_in_the_log(event, chief):
    close_round(event, 1, chief)
    entry = event.log.first()
    rows = read_standings(Reader(Event.objects.get()), 1).rows
    assert entry.action == "close"
    assert [(line[0], line[1]) for line in entry.after["table"]] == [(row.rank, row.number) for row in rows]
    assert entry.after["table"][0][2][0] == "1", "exact values as text"
    assert (entry.after["order"], entry.after["round"]) == (event.tiebreaks, 1)
    assert set(entry.after) == {"round", "version", "order", "edition", "points", "program", "table"}
    assert "Müller" not in str(entry.after), "numbers, no names"


def test_a_later_table_that_differs_is_shown(client, event, chief):
    close_round(event, 1, chief)
    assert closing_evidence.read_closing(Reader(Event.objects.get()), 1).differs == ()
    assert DIFFERS not in client.get("/e/open/?after=1").content.decode()
    correct(event, chief)
    assert set(closing_evidence.read_closing(Reader(Event.objects.get()), 1).differs) >= {1, 2}
    assert DIFFERS in client.get("/e/open/?after=1").content.decode()
    client.force_login(chief.user)
    page = client.get("/e/open/rounds/").content.decode()
    assert "Today’s table is different:" in page
    assert "Müller, Anna" in page


def test_a_table_without_somebody_expelled_is_another_one_too(client, event, chief):
    event.rounds.filter(number=2).delete()
    close_round(event, 1, chief)
    expel_participant(event, 3, chief, "Cheating.")
    assert 3 in closing_evidence.read_closing(Reader(Event.objects.get()), 1).differs
    assert DIFFERS in client.get("/e/open/?after=1").content.decode()


def test_a_round_is_closed_again_for_a_reason_alone(event, chief):
    close_round(event, 1, chief)
    correct(event, chief)
    with pytest.raises(Refusal) as refused:
        close_round(event, 1, chief)
    assert refused.value.code == "reason-missing"
    close_round(event, 1, chief, "corrected after a protest")
    assert closing_evidence.read_closing(Reader(Event.objects.get()), 1).differs == ()
    assert event.log.filter(action="close").count() == 2


def test_changed_rules_are_named(event, chief):
    close_round(event, 1, chief)
    change_settings(event, {"win_points": 3}, chief, "rules")
    closing = closing_evidence.read_closing(Reader(Event.objects.get()), 1)
    assert closing.moved
    assert closing.differs


@pytest.mark.parametrize(("number", "code"), [(2, "closing-open"), (9, "closing-no-round")])
def test_what_is_not_complete_is_not_closed(event, chief, number, code):
    with pytest.raises(Refusal) as refused:
        close_round(event, number, chief)
    assert (refused.value.code, event.log.filter(action="close").count()) == (code, 0)


def test_the_public_learns_nothing_of_withheld_rounds_by_it(client, event, chief):
    close_round(event, 1, chief)
    correct(event, chief)
    withhold_results(event, 1, chief)
    assert DIFFERS not in client.get("/e/open/?after=1").content.decode()


def test_withholding_twice_writes_once_and_releasing_nothing_is_refused(event, chief):
    before = event.log.count()
    withhold_results(event, 2, chief)
    withhold_results(event, 2, chief)
    assert event.log.count() == before + 1
    assert release_results(event, chief) == [2]
    with pytest.raises(Refusal):
        release_results(event, chief)
    with pytest.raises(Refusal):
        withhold_results(event, 9, chief)


def test_the_page_does_what_its_buttons_say(client, event, chief):
    client.force_login(chief.user)
    client.post("/e/open/rounds/withhold/", {"round": 2})
    assert event.rounds.get(number=2).is_withheld
    client.post("/e/open/rounds/release/")
    assert not event.rounds.get(number=2).is_withheld
    client.post("/e/open/rounds/close/", {"round": 1})
    assert event.log.first().action == "close"
    assert client.post("/e/open/rounds/close/", {"round": 2}).status_code == 422
