"""A page is made once for all visitors without a name, and never told to somebody who would see another one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.site.factories import make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.series import change_series, create_series
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.operation.page_cache import CachedPage

pytestmark = pytest.mark.django_db
PAGE = "/e/open/"


@pytest.fixture
def event():
    return make_event()


def test_the_second_visitor_costs_no_more_than_a_304(event, client, django_assert_max_num_queries):
    first = client.get(PAGE)
    with django_assert_max_num_queries(2):
        second = client.get(PAGE)
    assert second.content == first.content
    assert second.headers == first.headers
    assert not first.cookies


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/e/open/?after=1", {}),
        (PAGE, {"Accept-Language": "de"}),
        (PAGE, {"HX-Request": "true"}),
        (PAGE, {"Host": "localhost"}),
    ],
)
def test_what_differs_is_made_again(event, client, path, headers):
    first = client.get(PAGE)
    assert client.get(path, headers=headers).content != first.content
    assert client.get(PAGE).content == first.content


def test_an_entry_makes_a_new_page(event, client):
    first = client.get(PAGE).content
    enter_result(event, 2, 2, Entry("10", None, None, 0), COMMAND)
    assert client.get(PAGE).content != first


def test_a_new_name_of_the_whole_tournament_is_shown_by_every_section(event, client):
    other = make_event("other")
    series = create_series(event, "Harbour Open", "A", COMMAND)
    Event.objects.filter(pk=other.pk).update(series=series, section="B")
    page = "/e/other/"
    assert "Harbour Open" in client.get(page).text
    tag = client.get(page)["ETag"]
    event.refresh_from_db()
    change_series(event, {"name": "Seaside Open", "place": "", "starts_on": None, "ends_on": None}, COMMAND)
    answer = client.get(page, headers={"If-None-Match": tag})
    assert (answer.status_code, "Seaside Open" in answer.text) == (200, True)


def test_an_arbiter_gets_his_own_page_and_leaves_none(event, client):
    member = person("anna", event, "arbiter")
    client.force_login(member)
    own = client.get(PAGE).content.decode()
    client.logout()
    public = client.get(PAGE).content.decode()
    assert "anna" in own
    assert "anna" not in public
    client.force_login(member)
    assert "anna" in client.get(PAGE).content.decode()


def test_the_language_is_changed_without_a_cookie_of_the_form(event, client):
    assert "csrf" not in client.get(PAGE).content.decode()
    client.handler.enforce_csrf_checks = True
    client.post("/language/", {"language": "de", "next": PAGE})
    assert 'lang="de"' in client.get(PAGE).content.decode()


@pytest.mark.parametrize("file", ["preview.png", "export/standings.csv", "export/standings.xlsx", "export/trf/"])
def test_a_file_keeps_its_name_and_kind(event, client, file):
    first, second = client.get(PAGE + file), client.get(PAGE + file)
    assert second.headers == first.headers
    assert second.content == first.content


def test_the_room_is_bounded(monkeypatch):
    monkeypatch.setattr(page_cache, "OVERHEAD", 1)
    monkeypatch.setattr(page_cache.pages, "most_bytes", 100)
    monkeypatch.setattr(page_cache, "MAX_PAGE", 60)
    for number in range(9):
        page_cache.keep_page((str(number),), CachedPage(b"x" * 28, {}))
        page_cache.keep_page((str(number),), CachedPage(b"x" * 28, {}))
    assert [number for number in range(9) if page_cache.pages.get((str(number),))] == [6, 7, 8]
    page_cache.keep_page(("long",), CachedPage(b"x" * 61, {}))
    assert page_cache.pages.get(("long",)) is None
    page_cache.keep_page(("a long address" * 9,), CachedPage(b"x", {}))
    assert page_cache.pages.get(("a long address" * 9,)) is None


@pytest.mark.parametrize(
    ("made_up", "own"),
    [
        ("?x=1", ""),
        ("?after=1&fbclid=abc", "?after=1"),
        ("?after=2&after=1", "?after=1"),
        ("?x=1&find=&category=", ""),
        ("crosstable/?after=1", "crosstable/"),
        ("export/games.xlsx?x=1", "export/games.xlsx"),
        ("export/games.xlsx?after=1", "export/games.xlsx"),
        ("statistics/?page=2", "statistics/"),
    ],
)
def test_parameters_that_a_page_does_not_know_lead_to_the_address_without_them(event, client, made_up, own):
    answer = client.get(PAGE + made_up)
    assert (answer.status_code, answer["Location"]) == (302, PAGE + own)


@pytest.mark.parametrize("same", ["?category=&after=1", "?after=1&v=7", "?after=1&category=", "?after=1&find="])
def test_the_order_of_parameters_and_empty_ones_make_no_other_page(event, client, django_assert_max_num_queries, same):
    first = client.get(f"{PAGE}?after=1")
    assert client.get(PAGE + same).content == first.content
    assert len(page_cache.pages) == 1


def test_a_made_up_cookie_of_forms_makes_no_other_page(event, client):
    tags = set()
    for number in range(3):
        client.cookies["csrftoken"] = f"{number:032}"
        tags.add(client.get(PAGE)["ETag"])
    assert (len(page_cache.pages), len(tags)) == (1, 3)


@pytest.mark.parametrize("free", ["?find=anna", "?follow=1,2"])
def test_what_anybody_can_make_up_is_not_kept(event, client, free):
    assert client.get(PAGE + free).status_code == 200
    assert not page_cache.pages


def test_those_who_ask_for_a_page_together_wait_for_one_of_them():
    made, arrived = [], Barrier(9)

    def ask(_):
        arrived.wait()
        with page_cache.flight(("page",)) as flight:
            if not flight.page:
                while page_cache._flights["page",].passengers < 9:
                    pass
                made.append(1)
                flight.page = CachedPage(b"x", {})
            return flight.page

    with ThreadPoolExecutor(9) as visitors:
        assert {page.content for page in visitors.map(ask, range(9))} == {b"x"}
    assert len(made) == 1
    assert not page_cache._flights


def test_who_fails_to_make_a_page_leaves_it_to_the_next():
    with pytest.raises(ZeroDivisionError), page_cache.flight(("page",)):
        raise ZeroDivisionError
    with page_cache.flight(("page",)) as flight:
        assert flight.page is None


def test_made_up_addresses_of_short_answers_take_no_more_room(event, client, monkeypatch):
    monkeypatch.setattr(page_cache.pages, "most_bytes", 20_000)
    monkeypatch.setattr(page_cache, "MAX_PAGE", 10_000)
    for number in range(9):
        client.get(f"{PAGE}player/1/why/PTS/?format={number}{'x' * 5000}", headers={"HX-Request": "true"})
    assert 0 < len(page_cache.pages) < 4
