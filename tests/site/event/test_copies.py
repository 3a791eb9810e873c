"""Copies of events, dry runs that are discarded, and sections under one front page."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import lists, make_team_event
from tournaments.actions.event.series import create_series
from tournaments.actions.event.setup import copy_event
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.rounds.usual_ways import WAYS
from tournaments.models import Event, Game, LogEntry, Series
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db

URL = "/e/open/copies/"


@pytest.fixture
def event(db):
    event = make_event(place="Bonn", win_points=3, accent="plum")
    event.players.filter(number=1).update(rating=2100, withdrawn_from=2)
    Game.objects.filter(round__event=event, board=1).update(result="10")
    return event


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


def do(client, verb, where=URL, **fields):
    return client.post(f"{where}{verb}/", fields, follow=True)


@pytest.mark.parametrize("players", [False, True])
def test_a_copy_has_settings_plan_and_order_and_never_results(owner, event, players):
    fresh = make_event("next", rounds=0)
    set_plan(fresh, WAYS[0].make(5), COMMAND)
    fresh.memberships.create(user=event.memberships.get().user, role=Role.OWNER)
    do(owner, "copy", "/e/next/copies/", name="The next but one", **({"with_players": "on"} if players else {}))
    copy = Event.objects.get(slug="the-next-but-one")
    assert plan.read_plan(copy) == plan.read_plan(fresh)
    assert (copy.is_public, copy.rounds.count(), copy.players.count()) == (False, 0, 8 if players else 0)


def test_what_belongs_to_one_playing_is_not_copied(owner, event):
    do(owner, "copy", name="Again", with_players="on")
    copy = Event.objects.get(slug="again")
    assert (copy.place, copy.win_points, copy.accent, copy.tiebreaks) == ("Bonn", 3, "plum", event.tiebreaks)
    assert (copy.starts_on, copy.round_times, copy.epoch == event.epoch) == (None, {}, False)
    assert (copy.players.get(number=1).rating, copy.players.get(number=1).withdrawn_from) == (2100, None)
    assert not copy.rounds.exists()
    assert copy.memberships.get().role == Role.OWNER
    assert LogEntry.objects.get(event=copy).action == "copy"


def test_a_hidden_player_stays_hidden_in_a_copy(owner, event):
    event.players.filter(number=1).update(pseudonym="Lynx")
    event.players.filter(number=2).update(is_withheld=True)
    do(owner, "copy", name="Again", with_players="on")
    shown = Event.objects.get(slug="again").players.filter(number__lt=4).order_by("number")
    assert list(shown.values_list("pseudonym", "is_withheld")) == [("Lynx", False), ("", True), ("", False)]


def test_a_dry_run_says_what_it_is_on_every_page_and_is_deleted_at_once(owner, event):
    page = do(owner, "dry-run")
    copy = Event.objects.get(is_dry_run=True)
    assert copy.players.count() == 8
    for path in ("", "settings/", "players/", "pairings/"):
        assert "Dry run Nothing here counts." in text(owner.get(f"/e/{copy.slug}/{path}"))
    assert "Nothing here counts." not in text(owner.get("/e/open/"))
    assert Client().get(f"/e/{copy.slug}/").status_code == 404
    page = do(owner, "erase", f"/e/{copy.slug}/copies/")
    assert f"{copy.name} has been deleted." in text(page)
    assert not Event.objects.filter(is_dry_run=True).exists()
    assert not LogEntry.objects.filter(event_id=copy.pk).exists()


@pytest.mark.parametrize("typed", ["", "the open", "The open?"])
def test_another_event_goes_only_when_its_name_is_typed(owner, event, typed):
    answer = do(owner, "erase", typed=typed)
    assert answer.status_code == 422
    assert Event.objects.filter(slug="open").exists()


def test_the_name_erases_the_event(owner, event):
    do(owner, "erase", typed="The open")
    assert not Event.objects.exists()


@pytest.mark.parametrize("role", [Role.CHIEF_ARBITER, Role.ARBITER, Role.CHECKIN])
def test_only_owners_copy_and_erase(client, event, role):
    client.force_login(person("somebody", event, role))
    for verb in ("copy", "dry-run", "erase", "begin-series"):
        assert client.post(f"{URL}{verb}/", {"name": "x", "section": "A", "typed": "The open"}).status_code == 403
    assert Event.objects.count() == 1


# Sections


@pytest.fixture
def series(owner, event):
    do(owner, "begin-series", name="Autumn days", section="Open")
    return Series.objects.get()


def test_sections_share_a_front_page_with_their_states(owner, event, series, client):
    do(owner, "add-section", section="Under 12")
    second = Event.objects.get(section="Under 12")
    assert (second.series, second.name, second.place) == (series, "Autumn days Under 12", "Bonn")
    page = text(owner.get("/series/autumn-days/"))
    assert (
        "Autumn days Bonn" in page and "Open" in page and "Under 12" in page and "Round 2 of 5 · 1 /4 results" in page
    )
    client.logout()
    page = text(client.get("/series/autumn-days/"))
    assert "Open" in page and "Under 12" not in page, "a section that is not public is not shown"
    assert "Autumn days" in text(client.get("/e/open/")), "each section leads to the front page"


def test_a_front_page_without_a_section_that_one_may_see_is_not_found(owner, event, series, client):
    Event.objects.update(is_public=False)
    client.logout()
    assert client.get("/series/autumn-days/").status_code == 404
    assert client.get("/series/nowhere/").status_code == 404


def test_the_front_page_is_changed_and_logged(owner, event, series):
    do(owner, "change-series", name="Autumn days 2026", place="Bonn", starts_on="2026-10-03", ends_on="")
    series.refresh_from_db()
    assert (series.name, str(series.starts_on)) == ("Autumn days 2026", "2026-10-03")
    assert LogEntry.objects.first().after == {"name": "Autumn days 2026", "starts_on": "2026-10-03"}
    assert do(owner, "change-series", name="").status_code == 422


def test_the_last_section_takes_the_front_page_with_it(owner, event, series):
    do(owner, "leave-series")
    event.refresh_from_db()
    assert (event.series, event.section) == (None, "")
    assert not Series.objects.exists()


@pytest.mark.parametrize(
    ("verb", "fields", "sentence"),
    [
        ("begin-series", {"name": "", "section": "A"}, "each need a name"),
        ("begin-series", {"name": "A", "section": " "}, "each need a name"),
        ("add-section", {"section": "B"}, "is not part of a tournament"),
        ("leave-series", {}, "is not part of a tournament"),
    ],
)
def test_what_does_not_fit_is_refused(owner, event, verb, fields, sentence):
    answer = do(owner, verb, **fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Series.objects.exists()


def test_two_front_pages_of_one_name_have_two_addresses(owner, event, series):
    make_event("other")
    root = User.objects.create_superuser("root")
    create_series(Event.objects.get(slug="other"), "Autumn days", "B", Actor(root))
    assert len(set(Series.objects.values_list("slug", flat=True))) == 2


def test_a_copy_has_the_teams_and_players_of_its_event_alone(db):
    make_team_event("beside")
    event = make_team_event("league")
    by = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    copy = copy_event(event, by, name="Again", with_players=True)
    assert (lists(copy), copy.teams.count(), copy.players.count()) == (lists(event), 4, 20)
