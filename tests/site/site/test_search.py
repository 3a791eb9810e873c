"""The search of the whole site: who is found, who is not, and how much is read for it."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tests.site.standings.test_public_pages import Outline
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.players.players import edit_player
from tournaments.actions.writing import COMMAND, writing
from tournaments.domain.players.name_matching import make_search_key, search_words
from tournaments.models import Player, Team
from tournaments.pages.site import search
from tournaments.pages.site.search import search_view
from tournaments.queries.event.events import visible_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def events():
    return make_event("spring"), make_event("autumn"), make_event("secret", is_public=False)


def find(text, user=None):
    return search_view(visible_events(user or AnonymousUser()), text)


def rename(event, number, name):
    player = event.players.get(number=number)
    player.name = name
    player.save()


CASES = [
    ("müller", ["Müller, Anna", "Müller, Anna"]),
    ("mueller", ["Müller, Anna"] * 2),
    ("MULLER anna", ["Müller, Anna"] * 2),
    ("luk", ["Łuk, Filip"] * 2),
    ("sorensen", ["Sørensen, Bo"] * 2),
    ("nn", ["Müller, Anna"] * 2),
    ("o'brien", ["O'Brien, Eve"] * 2),
    ("o’brien", ["O'Brien, Eve"] * 2),
    ("obrien", ["O'Brien, Eve"] * 2),
    ("brien eve", ["O'Brien, Eve"] * 2),
    ("nobody", []),
    ("m", []),
    ("% _", []),
]


@pytest.mark.parametrize(("text", "names"), CASES)
def test_people_are_found_however_they_are_typed(events, text, names):
    assert [hit.name for hit in find(text).people] == names


def test_beginnings_of_names_come_first(events):
    rename(events[0], 2, "Annaberg, Zoe")
    rename(events[0], 3, "Ballanna, A")
    found = [hit.name for hit in find("anna").people]
    assert (set(found[:3]), found[3:]) == ({"Müller, Anna", "Annaberg, Zoe"}, ["Ballanna, A"])


def test_who_has_a_pseudonym_or_a_withheld_name_is_never_found(events):
    for slug, fields in (("spring", {"pseudonym": "Violet"}), ("autumn", {"is_withheld": True})):
        Player.objects.filter(event__slug=slug, number=1).update(**fields)
    admin = person("root")
    admin.is_superuser = True
    for user in (None, admin, person("anna", events[0])):
        for text in ("müller", "violet", "withheld"):
            assert find(text, user).people == (), (user, text)


def test_people_of_hidden_events_are_found_by_nobody_and_the_event_by_its_staff(events):
    arbiter = person("anna", events[2])
    assert [card.slug for card in find("secret").events] == []
    assert [card.slug for card in find("secret", arbiter).events] == ["secret"]
    assert {hit.event for hit in find("müller", arbiter).people} == {"The spring", "The autumn"}


def test_events_are_found_by_name_and_place(events):
    with writing(events[0]) as event:
        event.write_fields({"place": "Bad Wörishofen"})
    assert [card.slug for card in find("woerishofen").events] == ["spring"]
    assert [card.slug for card in find("the aut").events] == ["autumn"]


def test_a_changed_name_is_found_and_the_old_one_is_not(events):
    assert find("gao").people
    edit_player(events[0], 7, {"name": "Nguyễn, Wei"}, COMMAND)
    assert [(hit.name, hit.event) for hit in find("nguyen").people] == [("Nguyễn, Wei", "The spring")]
    assert [hit.event for hit in find("gao").people] == ["The autumn"]
    change_settings(events[0], {"name": "Frühjahr"}, COMMAND)
    assert [card.slug for card in find("fruehjahr").events] == ["spring"]
    assert not find("the spring").events


NAMES = ["Müller, Anna", "D’Arc, Jeanne", "D'Angelo, Ugo", "Ołdak", "", "ﷺ" * 80, "Nguyễn-Văn, Wei"]


@pytest.mark.parametrize("name", NAMES)
def test_every_key_has_the_words_of_its_name(name):
    key = make_search_key(name)
    for typed in (name, name.replace("’", "'"), name.lower()):
        assert len(key) == 500 or any(all(word in key for word in words) for words in search_words(typed))
    assert not key or key.startswith(" ")


@pytest.mark.parametrize("typed", ["dangelo", "d'angelo", "D’Angelo", "d angelo", "angelo ugo"])
def test_an_apostrophe_may_be_left_out(typed):
    key = make_search_key("D'Angelo, Ugo")
    assert all(word in key for word in search_words(typed)[0])


def test_old_events_are_found_too_the_newest_first(client, monkeypatch):
    monkeypatch.setattr(search, "EVENTS_OF_A_PAGE", 2)
    for year in (2019, 2022, 2020, 2021):
        make_event(f"cup-{year}", starts_on=date(year, 5, 1))
    pages = [search_view(visible_events(AnonymousUser()), "the cup", page) for page in (1, 2, 3)]
    assert [card.slug for each in pages for card in each.events] == ["cup-2022", "cup-2021", "cup-2020", "cup-2019"]
    assert [each.next_page for each in pages] == [2, 0, 0]
    page = client.get("/search/", {"q": "the cup", "page": 2}).text
    assert 'rel="prev"' in page and 'rel="next"' not in page
    for odd in ("x", "0", "-1", "99999999999999", "²"):
        assert client.get("/search/", {"q": "the cup", "page": odd}).status_code == 200


def test_teams_and_their_players_have_their_own_cards(events, client):
    event = make_event("teams", team_boards=2)
    Team.objects.create(event=event, number=1, name="Springer Ulm")
    assert [hit.address for hit in find("springer").people] == ["/e/teams/player/1/"]
    assert "/e/teams/individual/1/" in [hit.address for hit in find("müller").people]


def test_a_long_answer_goes_on_page_by_page(events, monkeypatch):
    monkeypatch.setattr(search, "PEOPLE_OF_A_PAGE", 3)
    pages = [search_view(visible_events(AnonymousUser()), "an", page) for page in (1, 2)]
    assert [(len(page.people), page.next_page) for page in pages] == [(3, 2), (1, 0)]
    assert len({hit.address for page in pages for hit in page.people}) == 4
    assert len(find("x" * 1000).text) == search.LONGEST


def test_more_events_take_no_more_queries(events):
    def queries(text):
        with CaptureQueriesContext(connection) as asked:
            find(text)
        return len(asked)

    before = queries("the")
    for number in range(5):
        make_event(f"more-{number}")
    assert queries("the") == before <= 6
    assert queries("müller") <= 3


def test_the_page_answers_with_links_and_stays_out_of_search_engines(events, client):
    answer = client.get("/search/?q=mueller", headers={"Accept-Language": "en"})
    assert answer["X-Robots-Tag"] == "noindex"
    assert "/e/spring/player/1/" in [each.get("href") for _, each in Outline(answer.text).elements]
    assert "at least two letters" in client.get("/search/?q=x", headers={"Accept-Language": "en"}).text
    assert "Nothing was found for “&lt;hr&gt;" in client.get("/search/?q=<hr>", headers={"Accept-Language": "en"}).text
    assert 'action="/search/"' in client.get("/").text
