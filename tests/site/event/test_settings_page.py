"""The settings page: what may be changed when, what a change asks for, and what stands in the log."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation

from tests.site.factories import LEFT, game, make_event, person
from tests.site.reading import text
from tests.site.standings.test_style import ACCENTS
from tests.site.teams import make_team_event
from tiebreaks.refusal import Refusal
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import EventStatus
from tournaments.forms import event_settings
from tournaments.models import Event, Game, LogEntry
from tournaments.models.events import COLUMNS
from tournaments.pages import navigation

pytestmark = pytest.mark.django_db

URL = "/e/open/settings/"


@pytest.fixture
def event(db):
    event = make_event(departures=LEFT)
    event.refresh_from_db()
    return event


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


def fields(event):
    """Return what the page of an event would post when nothing is touched."""
    values = event.read_fields(event_settings.setting_names(event))
    values = {name: value for name, value in values.items() if value is not None and value is not False}
    return {**values, "seen": event_settings.settings_digest(event)}


def post(client, event, **changes):
    return client.post(URL, {name: value for name, value in (fields(event) | changes).items() if value is not None})


def has_result(event):
    Game.objects.filter(pk=game(event, 1, 1).pk).update(result="10")


def test_every_setting_is_a_field_and_stands_once():
    names = [name for group in event_settings.GROUPS for name in group.fields]
    assert len(names) == len(set(names))
    assert set(names) <= COLUMNS.keys()
    assert {*event_settings.OF_FIDE, *event_settings.OF_SCORES, *event_settings.MOVES_THE_TABLE} <= set(names)


def test_every_colour_of_the_style_can_be_chosen():
    assert set(event_settings.ACCENTS) == set(ACCENTS)


def test_the_page_shows_the_settings_in_groups(owner):
    page = owner.get(URL)
    assert 'name="name" value="The open"' in page.content.decode()
    assert "edition of the rules" in text(page).lower() and "spread of a bye" not in text(page).lower()
    assert re.search(r'<select name="discipline"[^>]* disabled', page.content.decode()), "a round is paired"


def test_a_change_is_saved_and_logged_with_both_values(owner, event):
    answer = post(owner, event, place="Bonn", starts_on="2026-12-05", is_public=None)
    assert (answer.status_code, answer["Location"]) == (302, URL)
    event.refresh_from_db()
    assert (event.place, str(event.starts_on), event.is_public) == ("Bonn", "2026-12-05", False)
    entry = LogEntry.objects.get()
    assert entry.action == "settings"
    assert entry.before == {"place": "", "starts_on": None, "is_public": True}
    assert entry.after == {"place": "Bonn", "starts_on": "2026-12-05", "is_public": False}


def test_the_same_again_writes_nothing(owner, event):
    assert post(owner, event).status_code == 302
    assert not LogEntry.objects.exists()


REFUSED = [
    ({"name": ""}, "This field is required"),
    ({"starts_on": "2026-12-05", "ends_on": "2026-12-04"}, "The last day is before the first."),
    ({"starts_on": "soon"}, "Enter a valid date"),
    ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
    ({"accent": "loud"}, "Select a valid choice"),
    ({"draw_points": "2"}, "A win must be worth at least as much as a draw"),
    ({"planned_rounds": "1"}, "Round 2 is already paired"),
    ({"seen": "0123456789abcdef"}, "Somebody else has changed the settings"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_what_is_wrong_is_stated_and_nothing_is_saved(owner, event, changes, sentence):
    answer = post(owner, event, place="Bonn", **changes)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert "<h1>The open</h1>" in answer.content.decode(), "the page keeps the event's own name"
    assert Event.objects.get().place == ""
    assert not LogEntry.objects.exists()


def test_points_need_a_reason_once_a_result_exists(owner, event):
    assert post(owner, event, win_points="3").status_code == 302
    has_result(event)
    event.refresh_from_db()
    refused = post(owner, event, win_points="2")
    assert (refused.status_code, Event.objects.get().win_points) == (422, 3)
    assert "There are already results and the table may change: give a reason." in text(refused)
    for changes in ({"win_points": 2}, {"spread_cap": 100}):
        with pytest.raises(Refusal, match="reason"):
            change_settings(event, changes, COMMAND)
    assert post(owner, event, win_points="2", reason="as announced").status_code == 302
    assert LogEntry.objects.first().reason == "as announced"
    event.refresh_from_db()
    assert post(owner, event, place="Bonn").status_code == 302, "a place moves nobody in the table"


def test_the_action_itself_keeps_the_game_once_a_round_is_paired(event):
    with pytest.raises(Refusal, match="can no longer be changed"):
        change_settings(event, {"discipline": "scrabble"}, COMMAND)


@pytest.mark.parametrize("who", Role.values)
def test_only_owners_change_settings(client, event, who):
    client.force_login(person("somebody", event, who))
    expected = (200, 302) if who == Role.OWNER else (403, 403)
    assert (client.get(URL).status_code, post(client, event, place="Bonn").status_code) == expected
    assert bool(Event.objects.get().place) == (who == Role.OWNER)


TABS = {
    Role.OWNER: ["Tie-breaks", "Settings", "Pairings", "Desk"],
    Role.CHIEF_ARBITER: ["Pairings", "Desk"],
    Role.ARBITER: ["Desk"],
    Role.ENTRY: ["Desk"],
    Role.CHECKIN: [],
    Role.DISPLAY: [],
}


@pytest.mark.parametrize("role", Role)
def test_the_tabs_are_those_that_the_role_may_open(client, event, role):
    client.force_login(person("somebody", event, role))
    page = client.get("/e/open/").content.decode()
    bars = re.findall(r'<nav class="tabs staff".*?</nav>', page, re.DOTALL)
    titles = re.findall(r">([^<]+)</a>", bars[0]) if bars else []
    assert [title for title in titles if title in TABS[Role.OWNER]] == TABS[role]
    for address in re.findall(r'href="([^"]+)"', bars[0]) if bars else []:
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_ends_an_event_stands_in_the_last_step_once_it_is_over(event, language):
    with translation.override(language):
        for status in EventStatus:
            event.status = status
            steps = [[link.name for link in step.links] for step in list_all_steps(event)]
            where = [[name in links for links in steps].index(True) for name in ("documents", "rounds", "export")]
            assert where == ([4, 4, 4] if status == EventStatus.OVER else [2, 3, 4])
            assert sum(map(len, steps)) == len({name for links in steps for name in links}), "each page once"


def list_all_steps(event):
    return navigation.list_steps(Role.OWNER, event, has_rounds=True, public=[], current="")


def test_the_public_sees_no_tabs_of_the_staff(client, event):
    assert "tabs staff" not in client.get("/e/open/").content.decode()


@pytest.mark.parametrize("name", [page.name for page in dict.fromkeys(navigation.STAFF)])
def test_each_page_of_the_staff_has_its_help_beside_it(client, event, name):
    event = make_team_event() if name in navigation.OF_TEAMS else event
    client.force_login(User.objects.create_superuser("root"))
    page = client.get(reverse(name, args=[event.slug]), follow=True).content.decode()
    (hint,) = re.findall(r'<details class="hint".*?</details>', page, re.DOTALL)
    place = navigation.find_in_manual(name)
    assert f'href="{place.address}"' in hint
    assert f'hx-get="{place.alone}"' in hint


def test_the_public_needs_no_help(client, event):
    assert 'class="hint"' not in client.get("/e/open/").content.decode()
