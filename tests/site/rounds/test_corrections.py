"""A later round that was paired on an old result says so, and stays as it is."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND, Actor, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.models import LogEntry
from tournaments.queries.rounds import corrections

pytestmark = pytest.mark.django_db


def enter(event, board, result, version, number=1, **more):
    chief = Actor(event.memberships.first().user, Role.CHIEF_ARBITER)
    answer = enter_result(event, number, board, Entry(result, version=version, reason="slip", **more), chief)
    assert answer.outcome == "saved"


@pytest.fixture
def event():
    """An event whose first round was in when the second one was published."""
    event = make_event()
    person("chief", event, Role.CHIEF_ARBITER)
    for board in (1, 2, 3):
        enter(event, board, "10", 0)
    with writing(event) as locked:
        record(locked, COMMAND, "publish", after={"rounds": [{"round": 2}]})
    return event


def since(event):
    return corrections.find_corrections(staff_reader(event))


CASES = [  # what happens to round 1 after round 2 was paired: board, result, version; and what is flagged
    ([], []),
    ([(1, "01", 1)], [(1, 1)]),
    ([(1, "01", 1), (2, "==", 1)], [(1, 1), (1, 2)]),
    ([(1, "01", 1), (1, "10", 2)], []),  # back to what it was
    ([(4, "10", 0)], [(1, 4)]),  # open when the next round was paired
    ([(1, "", 1)], [(1, 1)]),
]


@pytest.mark.parametrize(("changes", "flagged"), CASES)
def test_what_is_flagged(event, changes, flagged):
    pairs = list(event.rounds.get(number=2).games.values_list("white", "black"))
    for board, result, version in changes:
        enter(event, board, result, version)
    assert since(event) == ({2: tuple(flagged)} if flagged else {})
    assert list(event.rounds.get(number=2).games.values_list("white", "black")) == pairs


def test_only_lines_after_the_pairing_are_read(event, django_assert_num_queries):
    with django_assert_num_queries(3):
        since(event)
    enter(event, 2, "01", 1)
    with CaptureQueriesContext(connection) as asked:
        assert since(event) == {2: ((1, 2),)}
    (late,) = LogEntry.objects.filter(game_id=game(event, 1, 2).pk, action="correct")
    assert len(asked) == 4
    assert f'"version" > {late.version - 1}' in asked[-1]["sql"]


def test_results_of_the_round_itself_are_no_corrections(event):
    enter(event, 1, "10", 0, number=2)
    enter(event, 1, "01", 1, number=2)
    assert since(event) == {}


@pytest.mark.parametrize("fields", [{"is_ahead": True}, {"proposal": {"system": "round-robin"}}])
def test_rounds_that_follow_no_results_are_left_alone(event, fields):
    its_round = event.rounds.get(number=2)
    for name, value in fields.items():
        setattr(its_round, name, value)
    its_round.save()
    its_round.drawn.save()
    enter(event, 1, "01", 1)
    assert since(event) == {}


def test_both_pages_say_so(event, client):
    enter(event, 1, "01", 1)
    assert "Paired by the earlier result: round 1, board 1" in text(Client().get("/e/open/round/2/"))
    assert "Paired by the earlier result" not in text(Client().get("/e/open/round/1/"))
    client.force_login(event.memberships.first().user)
    assert "Paired by the earlier result: round 1, board 1" in text(client.get("/e/open/pairings/"))


def test_an_open_page_of_the_later_round_is_told(event):
    key = ViewKey(event.pk, "round-2", "en", False)
    before = render.read(key)
    enter(event, 1, "01", 1)
    assert "Paired by the earlier result" in render.step(before, render.read(key)).decode()


def test_every_later_table_counts_the_new_result(event, client):
    before = client.get("/e/open/?after=1").text
    enter(event, 1, "01", 1)
    assert client.get("/e/open/?after=1").text != before
    assert game(event, 1, 1).result == "01"
