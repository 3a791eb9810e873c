"""Notices: one line that stands on every page of an event, until its time is over or somebody takes it back."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.site.exchange.archives import import_again
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.event.setup import copy_event
from tournaments.actions.hall.notices import give_notice, take_back_notice
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.notices import find_end
from tournaments.formats.archive_write import export_event
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.models import Event, LogEntry
from tournaments.pages.players.notifications import list_names, write_notifications

pytestmark = pytest.mark.django_db

LINE = "Round 3 <starts> at noon"  # no time in digits: pages show the time of now
SHOWN = "Round 3 &lt;starts&gt; at noon"
PAGES = ["", "crosstable/", "round/1/", "statistics/", "player/1/", "screen/"]
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def event():
    return make_event(time_zone="Europe/Berlin")


@pytest.fixture
def arbiter(client, event):
    client.force_login(person("ada", event, Role.ARBITER))
    return client


def give(event, until=None, line=LINE):
    return give_notice(event, line, until, COMMAND)


def in_an_hour():
    return timezone.now() + timedelta(hours=1)


def end_it(event):
    """Let the time of the notice be over, as a clock does it: nothing else is written."""
    Event.objects.filter(pk=event.pk).update(notice_until=timezone.now() - timedelta(seconds=1))


def test_a_notice_stands_on_every_page_until_it_is_taken_back(client, event):
    give(event)
    for page in PAGES:
        assert client.get(f"/e/open/{page}").content.decode().count(f"<bdi>{SHOWN}</bdi>") >= 1, page
    assert SHOWN in client.get("/").content.decode()
    assert take_back_notice(event, COMMAND)
    assert not take_back_notice(event, COMMAND)
    for page in [*(f"/e/open/{page}" for page in PAGES), "/"]:
        assert SHOWN not in client.get(page).content.decode(), page


def test_a_notice_goes_by_itself_when_its_time_is_over(client, event):
    give(event, in_an_hour())
    addresses = [*(f"/e/open/{page}" for page in PAGES), "/", "/e/open/feed/", "/api/v1/events/open/happenings"]
    tags = {}
    for address in addresses:
        answer = client.get(address)
        tags[address] = answer.headers.get("ETag", "")
        assert "at noon" in answer.content.decode(), address
    end_it(event)
    for address in addresses:
        answer = client.get(address, headers={"If-None-Match": tags[address]})
        assert answer.status_code == 200, address
        assert "at noon" not in answer.content.decode(), address


def test_a_frame_brings_a_notice_and_takes_it_away(event):
    key = ViewKey(event.pk, "standings", "en")
    before = render.read(key)
    give(event)
    given = render.read(key)
    news = render.step(before, given).decode()
    assert news.count(f"<bdi>{SHOWN}</bdi>") == 1  # in the line of state
    assert 'data-name="notice-' in news and f'data-aloud="{SHOWN}"' in news
    take_back_notice(event, COMMAND)
    gone = render.step(given, render.read(key)).decode()
    assert "at noon" not in gone
    assert 'data-happened="all"' in gone  # the ticker forgets it too


def test_followers_are_notified_of_a_notice(event):
    seen = list_names(Reader(event))
    give(event)
    reader = Reader(Event.objects.get())
    (notification,) = write_notifications(reader, seen, [frozenset({1})]).values()
    assert notification.body == LINE
    seen = list_names(reader)
    give(event, in_an_hour())  # another end is no news
    assert write_notifications(Reader(Event.objects.get()), seen, [frozenset({1})]) == {}
    give(event, line="Round 3 starts at 15:30")
    (notification,) = write_notifications(Reader(Event.objects.get()), seen, [frozenset({1})]).values()
    assert notification.body == "Round 3 starts at 15:30"


def test_feeds_and_programs_have_a_notice(client, event):
    until = in_an_hour().replace(microsecond=0)
    give(event, until)
    assert f"<title>{SHOWN}</title>" in client.get("/e/open/feed/").content.decode()
    here = client.get("/api/v1/events/open").json()
    assert (here["notice"], datetime.fromisoformat(here["notice_until"])) == (LINE, until)
    (happening,) = client.get("/api/v1/events/open/happenings").json()["items"]
    assert (happening["what"], happening["text"], happening["sides"]) == ("notice", LINE, [])
    take_back_notice(event, COMMAND)
    here = client.get("/api/v1/events/open").json()
    assert (here["notice"], here["notice_until"]) == ("", None)


def test_an_archive_and_a_server_that_shows_the_event_have_the_notice_too(client, event):
    until = in_an_hour()
    give(event, until)
    event = Event.objects.get()
    copy = import_again(export_event(event), slug="again")
    assert (copy.notice, copy.notice_at, copy.notice_until) == (LINE, event.notice_at, until)
    shown = Twin(event).send()
    assert (shown.notice, shown.notice_until) == (LINE, until)
    assert SHOWN in client.get(f"/e/{shown.slug}/").content.decode()


def test_the_next_event_does_not_begin_with_the_notice_of_this_one(event):
    give(event)
    owner = person("olga", event, Role.OWNER)
    assert copy_event(Event.objects.get(), Actor(owner), name="Next").notice == ""


def test_arbiters_give_notices_and_helpers_do_not(client, event):
    client.force_login(person("eli", event, Role.ENTRY))
    assert client.post("/e/open/notice/give/", {"text": LINE}).status_code == 403
    client.force_login(person("ada", event, Role.ARBITER))
    assert client.post("/e/open/notice/give/", {"text": LINE}).status_code == 302
    assert SHOWN in text(client.get("/e/open/notice/")) or LINE in text(client.get("/e/open/notice/"))
    assert client.post("/e/open/notice/take-back/").status_code == 302
    assert Event.objects.get().notice == ""
    given, taken = LogEntry.objects.filter(action="notice").order_by("pk")
    assert (given.actor_name, given.before, given.after) == ("ada", {"notice": ""}, {"notice": LINE})
    assert (taken.before, taken.after) == ({"notice": LINE}, {"notice": ""})


def test_its_time_is_the_next_that_the_clocks_of_the_event_show(arbiter):
    arbiter.post("/e/open/notice/give/", {"text": LINE, "until": "15:00"})
    until = Event.objects.get().notice_until
    assert timedelta() < until - timezone.now() <= timedelta(days=1, hours=1)
    assert until.astimezone(BERLIN).strftime("%H:%M:%S") == "15:00:00"
    assert "until 15:00" in text(arbiter.get("/e/open/notice/"))


@pytest.mark.parametrize(
    ("now", "clock", "end"),
    [
        ("2026-12-05T14:59", "15:00", "2026-12-05T15:00"),
        ("2026-12-05T15:00", "15:00", "2026-12-06T15:00"),
        ("2026-10-24T23:00", "01:00", "2026-10-25T01:00"),
        ("2026-10-24T23:00", "22:00", "2026-10-25T22:00"),  # clocks are put back that night
    ],
)
def test_a_time_that_is_over_today_is_tomorrows(now, clock, end):
    now, end = (datetime.fromisoformat(each).replace(tzinfo=BERLIN) for each in (now, end))
    found = find_end(time.fromisoformat(clock), now, BERLIN)
    assert (found, found.utcoffset()) == (end, end.utcoffset())


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        ({"text": " "}, "Write what everybody should know."),
        ({"text": LINE, "until": "soon"}, "This is not a time: write it like 15:00."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(arbiter, posted, sentence):
    answer = arbiter.post("/e/open/notice/give/", posted)
    assert (answer.status_code, sentence in text(answer)) == (422, True)
    assert f'value="{posted.get("until", "")}"' in answer.content.decode()
    assert Event.objects.get().notice == ""


def test_a_long_line_is_cut_and_one_that_is_over_is_refused(arbiter, event):
    arbiter.post("/e/open/notice/give/", {"text": "x" * 300})
    assert Event.objects.get().notice == "x" * 200
    with pytest.raises(Refusal, match="over"):
        give(event, timezone.now())


def test_the_same_notice_writes_nothing(event):
    assert give(event)
    assert not give(event)
    assert LogEntry.objects.filter(action="notice").count() == 1
