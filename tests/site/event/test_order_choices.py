"""The list of the page of the tie-breaks: what it offers, by which names it finds, and the switches of a row."""

import re

import pytest

from tests.site.factories import LEFT, make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tournaments.access.reader import staff_reader
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game
from tournaments.pages.event.order_choices import find_choices

pytestmark = pytest.mark.django_db

URL = "/e/open/tiebreaks/"
RESULTS = ("10", "10", "==", "01", "10", "==", "01", "10")
OF_COLOURS, OF_RATINGS, OF_TEAMS = {"BPG", "BWG", "DEB"}, {"ARO", "TPR", "RTNG"}, {"MP", "EDE", "BC"}


def played(**fields):
    event = make_event(**{"tiebreaks": "PTS,BH", "departures": LEFT, **fields})
    for result, game in zip(
        RESULTS, Game.objects.filter(round__event=event).order_by("round__number", "board"), strict=True
    ):
        Game.objects.filter(pk=game.pk).update(result=result)
    return Event.objects.get(pk=event.pk)


def listed(event, words=""):
    return [choice.notation for group in find_choices(staff_reader(event), words).groups for choice in group.choices]


@pytest.fixture
def owner(client):
    client.force_login(person("olga", played(), Role.OWNER))
    return client


def rate(event):
    event.players.update(rating=2000)


OFFERED = [
    ("chess", {}, {"BH/C1", "BH/M1", "SB", "DE", *OF_COLOURS}, {*OF_RATINGS, *OF_TEAMS, "BHZ", "SPREAD"}),
    ("petanque", {}, {"BHZ", "FBHZ", "DIFF", "DE"}, {*OF_COLOURS, *OF_RATINGS, *OF_TEAMS, "SPREAD"}),
    ("scrabble", {}, {"SPREAD", "SCORE"}, {*OF_COLOURS, "BHZ", *OF_TEAMS}),
    ("chess", {"system": "round-robin"}, {"SB", "KS", "DE"}, {"BH", "BH/C1", "REP"}),
    ("chess", {"system": "round-robin", "edition": "2024-08"}, {"SB", "KS"}, {"BH", "ARO"}),
]


@pytest.mark.parametrize(("game", "fields", "offered", "missing"), OFFERED)
def test_what_the_event_cannot_have_is_not_offered(game, fields, offered, missing):
    found = set(listed(played(discipline=game, **fields)))
    assert offered <= found
    assert not missing & found


def test_ratings_are_offered_as_soon_as_somebody_has_one():
    event = played()
    assert not OF_RATINGS & set(listed(event))
    event.players.filter(number=1).update(rating=1900)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert set(listed(Event.objects.get(pk=event.pk))) >= OF_RATINGS


def test_nothing_is_offered_that_cuts_all_rounds():
    assert "BH/M2" in listed(played())
    Event.objects.update(planned_rounds=2)
    assert not {"BH/M2", "BH/C2", "BH/M1"} & set(listed(Event.objects.get()))


def test_a_game_s_own_criteria_come_first():
    assert listed(played(discipline="petanque"))[0] == "SCORE"
    assert listed(played(slug="chess"))[0] == "PTS"


FOUND = [
    ("FW", "BH"),
    ("Sonneborn", "SB"),
    ("cut 1", "BH/C1"),
    ("median", "BH/M1"),
    ("Streichwertung", "BH/C1"),
    ("BH/C2", "BH/C2"),
    ("buch", "BH"),
]


@pytest.mark.parametrize(("words", "first"), FOUND)
def test_words_find_and_what_they_mean_comes_first(words, first):
    event = played()
    found = listed(event, words)
    assert found[0] == first
    assert len(found) < len(listed(event))


def test_a_search_that_finds_nothing_says_so(owner):
    assert "No criterion of this name fits this event." in text(owner.get(URL + "find/", {"find": "xyz"}))
    assert "Sonneborn-Berger SB" in text(owner.get(URL + "find/", {"find": "SoBerg"}))


@pytest.mark.parametrize("words", ["virtual", "Virtueller Gegner", "adversaire virtuel", "unplayed rounds", "Fassung"])
def test_words_of_the_settings_lead_to_them(owner, words):
    found = owner.get(URL + "find/", {"find": words}).content.decode()
    assert 'href="#values"' in found
    assert 'href="#values"' not in owner.get(URL + "find/", {"find": "buchholz"}).content.decode()
    assert 'id="values"' in owner.get(URL).content.decode()


