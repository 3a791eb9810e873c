"""The places round by round: drawn by hand first, then on the page of statistics."""

import re

import pytest

from tests.generated import generator
from tests.site.factories import game, make_event
from tests.site.standings.test_public_pages import Outline
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings.race import MOST, draw_race
from tournaments.queries.standings.standings import read_places_by_round, read_standings

pytestmark = pytest.mark.django_db

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo"}
# Ann and Ben shared place 1 after round 1; Cleo came from place 3.
PLACES = {1: {1: 1, 2: 1, 3: 3}, 2: {1: 2, 2: 3, 3: 1}}


def test_lines_are_level_at_each_round_and_meet_where_a_place_is_shared():
    race = draw_race(PLACES, [3, 1, 2], NAMES)
    assert (race.rounds, race.is_whole, race.box) == ((1, 2), True, "0 0 200 30")
    assert [(each.name, each.places, each.line, each.dots) for each in race.runners] == [
        ("Cleo", (3, 1), "M50 25C100 25 100 5 150 5", "M50 25h0M150 5h0"),
        ("Ann", (1, 2), "M50 5C100 5 100 15 150 15", "M50 5h0M150 15h0"),
        ("Ben", (1, 3), "M50 5C100 5 100 25 150 25", "M50 5h0M150 25h0"),
    ]


@pytest.mark.parametrize("places", [{}, {1: PLACES[1]}])
def test_one_round_is_no_race(places):
    assert draw_race(places, [1, 2, 3], NAMES) is None


def test_a_large_field_shows_the_first_and_cuts_lower_places_off():
    order = list(range(1, 31))
    places = {1: {n: 31 - n for n in order}, 2: {n: n for n in order}}
    race = draw_race(places, order, {n: str(n) for n in order})
    assert not race.is_whole
    assert [each.number for each in race.runners] == order[:MOST]
    bottom = 10 * MOST
    assert race.box == f"0 0 200 {bottom}"
    assert race.runners[0].places == (30, 1)
    assert race.runners[0].line.startswith(f"M50 {bottom + 5}C")  # just below the picture
    assert race.runners[0].dots == "M150 5h0"


def parts(page):
    """Return the names with their places as the picture has them, and the rows of the table."""
    names = re.findall(r'<li data-player="\d+" data-places="([\d ]+)">.*?<a href="[^"]*">(.*?)</a>', page, re.DOTALL)
    rows = re.findall(r'<th scope="row" class="name">(.*?)</th>(.*?)</tr>', page.partition("<details>")[2], re.DOTALL)
    return (
        [(name, places.split()) for places, name in names],
        [(name, re.findall(r"<td>(\d+)</td>", cells)) for name, cells in rows],
    )


def test_the_page_has_everybodys_places_as_a_picture_and_as_a_table(client):
    event = import_tournament(generator.swiss(3, players=9, rounds=5)._replace(name="Cup"), COMMAND, slug="cup")
    ranked = read_standings(staff_reader(event))
    by_round = read_places_by_round(ranked)
    expected = [
        (ranked.facts.players[row.number].name, [str(by_round[number][row.number]) for number in sorted(by_round)])
        for row in ranked.rows
    ]
    assert len(by_round) > 1
    page = client.get("/e/cup/statistics/", headers={"Accept-Language": "en"}).text
    assert parts(page) == (expected, expected)
    assert "The first" not in page
    drawn = [attrs["data-player"] for tag, attrs in Outline(page).elements if tag == "g"]
    assert drawn == [str(row.number) for row in reversed(ranked.rows)], "the leader's line lies on top"


def test_a_result_leaves_the_places_after_earlier_rounds():
    event = import_tournament(generator.swiss(3, players=9, rounds=5)._replace(name="Cup"), COMMAND, slug="cup")
    known = read_places_by_round(read_standings(staff_reader(event)))
    for number in (5, 4, 5):
        stored = game(event, number, 1)
        other = "01" if stored.result == "10" else "10"
        enter_result(event, number, 1, Entry(other, version=stored.version, reason="misread"), COMMAND)
        event.refresh_from_db()
        read_standings(staff_reader(event))  # a version whose places nobody asks for
        enter_result(event, number, 2, Entry("==", version=game(event, number, 2).version, reason="misread"), COMMAND)
        event.refresh_from_db()
        places = read_places_by_round(read_standings(staff_reader(event)))
        assert [each for each in sorted(places) if places[each] is known[each]] == [*range(1, number)]
        clear_caches()
        assert places == read_places_by_round(read_standings(staff_reader(event)))
        known = read_places_by_round(read_standings(staff_reader(event)))


def test_before_the_second_round_there_is_no_picture(client):
    make_event(rounds=1)
    assert 'id="race"' not in client.get("/e/open/statistics/").text


def test_of_a_large_field_it_says_whom_it_shows(client):
    facts = generator.swiss(3, players=MOST + 5, rounds=3)._replace(name="Cup")
    import_tournament(facts, COMMAND, slug="cup")
    page = client.get("/e/cup/statistics/", headers={"Accept-Language": "en"}).text
    assert f"The first {MOST} of the table" in page
    assert len(parts(page)[0]) == MOST
