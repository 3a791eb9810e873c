"""What a screen reader's list of links says of tables, alone: read from Chromium's own accessibility tree."""

from collections import defaultdict

import pytest

from tests.browser.standings.test_crosstable import ROUND_ROBIN, THREE_ROUNDS
from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

PAGES = ["", "crosstable/", "round/3/", "round/3/?by=name", "player/4/", "statistics/"]
UNNAMED = "td:is(.points, .tie) > a:not([aria-labelledby])"
NAMED = "() => document.querySelector('td:is(.points, .tie, .square) > a')?.hasAttribute('aria-labelledby') ?? true"


@pytest.fixture
def cup(server):
    server.python(NEW_EVENT)
    server.python(ENTER + THREE_ROUNDS)
    return server


def read_links(page):
    """Return the addresses that each name of a link leads to; one round in either order is one."""
    page.wait_for_selector("#connection[data-state=live]")
    page.wait_for_function(NAMED)
    links = defaultdict(set)
    for node in page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]:
        if node.get("role", {}).get("value") == "link":
            addresses = [each["value"]["value"] for each in node["properties"] if each["name"] == "url"]
            links[node["name"]["value"]].update(each.removesuffix("?by=name") for each in addresses)
    return links


def test_each_name_leads_to_one_place_and_says_what_it_is(cup, window):
    page = window()
    for path in PAGES:
        page.goto(f"{cup.url}/e/cup/{path}")
        links = read_links(page)
        assert [name for name, addresses in links.items() if len(addresses) > 1] == [], path
        assert [name for name in links if not any(letter.isalpha() for letter in name)] == [], path


def test_values_and_games_are_named_by_their_table_also_after_a_result(cup, window):
    page = window()
    page.goto(f"{cup.url}/e/cup/")
    assert {"½ Points Dora", "¼ SB Dora", "After round 1"} <= read_links(page).keys()
    cup.python(ENTER + 'enter(2, "01", 3)')
    page.wait_for_selector("#p4.fresh")
    page.wait_for_function("links => document.querySelector(links) === null", arg=UNNAMED)
    links = read_links(page)
    assert "1½ Points Dora" in links
    assert [name for name in links if not any(letter.isalpha() for letter in name)] == []
    page.goto(f"{cup.url}/e/cup/crosstable/")
    assert "Ada 4w 1 Round 1" in read_links(page)
    page.goto(f"{cup.url}/e/cup/player/4/")
    assert {"Points 1½", "Round 3"} <= read_links(page).keys()


def test_the_opponent_is_named_where_a_column_moves_with_its_player(cup, window):
    cup.python(ENTER + ROUND_ROBIN.replace("event.", "event = Event.objects.get(slug='cup')\nevent.", 1))
    page = window()
    page.goto(f"{cup.url}/e/cup/crosstable/")
    assert {"Ada 1 Ben", "Cleo ½ Dora", "Dora · Ben"} <= read_links(page).keys()
    cup.python(ENTER + 'enter(2, "01", 3)')
    page.wait_for_selector("#crosstable .fresh")
    page.wait_for_timeout(500)
    assert {"Ada 1 Ben", "Cleo ½ Dora", "Dora 1 Ben"} <= read_links(page).keys()
