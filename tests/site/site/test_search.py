"""The search of the whole site: who is found, who is not, and how much is read for it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tests.site.standings.test_public_pages import Outline
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.models import Event, Player, Team
from tournaments.pages.site import search
from tournaments.pages.site.search import search_view
from tournaments.queries.event.events import visible_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def events():
    return make_event("spring"), make_event("autumn"), make_event("secret", is_public=False)


def find(text, user=None):
    return search_view(visible_events(user or AnonymousUser()), text)


CASES = [
    ("müller", ["Müller, Anna", "Müller, Anna"]),
    ("mueller", ["Müller, Anna"] * 2),
    ("MULLER anna", ["Müller, Anna"] * 2),
    ("luk", ["Łuk, Filip"] * 2),
    ("sorensen", ["Sørensen, Bo"] * 2),
    ("nn", ["Müller, Anna"] * 2),
    ("nobody", []),
    ("m", []),
    ("% _", []),
]


@pytest.mark.parametrize(("text", "names"), CASES)
def test_people_are_found_however_they_are_typed(events, text, names):
    assert [hit.name for hit in find(text).people] == names


def test_beginnings_of_names_come_first(events):
    Player.objects.filter(event=events[0], number=2).update(name="Annaberg, Zoe")
    Player.objects.filter(event=events[0], number=3).update(name="Ballanna, A")
    assert [hit.name for hit in find("anna").people] == ["Müller, Anna", "Annaberg, Zoe", "Müller, Anna", "Ballanna, A"]


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
    Event.objects.filter(slug="spring").update(place="Bad Wörishofen")
    assert [card.slug for card in find("woerishofen").events] == ["spring"]
    assert [card.slug for card in find("the aut").events] == ["autumn"]


def test_a_changed_name_is_found_and_the_old_one_is_not(events):
    assert find("gao").people
    with writing(events[0]) as event:
        Player.objects.filter(event=event, number=7).update(name="Nguyễn, Wei")
        record(event, COMMAND, "settings")
    assert [(hit.name, hit.event) for hit in find("nguyen").people] == [("Nguyễn, Wei", "The spring")]
    assert [hit.event for hit in find("gao").people] == ["The autumn"]


def test_teams_and_their_players_have_their_own_cards(events, client):
    event = make_event("teams", team_boards=2)
    Team.objects.create(event=event, number=1, name="Springer Ulm")
    assert [hit.address for hit in find("springer").people] == ["/e/teams/player/1/"]
    assert "/e/teams/individual/1/" in [hit.address for hit in find("müller").people]


def test_a_long_answer_is_cut_and_says_so(events, monkeypatch):
    monkeypatch.setattr(search, "MOST_PEOPLE", 3)
    found = find("an")
    assert (len(found.people), found.has_more) == (3, True)
    assert len(find("x" * 1000).text) == search.LONGEST


def test_more_events_take_no_more_queries(events):
    def queries(text):
        with CaptureQueriesContext(connection) as asked:
            find(text)
        return len(asked)

    cold = queries("müller")
    for number in range(5):
        make_event(f"more-{number}")
    assert queries("müller") <= cold
    assert queries("müller") <= cold - 2, "the names are known"


def test_the_page_answers_with_links_and_stays_out_of_search_engines(events, client):
    answer = client.get("/search/?q=mueller", headers={"Accept-Language": "en"})
    assert answer["X-Robots-Tag"] == "noindex"
    assert "/e/spring/player/1/" in [each.get("href") for _, each in Outline(answer.text).elements]
    assert "at least two letters" in client.get("/search/?q=x", headers={"Accept-Language": "en"}).text
    assert "Nothing was found for “&lt;hr&gt;" in client.get("/search/?q=<hr>", headers={"Accept-Language": "en"}).text
    assert 'action="/search/"' in client.get("/").text
