"""The check-in before the first round: one by one, everybody else left out in one go, and all of it taken back."""

import re

import pytest

from pairing.plan.stages import Stage
from tests.site.championship import make_championship
from tests.site.factories import make_event, person
from tests.site.reading import HTMX, text
from tests.site.teams import make_team_event
from tournaments.actions.players.checkin import check_in, check_in_others, close_checkin, reopen_checkin
from tournaments.actions.players.participation import set_absence
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import LogEntry
from tournaments.pages.players import checkin
from tournaments.queries.rounds.games import read_absences

pytestmark = pytest.mark.django_db

URL = "/e/open/checkin/"


@pytest.fixture
def event(db):
    return make_event(rounds=0)


@pytest.fixture
def helper(client, event):
    client.force_login(person("hanna", event, Role.CHECKIN))
    return client


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def tap(client, player, verb="present", **more):
    headers = {name: more.pop(name) for name in list(more) if name.startswith("HTTP_")}
    return client.post(f"{URL}{verb}/", {"player": player, **more}, **headers)


def test_a_tap_and_its_confirmation_check_one_player_in(helper, event):
    assert "0 of 8 checked in" in text(helper.get(URL))
    answer = tap(helper, 3)
    assert answer["Location"] == f"{URL}?player=3#player-3"
    page = text(helper.get(answer["Location"]))
    assert "1 of 8 checked in" in page and "Weiß, Carl is present. Undo" in page
    entry = LogEntry.objects.get()
    assert (entry.action, entry.role, entry.after) == ("check-in", "checkin", {"number": 3, "here": True})
    tap(helper, 3)
    assert LogEntry.objects.count() == 1, "the same again writes nothing"


def test_htmx_gets_the_list_alone(helper):
    page = tap(helper, 3, **HTMX).content.decode()
    assert page.startswith('<div id="checkin"') and "1 of 8 checked in" in page


def test_htmx_gets_what_changed_since_the_list_that_is_shown(helper, event):
    seen = read_version(helper.get(URL))
    check_in(event, 5, True, COMMAND)  # at another door
    answer = tap(helper, 3, seen=seen, **HTMX)
    assert answer["HX-Reswap"] == "none"
    page = answer.content.decode()
    assert re.findall(r'hx-target="#player-(\d+)"', page) == ["5", "3"]
    assert re.findall(r'hx-target="#gone-(\d+)"', page) == ["5", "3"]
    assert "2 of 8 checked in" in page and "Weiß, Carl" in page and "is present." in page
    assert re.findall(r'hx-target="#player-(\d+)"', tap(helper, 4, seen=read_version(answer), **HTMX).text) == ["4"]


@pytest.mark.parametrize("happened", ["unchecked", "absent", "everybody", "often"])
def test_htmx_gets_the_whole_list_where_more_has_happened(helper, event, happened, monkeypatch):
    tap(helper, 1)
    seen = read_version(helper.get(URL))
    if happened == "unchecked":
        check_in(event, 1, False, COMMAND)
    elif happened == "absent":
        set_absence(event, 8, 1, "H", COMMAND)
    elif happened == "often":
        monkeypatch.setattr(checkin, "MOST_CHANGES", 1)
        check_in(event, 5, True, COMMAND)
    else:
        check_in_others(event, [3, 4], COMMAND)
    assert tap(helper, 3, seen=seen, **HTMX).text.startswith('<div id="checkin"')


def read_version(page):
    return re.search(r'data-seen="(\d+)"', page.text)[1]


def test_all_are_here_but_some(helper, event):
    tap(helper, 1)
    set_absence(event, 8, 1, "H", COMMAND)
    page = text(helper.post(f"{URL}others/", {"gone": [3, 4]}, follow=True))
    assert "5 of 8 checked in 1 left out" in page and "4 players are present. Undo" in page
    entry = LogEntry.objects.filter(event=event).first()
    assert (entry.action, entry.after) == ("check-in", {"numbers": [2, 5, 6, 7], "here": True})
    page = text(helper.post(f"{URL}missing/", {"player": [2, 5, 6, 7]}, follow=True))
    assert "1 of 8 checked in" in page and "4 players are expected again." in page