def test_each_criterion_has_a_line_from_the_event(owner):
    groups = find_choices(staff_reader(Event.objects.get())).groups
    worked = {choice.notation: choice.worked for group in groups for choice in group.choices}
    assert worked["PTS"] == "Ho, H: 1 + 1 = 2"
    assert f"Add up the points of all rounds. {worked['PTS']}" in text(owner.get(URL))
    assert re.fullmatch(r"[^:]+: [^;]+; left out: \S+", worked["BH/C1"])
    assert worked["SB"].count("×") == 2
    assert "Here it would separate nobody." in worked["DE"] or " · " in worked["DE"]


def test_before_the_first_result_there_are_no_lines():
    assert not any(
        choice.worked for group in find_choices(staff_reader(make_event())).groups for choice in group.choices
    )


def test_what_is_in_the_order_is_not_offered_again(owner):
    page = owner.get(URL).content.decode()
    assert 'name="add"' in page
    assert not re.search(r'name="add"\s+value="BH"', page)
    assert re.search(r'name="add"\s+value="DE"', page)
    found = owner.get(URL + "find/", {"find": "buchholz", "order": ["PTS", "BH/C1"]}).content.decode()
    assert re.search(r'name="add"\s+value="BH"', found)
    assert not re.search(r'name="add"\s+value="BH/C1"', found)


def switches(client, *order):
    page = client.post(URL + "preview/", {"order": order, "was": "PTS,BH"}).content.decode()
    found = re.findall(r'value="(\d+) ([^"]+)"[^>]*?aria-pressed="(true|false)"\s*(disabled)?', page)
    return {(int(line), notation): (on == "true", bool(off)) for line, notation, on, off in found}


def test_a_row_has_switches_for_its_modifiers(owner):
    found = switches(owner, "PTS", "BH/C1")
    assert found[1, "BH/C1"] == (True, False)
    assert {notation for line, notation in found if line == 1} == {
        "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/C1/P",
    }  # fmt: skip
    assert not [notation for line, notation in found if line == 0]
    words = text(owner.post(URL + "preview/", {"order": ["PTS", "BH/C1"], "was": "PTS,BH"}))
    assert "Leave out nothing Cut 1 (1 lowest)" in words
    assert "forfeits as played" in words


def test_a_switch_is_gone_where_it_would_repeat_another_row(owner):
    assert (1, "BH") not in switches(owner, "PTS", "BH/C1", "BH")
    assert (2, "BH/C1") not in switches(owner, "PTS", "BH/C1", "BH")


def test_a_toggle_goes_on_and_off(owner):
    assert switches(owner, "PTS", "BH/C1/P")[1, "BH/C1"] == (True, False)
    found = switches(owner, "PTS", "BH/P")
    assert (1, "BH/C2/P") in found


def test_the_rating_of_the_unrated_is_offered_where_somebody_is_unrated(owner):
    event = Event.objects.get()
    assert (1, "ARO/U1000") in switches(owner, "PTS", "ARO")
    rate(event)
    Event.objects.update(version=event.version + 1)
    assert (1, "ARO/U1000") not in switches(owner, "PTS", "ARO")


def test_teams_switch_the_score(client):
    event = make_team_event()
    client.force_login(person("tom", event, Role.OWNER))
    page = text(client.post("/e/league/tiebreaks/preview/", {"order": ["MP", "BH"], "was": "MP,GP"}))
    assert "Which score the first score of the order of match points of game points" in page


def test_cuts_that_leave_nothing_are_a_mistake_of_their_line(owner):
    answer = owner.post(URL + "preview/", {"order": ["PTS", "BH/C9"], "was": "PTS,BH"})
    assert "“BH/C9” leaves nothing to count: only 5 rounds count for it." in text(answer)
    assert answer.status_code == 422
    assert not {n for _line, n in switches(owner, "PTS", "BH") if n.startswith(("BH/C5", "BH/C9"))}


def test_a_row_takes_words(owner):
    answer = owner.post(URL + "preview/", {"order": ["Punkte", "Buchholz Cut 1", "SoBerg"], "was": "PTS,BH"})
    assert re.findall(r'name="order" value="([^"]*)"', answer.content.decode()) == ["PTS", "BH/C1", "SB"]


def test_the_search_stays_with_the_draft_without_a_script(owner):
    page = owner.post(URL + "preview/", {"order": ["PTS"], "was": "PTS,BH", "find": "koya"}).content.decode()
    assert 'value="koya"' in page
    assert re.findall(r'name="add"\s+value="([^"]+)"', page) == ["KS"]
