"""The list of events on the first page: its order, its pages, and how little is read for it."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.site.brackets.test_knock_out import cup, next_round
from tests.site.brackets.test_knock_out import enter as enter_duel
from tests.site.factories import game, make_event, person
from tests.site.teams import make_teams
from tournaments import worker
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.list_places import place_in_lists, place_unlisted_events
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import COMMAND
from tournaments.domain.choices import EventStatus
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game
from tournaments.pages.site import event_list

pytestmark = pytest.mark.django_db

TODAY = timezone.now().date()
EN = {"Accept-Language": "en"}
HTMX = EN | {"HX-Request": "true"}


def day(days):
    return TODAY + timedelta(days=days)


def read_sections(answer):
    """Return the addresses of the events that a list shows, by the heading above them."""
    parts = re.split(r"<h2>(\w+)</h2>", answer.text)
    return {
        name: re.findall(r'<h3><a href="/e/([^/]+)/"', part)
        for name, part in zip(parts[1::2], parts[2::2], strict=True)
    }


def first_page(client, **query):
    return read_sections(client.get("/", query, headers=EN))


def finish(event, entered_at=None):
    """Let all boards have a result that was entered then, or came with a file, and none be missing."""
    Game.objects.filter(round__event=event).update(result="10", entered_at=entered_at)
    Event.objects.filter(pk=event.pk).update(planned_rounds=2)
    place_in_lists([Event.objects.get(pk=event.pk)])


def noon(days):
    return datetime.combine(day(days), datetime.min.time(), UTC) + timedelta(hours=12)


def test_what_runs_comes_first_however_much_is_announced(client, monkeypatch):
    monkeypatch.setattr(event_list, "CARDS_OF_A_PAGE", 3)
    make_event("evening")  # a club evening without a day
    for number in range(5):
        make_event(f"coming-{number}", rounds=0, starts_on=day(10 + number))
    assert first_page(client) == {"Running": ["evening"], "Upcoming": ["coming-0", "coming-1", "coming-2"]}


def test_running_events_stand_by_the_day_of_their_last_change(client):
    for slug, changed, starts_on in [
        ("left-alone", -400, day(-400)),
        ("league", 0, day(-90)),
        ("weekend", 0, day(-1)),
        ("undated", 0, None),
    ]:
        event = make_event(slug, starts_on=starts_on)
        Event.objects.filter(pk=event.pk).update(changed_at=noon(changed))
    assert first_page(client) == {"Running": ["undated", "weekend", "league", "left-alone"]}


def test_the_next_event_comes_first_and_what_never_began_last(client):
    for slug, starts_on in [("next-year", day(300)), ("tomorrow", day(1)), ("late", day(-2)), ("never", day(-200))]:
        make_event(slug, rounds=0, starts_on=starts_on)
    make_event("undated", rounds=0)
    assert first_page(client) == {"Upcoming": ["late", "undated", "tomorrow", "next-year", "never"]}


@pytest.mark.parametrize(
    ("days", "entered_at", "listed_at"),
    [
        ((-9, -7), noon(-8), noon(-8)),
        ((-9, -7), noon(-1), datetime.combine(day(-7), datetime.max.time(), UTC)),  # a late correction
        ((-9, -7), None, datetime.combine(day(-7), datetime.max.time(), UTC)),  # from a file
        ((-9, None), noon(-1), noon(-1)),
        ((-9, None), None, datetime.combine(day(-9), datetime.min.time(), UTC)),
        ((None, None), noon(-1), noon(-1)),
    ],
)
def test_a_finished_event_is_listed_by_its_last_result(days, entered_at, listed_at):
    starts_on, ends_on = (each and day(each) for each in days)
    event = make_event(starts_on=starts_on, ends_on=ends_on)
    finish(event, entered_at)
    event.refresh_from_db()
    assert (event.status, event.listed_at) == (EventStatus.OVER, listed_at)


def test_finished_events_stand_the_newest_first_page_by_page(client, monkeypatch):
    monkeypatch.setattr(event_list, "CARDS_OF_A_PAGE", 2)
    for number in range(5):
        finish(make_event(f"past-{number}", ends_on=day(-10 - number)))
    make_event("now")
    assert first_page(client) == {"Running": ["now"], "Finished": ["past-0", "past-1"]}
    assert first_page(client, state="over", page=3) == {"Finished": ["past-4"]}
    assert first_page(client, state="over", page="x") == {"Finished": ["past-0", "past-1"]}
    assert first_page(client, state="nothing") == {}
    page = client.get("/", headers=EN).text
    assert 'href="?state=over&amp;page=3"' in page
    assert "state=running" not in page.replace('hx-get="', ""), "all of them are shown"


def test_every_write_moves_the_event():
    event = make_event()
    statuses = []

    def note():
        statuses.append(EventStatus(Event.objects.get().status).name)

    for number in (1, 2):
        for board in (1, 2, 3, 4):
            enter_result(event, number, board, Entry("10", version=0), COMMAND)
    note()
    change_settings(event, {"planned_rounds": 2}, COMMAND, "one day less")
    note()
    withhold_results(event, 2, COMMAND)
    note()
    enter_result(event, 2, 4, Entry("", version=1, reason="adjourned"), COMMAND)
    note()
    assert statuses == ["RUNNING", "OVER", "RUNNING", "RUNNING"]
    change_settings(event, {"starts_on": date(2030, 1, 2)}, COMMAND, "postponed")
    assert Event.objects.get().listed_at == datetime(2030, 1, 2, tzinfo=UTC)


def test_the_last_result_ends_an_event_and_clearing_it_begins_it_again(client):
    event = make_event(rounds=1)
    Event.objects.update(planned_rounds=1)
    for board in (1, 2, 3, 4):
        assert first_page(client) == {"Running": ["open"]}
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    assert first_page(client) == {"Finished": ["open"]}
    enter_result(event, 1, 4, Entry("", version=1, reason="wrong board"), COMMAND)
    assert first_page(client) == {"Running": ["open"]}


def test_events_from_before_an_upgrade_are_placed_when_the_server_starts(client):
    assert place_unlisted_events in worker.CLEANUPS
    finish(make_event("past"))
    make_event("now")
    Event.objects.update(listed_at=None, status=EventStatus.COMING)
    place_unlisted_events()
    assert first_page(client) == {"Running": ["now"], "Finished": ["past"]}


def test_a_hidden_event_counts_for_its_staff_alone(client, monkeypatch):
    monkeypatch.setattr(event_list, "CARDS_OF_A_PAGE", 1)
    make_event("open")
    hidden = make_event("hidden", is_public=False)
    before = client.get("/", headers=HTMX).content
    Game.objects.filter(round__event=hidden).delete()
    Event.objects.filter(slug="hidden").delete()
    assert client.get("/", headers=HTMX).content == before
    hidden = make_event("hidden", is_public=False)
    client.force_login(person("anna", hidden))
    shown = [first_page(client, state="running", page=page)["Running"] for page in (1, 2)]
    assert sorted(shown) == [["hidden"], ["open"]]


def count_queries(client):
    with CaptureQueriesContext(connection) as asked:
        client.get("/", headers=HTMX)
    return len(asked)


def test_more_events_take_no_more_queries(client, monkeypatch):
    monkeypatch.setattr(event_list, "read_heads", lambda events: {})
    finish(make_event("past"))
    make_event("coming", rounds=0)
    make_event("now")
    cold = count_queries(client)
    assert count_queries(client) == 4, "the cards are known: one query counts, and one for each section"
    for number in range(2):
        make_event(f"more-{number}")
    assert count_queries(client) <= cold
    assert count_queries(client) == 4
    enter_result(Event.objects.get(slug="now"), 1, 1, Entry("10", version=0), COMMAND)
    assert 4 < count_queries(client) <= cold


def test_a_list_that_is_the_same_is_not_sent_again(client):
    event = make_event()
    tag = client.get("/", {"state": "", "page": 1}, headers=HTMX)["ETag"]
    same = HTMX | {"If-None-Match": tag}
    assert client.get("/", {"state": "", "page": 1}, headers=same).status_code == 304
    enter_result(event, 1, 1, Entry("10", version=game(event, 1, 1).version), COMMAND)
    assert client.get("/", {"state": "", "page": 1}, headers=same).status_code == 200


def test_an_event_of_teams_counts_its_teams(client):
    make_teams(6, boards=2)
    assert "6 teams" in " ".join(client.get("/", headers=EN).text.split())
    assert "18 players" not in client.get("/", headers=EN).text


def test_the_card_of_an_event_that_duels_decide_shows_them_and_at_the_end_the_first(client):
    event = cup(4, losers="third")
    next_round(event)
    enter_duel(event, 1, "1", winner=1)
    card = client.get("/", headers=EN).text
    names = re.findall(r"<span[^>]*>\s*([^<]*?)\s*</span>", card.split('class="leaders duels"')[1].split("</ul>")[0])
    assert names == ["Player 01", "Player 04", "Player 02", "Player 03"]
    assert re.search(r'class="won">Player 01</span>\s*<b>1 : 0</b>', card)
    enter_duel(event, 1, "1", winner=2)
    next_round(event)
    enter_duel(event, 2, "1", winner=1)
    enter_duel(event, 2, "1", winner=3)
    card = client.get("/", headers=EN).text
    assert "duels" not in card
    assert re.findall(r"<span>(Player \d+)</span>", card) == ["Player 01", "Player 02", "Player 03"]