def test_all_but_everybody_is_refused(helper):
    gone = {"gone": range(1, 9)}
    assert "Nobody is left to check in." in text(helper.post(f"{URL}others/", gone, follow=True))
    assert "Nobody is left to check in." in text(helper.post(f"{URL}others/", gone, **HTMX))
    assert not LogEntry.objects.exists()


def test_the_list_shows_who_is_missing_and_stays_so_after_a_tap(helper):
    tap(helper, 3)
    missing = [row.number for row in helper.get(URL, {"show": "missing"}).context["view"].rows]
    assert sorted(missing) == [1, 2, 4, 5, 6, 7, 8]
    page = tap(helper, 4, show="missing", **HTMX)
    assert sorted(row.number for row in page.context["view"].rows) == [1, 2, 5, 6, 7, 8]
    assert tap(helper, 5, show="missing")["Location"] == f"{URL}?player=5&show=missing#player-5"


SCANNED = [
    ("http://192.168.0.7:8000/e/open/player/6/", 6),
    ("https://chess.example/club/e/open/player/6", 6),
    (" 6 ", 6),
    ("http://192.168.0.7:8000/e/other/player/6/", None),
    ("WIFI:hall", None),
    ("", None),
]


@pytest.mark.parametrize(("code", "player"), SCANNED)
def test_a_scanned_code_checks_its_player_in(helper, event, code, player):
    page = text(helper.post(f"{URL}scan/", {"code": code}, follow=True))
    here = event.players.filter(checked_in_at__isnull=False).values_list("number", flat=True)
    assert list(here) == ([player] if player else [])
    assert ("Łuk, Filip is present." if player else "is not the code of a player of this event") in page


def test_what_is_missing_is_counted_with_each_tap(chief):
    for number in range(1, 7):
        page = tap(chief, number, **HTMX)
    assert "6 of 8 checked in" in text(page) and "2 players are not here." in text(page)


def test_a_tap_is_taken_back(helper, event):
    tap(helper, 3)
    tap(helper, 3, "missing")
    assert not event.players.filter(checked_in_at__isnull=False).exists()
    assert "0 of 8 checked in" in text(helper.get(URL))


@pytest.mark.parametrize(("query", "shown"), [("mueller", ["Müller, Anna"]), ("3", ["Weiß, Carl"]), ("zz", [])])
def test_a_name_is_found_as_it_sounds(helper, query, shown):
    assert [row.name for row in helper.get(URL, {"q": query}).context["view"].rows] == shown


def test_everybody_else_is_left_out_of_the_first_round(chief, event):
    for number in (1, 2, 3, 4, 5, 6):
        tap(chief, number)
    assert "2 players are not paired." in text(chief.post(f"{URL}close/", follow=True))
    assert read_absences(event, 1) == {7: "Z", 8: "Z"}
    assert read_absences(event, 2) == {}
    assert "6 of 8 checked in 2 left out" in text(chief.get(URL))


def test_who_comes_after_that_plays_all_the_same(chief, event):
    chief.post(f"{URL}close/")
    tap(chief, 8)
    assert set(read_absences(event, 1)) == {1, 2, 3, 4, 5, 6, 7}


def test_everybody_else_can_be_withdrawn_and_expected_again(chief, event):
    tap(chief, 1)
    chief.post(f"{URL}withdraw/")
    assert event.players.filter(withdrawn_from=1).count() == 7
    tap(chief, 2)
    assert event.players.get(number=2).withdrawn_from is None
    assert "6 players are expected again." in text(chief.post(f"{URL}reopen/", follow=True))
    assert read_absences(event, 1) == {}


def test_an_absence_that_was_asked_for_stays(chief, event):
    set_absence(event, 8, 1, "H", COMMAND)
    tap(chief, 1)
    chief.post(f"{URL}close/")
    chief.post(f"{URL}reopen/")
    assert read_absences(event, 1) == {8: "H"}


