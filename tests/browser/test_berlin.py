"""The seed's example of Berlin scores, entered at the desk by an arbiter while somebody in the hall watches.

Two teams on four boards: ½, 1, 0, ½ for the first one is 2 : 2 in board points and 5½ : 4½ by Berlin, so it wins the
match. With the colours WBBW all Whites winning give 5 : 5 on four boards and 18 : 18 on eight; alternating ones 6 : 4.
"""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

EVENTS = """
from django.contrib.auth.models import User
from tests.site.teams import make_teams, publish
from tournaments.models import Membership
anna = User.objects.create(username="anna")
def make(slug, rounds, **settings):
    settings = {"tiebreaks": "MP,GP,BERLIN", "planned_rounds": rounds, "berlin": "points"} | settings
    event = make_teams(("M1", "M2"), slug=slug, **settings)
    for number in range(1, rounds + 1):
        publish(event, number, [(1, 2)])
    Membership.objects.create(event=event, user=anna, role="arbiter")
make("four", 2, boards=4, reserves=0, team_colours="WBBW")
make("eight", 1, boards=8, reserves=0, team_colours="WBBWWBBW")
make("turns", 1, boards=4, reserves=0, team_colours="WBWB")
"""
OF_THE_SEED = "5105"  # as the signed sheet has it, the first team on the left at every board
# Every White wins, as the first team's colours have it on that sheet.
WHITES_WIN = [
    ("four", 2, "1001", "2 : 2", "Berlin 5 : 5: equal", [("M1", "3"), ("M2", "1")]),  # M1 has won the match before
    ("eight", 1, "10011001", "4 : 4", "Berlin 18 : 18: equal", [("M1", "1"), ("M2", "1")]),
    ("turns", 1, "1010", "2 : 2", "Berlin 6 : 4 for M1", [("M1", "2"), ("M2", "0")]),
]


@pytest.fixture
def desk(server, window):
    """A function that opens the desk of a round for the arbiter, who is signed in once."""
    server.python(EVENTS)
    page = window(viewport={"width": 1280, "height": 1000})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "anna").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)

    def open_desk(slug, number):
        page.goto(f"{server.url}/e/{slug}/desk/{number}/")
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    return open_desk


def enter(page, keys):
    """Type the result of one board after the other; every one is stored."""
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(".stand .saved")).to_have_count(len(keys))


def watch(window, server, path):
    """Open a page as somebody in the hall, on a phone."""
    page = window(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/e/{path}")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def points(page, column=0):
    """Return a value of each team in the order of the table."""
    rows = page.locator("#standings tbody")
    return [
        (row.locator(".name a").inner_text(), row.locator(":is(.points, .tie) a").nth(column).inner_text())
        for row in rows.all()
    ]


def test_drawn_matches_are_decided_by_berlin_on_every_page(server, window, desk):
    hall, table = watch(window, server, "four/round/1/"), watch(window, server, "four/")
    arbiter = desk("four", 1)
    enter(arbiter, OF_THE_SEED)
    match = hall.locator("#m1")
    expect(match.locator(".match .result")).to_contain_text("2 : 2")
    expect(match.locator(".said")).to_have_text("Berlin 5½ : 4½ for M1")
    expect(match.locator(".board .berlin")).to_have_text(
        [re.compile(rf"\({score}\)") for score in ("2 : 2", "3 : 0", "0 : 2", "½ : ½")]
    )
    expect(table.locator("#p1 .points a")).to_have_text("2")
    assert points(table) == [("M1", "2"), ("M2", "0")]
    assert points(table, 2) == [("M1", "5½"), ("M2", "4½")]
    table.locator("#p1 a[href$='why/BERLIN/']").click()
    working = table.locator("#p1 .working")
    expect(working).to_contain_text("½ × 4 + 1 × 3 + ½ × 1")
    expect(working).to_contain_text("5½")
    for slug, number, keys, score, berlin, match_points in WHITES_WIN:
        hall.goto(f"{server.url}/e/{slug}/round/{number}/")
        expect(hall.locator("#connection")).to_have_attribute("data-state", "live")
        enter(desk(slug, number), keys)
        result = hall.locator("#m1 .match .result")
        expect(result).to_contain_text(score)
        expect(hall.locator("#m1 .said")).to_have_text(berlin)
        table.goto(f"{server.url}/e/{slug}/")
        assert points(table) == match_points
