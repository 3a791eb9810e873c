"""The rounds for calendars: as a foreign program reads them."""

from datetime import UTC, datetime

import pytest
from icalendar import Calendar

from tests.site.factories import make_event
from tests.site.standings.test_public_pages import count_queries
from tournaments.models import Event

pytestmark = pytest.mark.django_db
ROUNDS = "/e/open/rounds.ics"
TIMES = {"1": "2026-10-24T10:00", "2": "2026-10-25T10:00", "3": "2026-10-25T15:30"}  # the clocks go back in between


def read(client, address=ROUNDS):
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content)


def make_timed(**fields):
    return make_event(**{"round_times": TIMES, "time_zone": "Europe/Berlin", "place": "Ahorntal, Halle 3"} | fields)


def test_each_round_with_a_time_is_an_entry_in_the_zone_of_the_event(client):
    make_timed()
    entries = read(client, f"{ROUNDS}?lang=de").events
    assert [(str(each["summary"]), each.start.isoformat(), each.start.astimezone(UTC).hour) for each in entries] == [
        ("The open · Runde 1", "2026-10-24T10:00:00+02:00", 8),
        ("The open · Runde 2", "2026-10-25T10:00:00+01:00", 9),
        ("The open · Runde 3", "2026-10-25T15:30:00+01:00", 14),
    ]
    assert {str(each["location"]) for each in entries} == {"Ahorntal, Halle 3"}


def test_the_zone_comes_along_for_programs_that_do_not_know_it(client):
    make_timed()
    (zone,) = read(client).timezones
    known = zone.to_tz()
    for at, hours in ((datetime(2026, 10, 24, 10), 2), (datetime(2026, 10, 25, 10), 1)):
        assert at.replace(tzinfo=known).utcoffset().total_seconds() == hours * 3600


def test_an_entry_leads_to_its_round_or_to_the_table_in_the_same_language(client):
    make_timed()
    assert [str(each["url"]) for each in read(client, f"{ROUNDS}?lang=de").events] == [
        "http://testserver/e/open/round/1/?lang=de",
        "http://testserver/e/open/round/2/?lang=de",
        "http://testserver/e/open/?lang=de",  # not published yet
    ]


def test_a_changed_time_changes_the_same_entry(client):
    make_timed()
    before = read(client).events[0]
    Event.objects.update(round_times=TIMES | {"1": "2026-10-24T11:00"}, version=7)
    after = read(client).events[0]
    assert after["uid"] == before["uid"] == "open-1@testserver"
    assert (after.start.hour, after["sequence"] > before["sequence"]) == (11, True)


def test_a_calendar_is_not_sent_again_while_nothing_changes(client):
    make_timed()
    first = client.get(ROUNDS)
    assert client.get(ROUNDS, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Event.objects.update(version=7)
    assert client.get(ROUNDS, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_name_with_the_signs_of_the_format_stays_a_name(client):
    name = "Spring; summer, autumn\\n\r\nBEGIN:VEVENT"
    make_timed(place=name)
    entries = read(client).events
    assert len(entries) == 3
    assert "\nBEGIN:VEVENT" in str(entries[0]["location"])


@pytest.mark.parametrize("zone", ["UTC", "America/St_Johns", "Asia/Kathmandu"])
def test_every_zone_is_understood(client, zone):
    make_timed(time_zone=zone)
    assert [f"{each.start:%d %H:%M}" for each in read(client).events] == ["24 10:00", "25 10:00", "25 15:30"]


def test_an_event_without_times_is_an_empty_calendar_without_a_link(client):
    make_event()
    assert read(client).events == []
    assert "rounds.ics" not in client.get("/e/open/").text


def test_the_table_leads_to_the_calendar_in_its_language(client):
    make_timed()
    assert f'href="{ROUNDS}?lang=de"' in client.get("/e/open/?lang=de").text


def test_a_hidden_event_has_no_calendar(client):
    make_timed(is_public=False)
    assert client.get(ROUNDS).status_code == 404


def test_more_rounds_ask_no_more(client):
    make_timed(round_times={"1": TIMES["1"]})
    few = count_queries(client, ROUNDS)
    Event.objects.update(round_times=TIMES, version=2)
    assert count_queries(client, ROUNDS) == few