def test_nobody_is_left_out_where_everybody_is_here(chief, event):
    for number in range(1, 9):
        tap(chief, number)
    assert "Everybody is present" in text(chief.post(f"{URL}close/", follow=True))
    assert not LogEntry.objects.filter(action="checkin-closed").exists()


def test_closing_throws_a_draft_away_that_counted_on_the_absent(chief, event):
    event.drafts.create(number=1, proposal={}, boards=[], byes=[], based_on=1)
    chief.post(f"{URL}close/")
    assert not event.drafts.exists()


def test_the_check_in_is_over_once_a_round_is_paired(client):
    event = make_event()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "check-in is closed" in text(client.get(URL))
    for verb in ("present", "close", "reopen"):
        assert "check-in is closed" in text(client.post(f"{URL}{verb}/", {"player": 1}, follow=True))
    assert not LogEntry.objects.exists()


def test_an_unknown_number_is_refused(helper):
    assert "no player with the number 99" in text(helper.post(f"{URL}present/", {"player": 99}, follow=True))


def test_a_helper_does_just_this(helper, event):
    assert helper.post(f"{URL}close/").status_code == 403
    assert helper.get("/e/open/players/").status_code == 403
    assert 'value="absent"' not in helper.get(URL).content.decode()
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("role", [Role.ENTRY, Role.DISPLAY])
def test_others_do_not(client, event, role):
    client.force_login(person("somebody", event, role))
    assert (client.get(URL).status_code, tap(client, 1).status_code) == (403, 403)


def test_the_page_asks_as_little_for_many_players(helper, event, django_assert_max_num_queries):
    event.players.bulk_create(
        type(event.players.first())(event=event, number=n, name=f"Person {n}") for n in range(9, 209)
    )
    with django_assert_max_num_queries(16):
        page = helper.get(URL).text
    assert page.count('<button form="tapped" name="player"') == event.players.count()
    assert (page.count("<form") < 10, page.count('name="csrfmiddlewaretoken"') < 10) == (True, True)
    assert len(page[page.index('<ul class="attendees">') :]) < 450 * event.players.count()


def test_one_form_checks_everybody_in_and_another_takes_that_back(helper):
    tap(helper, 3)
    page = helper.get(URL).text
    assert '<form id="tapped" method="post" action="/e/open/checkin/present/"' in page
    assert '<form id="taken-back" method="post" action="/e/open/checkin/missing/"' in page
    assert re.findall(r'<button form="([\w-]+)" name="player" value="([34])"', page) == [
        ("tapped", "4"),
        ("taken-back", "3"),
    ]


def test_a_closed_list_has_nothing_to_send(client):
    client.force_login(person("chief", make_event(), Role.CHIEF_ARBITER))
    page = client.get(URL).text
    assert page.count("<button disabled") == 8 and 'id="tapped"' not in page and "form=" not in page


def test_a_search_reads_all_teams_at_once(client, django_assert_max_num_queries):
    event = make_team_event()
    client.force_login(person("hanna", event, Role.CHECKIN))
    team = event.teams.first()
    with django_assert_max_num_queries(17):
        shown = client.get(f"/e/{event.slug}/checkin/", {"q": team.name}).context["view"].rows
    assert len(shown) == team.players.count() > 0


def test_a_number_longer_than_any_player_s_is_nobody(helper):
    assert helper.get(URL, {"player": "9" * 5000}).status_code == 200


def test_the_rounds_of_a_knock_out_follow_who_is_present():
    event = set_plan(make_championship(8), [Stage("knock-out", 1, 1)], COMMAND)
    lengths = [event.planned_rounds]

    def note_length():
        event.refresh_from_db()
        lengths.append(event.planned_rounds)

    for number in range(1, 5):
        check_in(event, number, True, COMMAND)
    close_checkin(event, COMMAND, withdraw=True)
    note_length()
    check_in(event, 5, True, COMMAND)
    note_length()
    check_in(event, 5, False, COMMAND)
    reopen_checkin(event, COMMAND)
    note_length()
    assert lengths == [3, 2, 3, 3]
