"""The pages for everybody: whole without JavaScript, in both languages, and cheap."""

import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests.generated import generator
from tests.site.factories import game, make_event, person
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_tournament
from tournaments.actions.event.list_places import place_in_lists
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Series
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.rounds.round import round_view
from tournaments.pages.site import event_list
from tournaments.pages.standings.standings import standings_view
from tournaments.pages.standings.why import why_view
from tournaments.queries.standings import endings
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "?after=1",
    "round/1/",
    "round/2/",
    "player/1/",
    "player/1/why/PTS/",
    "player/1/why/BH/",
    "player/1/why/DE/",
]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event():
    """Round 1 is finished, round 2 has one result."""
    event = make_event()
    for board, result in enumerate(("10", "==", "+-", "01"), 1):
        Game.objects.filter(round__event=event, round__number=1, board=board).update(result=result)
    Game.objects.filter(round__event=event, round__number=2, board=1).update(result="01")
    return event


def big_event(players):
    """An imported Swiss event with every kind of unplayed round."""
    crosstable = generator.swiss(3, players=players, rounds=7, rates=generator.WILD)
    return import_tournament(crosstable, COMMAND, slug=f"swiss-{players}", order="PTS,BH/C1,BH,SB,DE")


class Outline(HTMLParser):
    """What a reader without JavaScript has: the texts, the links and the attributes of all elements."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.texts = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data.strip())

    def ids(self, tag):
        return [attrs["id"] for name, attrs in self.elements if name == tag and "id" in attrs]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_answers_in_the_visitors_language(client, event, path, language):
    answer = client.get(f"/e/open/{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert event.name in answer.text


def test_the_list_shows_events_and_how_far_they_are(client, event):
    make_event("secret", is_public=False)
    text = client.get("/").text
    assert "The open" in text
    assert "Round 2 of 5" in text
    assert "secret" not in text


@pytest.mark.parametrize("path", PAGES)
def test_an_invisible_event_is_not_found(client, event, path):
    Event.objects.update(is_public=False)
    assert client.get(f"/e/open/{path}").status_code == 404
    client.force_login(person("anna", event))
    assert client.get(f"/e/open/{path}").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["?after=9", "?after=x", "round/9/", "player/99/", "player/1/why/XYZ/", "player/1/why/SB/", "player/99/why/BH/"],
)
def test_what_does_not_exist_is_not_found(client, event, path):
    answer = client.get(f"/e/open/{path}")
    assert answer.status_code == 404
    assert "All events" in answer.text


def test_the_table_stands_in_rank_order_with_shared_places_and_moves(client, event):
    outline = Outline(client.get("/e/open/").text)
    assert outline.ids("tbody") == [f"p{row.number}" for row in read_standings(staff_reader(event)).rows]
    with translation.override("en"):
        view = standings_view(staff_reader(event))
    third = view.row(3)
    assert (third.place, third.cells[0].text, third.move, third.move_aloud) == (1, "1½", 3, "up 3 places")
    alike = [row for row in view.rows if row.shared]
    assert all(sum(other.place == row.place for other in view.rows) > 1 for row in alike)


def test_the_state_says_how_fresh_the_table_is(client, event):
    texts = " ".join(Outline(client.get("/e/open/").text).texts)
    assert "1 /4 results" in texts
    assert event.changed_at.strftime(":%M:%S") in texts
    assert "provisional" in texts


def test_tables_are_tables(client, event):
    for path in ("", "round/2/", "player/1/"):
        outline = Outline(client.get(f"/e/open/{path}").text)
        assert ("caption", {"class": "aloud"}) in outline.elements
        heads = [attrs for tag, attrs in outline.elements if tag == "th"]
        assert heads
        assert all(attrs.get("scope") in ("col", "row") for attrs in heads)


def test_a_card_tells_unplayed_rounds_in_words(client, event):
    assert "won by forfeit" in client.get("/e/open/player/5/").text
    assert "lost by forfeit" in client.get("/e/open/player/6/").text


def test_every_explanation_adds_up_on_its_page(client):
    event = big_event(16)
    with translation.override("en"):
        view = standings_view(staff_reader(event))
        for row in view.rows:
            for cell in row.cells:
                why = why_view(staff_reader(event), row.number, cell.slug)
                assert why.value == cell.text
                if cell.slug != "DE":
                    counted = sum(amount(term.value) for term in why.working.terms if not term.cut)
                    assert counted == amount(why.value)
                    if len(why.working.terms) > 1:
                        assert (why.working.total.left, why.working.total.value) == ("=", why.value)


def amount(text):
    """Read a figure back, in quarters."""
    part = {"¼": 1, "½": 2, "¾": 3}.get(text[-1:], 0)
    return 4 * int((text[:-1] if part else text) or 0) + part


def test_the_fragment_is_the_page_without_its_frame(client, event):
    page = client.get("/e/open/player/1/why/BH/").text
    fragment = client.get("/e/open/player/1/why/BH/", headers=HTMX).text
    assert "<html" not in fragment
    assert fragment.strip() in page.replace("\r", "")


def test_an_explanation_of_an_earlier_table_stays_there(client, event):
    assert "why/BH/?after=1" in client.get("/e/open/?after=1").text
    assert "after round 1" in client.get("/e/open/player/1/why/BH/?after=1").text


def test_the_number_of_queries_does_not_grow_with_the_field(client):
    sizes = (16, 200)
    for players in sizes:
        big_event(players)
    for path in ("", "round/7/", "player/5/", "player/5/why/BH-C1/", "?after=3"):
        few, many = (count_queries(client, f"/e/swiss-{players}/{path}") for players in sizes)
        assert few == many <= 18, path


def count_queries(client, path):
    """Ask for a page that nobody has asked for before, and return the number of its queries."""
    clear_caches()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200, path
    return len(asked)


def test_the_first_page_shows_the_head_of_running_tables_as_the_public_sees_it(client):
    event = make_event()
    make_event("coming", rounds=0)
    make_event("over", final_at=timezone.now())
    event.players.filter(number=1).update(pseudonym="Fox")
    event.players.filter(number=3).update(is_withheld=True)
    assert read_leaders(client.get("/")) == {"open": [], "coming": [], "over": []}
    for board in (1, 2, 3):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    answer = client.get("/")
    assert read_leaders(answer) == {"open": ["1", "1", "1", "0", "0"], "coming": [], "over": []}
    assert "Fox" in answer.text and "name withheld" in answer.text
    assert not any(name in answer.text for name in ("Müller", "Weiß", "Gao"))
    part = client.get("/", headers={"HX-Request": "true"}).text
    assert "Fox" in part and "<html" not in part


def test_the_list_asks_the_same_for_many_events(client, event, monkeypatch):
    monkeypatch.setattr(event_list, "read_heads", lambda events: {})
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for number in range(5):
        make_event(f"more-{number}")
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(one) == len(many) <= 5


@pytest.mark.parametrize(("rating", "is_shown"), [(None, False), (2000, True)])
def test_a_column_of_ratings_is_shown_where_somebody_has_one(client, event, rating, is_shown):
    event.players.filter(number=2).update(rating=rating)
    clear_caches()
    sheet = re.search(r'class="([^"]*)"\s+id="standings"', client.get("/e/open/").text)[1].split()
    assert ("unrated" not in sheet) == is_shown


def test_the_first_page_names_the_winners_of_finished_events(client):
    event = make_event(rounds=1)
    for board in (1, 2, 3):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    Event.objects.update(final_at=timezone.now())
    place_in_lists(Event.objects.all())
    answer = client.get("/")
    assert read_leaders(answer) == {"open": ["1", "1", "1"]}
    assert 'aria-label="Final standings"' in answer.text
    assert "Leaders" not in answer.text


def test_the_page_of_a_series_shows_the_heads_of_its_tables(client):
    series = Series.objects.create(slug="festival", name="Festival")
    for slug in ("a", "b"):
        enter_result(make_event(slug, series=series), 1, 1, Entry("10", version=0), COMMAND)
    assert [len(card.leaders) for card in client.get("/series/festival/").context["cards"]] == [5, 5]


def test_no_card_is_without_its_leaders_and_each_table_is_ranked_once_for_all_languages(client, monkeypatch):
    ranked = []
    rank = endings.rank_with_endings
    monkeypatch.setattr(endings, "rank_with_endings", lambda *about: ranked.append(about) or rank(*about))
    for slug in ("a", "b", "c", "d", "e", "f"):
        enter_result(make_event(slug), 1, 1, Entry("10", version=0), COMMAND)
    clear_caches()
    ranked.clear()
    for language in ("fr", "de", "en", "fr"):
        shown = read_leaders(client.get("/", headers={"Accept-Language": language}))
        assert {slug: len(points) for slug, points in shown.items()} == dict.fromkeys("abcdef", 5)
    assert len(ranked) == 6
    enter_result(Event.objects.get(slug="e"), 1, 2, Entry("10", version=0), COMMAND)
    assert read_leaders(client.get("/"))["e"] == ["1", "1", "0", "0", "0"]


def read_leaders(answer):
    """Return the points of those whom each card names, by the address of its event."""
    cards = re.findall(r'<li class="card".*?href="/e/([^/]+)/"(.*?)</progress>', answer.text, re.DOTALL)
    return {slug: re.findall(r"<b>([^<]+)</b>\s*</li>", card) for slug, card in cards}


@pytest.mark.parametrize("path", PAGES)
def test_an_unchanged_page_is_not_sent_again(client, event, path):
    client.get("/")  # the cookie of the language form
    tag = client.get(f"/e/open/{path}")["ETag"]
    assert client.get(f"/e/open/{path}", headers={"If-None-Match": tag}).status_code == 304
    Event.objects.update(version=event.version + 1)
    assert client.get(f"/e/open/{path}", headers={"If-None-Match": tag}).status_code == 200


def test_tags_differ_by_language_visitor_and_kind(client, event):
    client.get("/")
    tags = [
        client.get("/e/open/player/1/why/BH/", headers=headers)["ETag"]
        for headers in ({}, {"Accept-Language": "de"}, HTMX)
    ]
    client.force_login(person("anna", event))
    tags.append(client.get("/e/open/player/1/why/BH/")["ETag"])
    assert len(set(tags)) == 4


def test_a_result_changes_its_row_alone(event):
    with translation.override("en"):
        before = round_view(staff_reader(event), 2)
        board = game(event, 2, 3)
        board.result = "=="
        board.save()
        clear_caches()
        after = round_view(staff_reader(event), 2)
    assert [a.board for a, b in zip(after.rows, before.rows, strict=True) if a != b] == [3]


@pytest.mark.parametrize("path", ["/", *(f"/e/open/{path}" for path in PAGES), "/e/nowhere/"])
def test_pages_hold_no_inline_style_or_script(client, event, path):
    for tag, attrs in Outline(client.get(path).text).elements:
        assert tag != "style"
        assert tag != "script" or "src" in attrs
        assert not [name for name in attrs if name == "style" or name.startswith(("on", "hx-on"))]


@pytest.mark.parametrize("path", ["", "crosstable/", "?after=1", "prizes/", "statistics/", "player/1/"])
def test_a_table_names_its_system_and_the_edition_of_its_rules(client, event, path):
    assert "Swiss system · FIDE from March 2026" in client.get(f"/e/open/{path}").content.decode()


def test_a_table_on_paper_names_its_round_too(client, event):
    client.force_login(person("anna", event))
    event.prizes.create(place=1, text="Cup")
    for kind in ("standings", "crosstable", "prizes", "wall-chart"):
        paper = client.get(f"/e/open/print/{kind}/").content.decode()
        assert "Swiss system · FIDE from March 2026 · during round 2 of 5" in paper


def test_a_table_of_the_api_names_them(client, event):
    for path in ("standings", "crosstable"):
        table = client.get(f"/api/v1/events/open/{path}").json()
        assert [table[name] for name in ("system", "edition", "round")] == ["swiss", "2026-03", 2]


def test_a_criterion_without_a_value_for_anybody_is_left_out_until_it_decides(event):
    """Winner and loser of a game are level: he who won loses, and she who lost wins."""
    Event.objects.filter(pk=event.pk).update(tiebreaks="PTS,DE,SB")
    event.refresh_from_db()
    view = standings_view(staff_reader(event), 1)
    assert ([column.slug for column in view.columns], [column.slug for column in view.idle]) == (["PTS", "SB"], ["DE"])
    assert {len(row.cells) for row in view.rows} == {2}
    Game.objects.filter(round__event=event, round__number=1, board__gt=1).update(result="==")
    first = Game.objects.get(round__event=event, round__number=1, board=1)
    second = Game.objects.filter(round__event=event, round__number=2)
    second.update(result="10")
    second.filter(white=first.white).update(result="01")
    second.filter(black=first.black).update(result="01")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    view = standings_view(staff_reader(event))
    assert ([column.slug for column in view.columns], view.idle) == (["PTS", "DE", "SB"], ())
