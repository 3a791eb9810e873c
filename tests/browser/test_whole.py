"""The main job from end to end: a result goes in at one window, the table moves in another."""

import json

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EVENT = "ahorntal-open"

LAST_ROUND = f"""
import json
from tournaments.models import Event
from tournaments.queries.rounds.games import read_boards
from tournaments.access.reader import staff_reader
from tournaments.queries.event.progress import read_progress
event = Event.objects.get(slug="{EVENT}")
last = read_progress(staff_reader(event)).round
print(json.dumps([
    dict(board=g.board, white=g.white.number, black=g.black.number, result=g.result)
    for g in read_boards(event, last) if g.board
]))
"""

TABLE = f"""
import json
from tiebreaks.values.numbers import format_number
from tournaments.models import Event
from tournaments.access.reader import staff_reader
from tournaments.queries.standings.standings import read_standings
standings = read_standings(staff_reader(Event.objects.get(slug="{EVENT}")))
print(json.dumps([[row.number, row.rank, [format_number(value) for value in row.values]] for row in standings.rows]))
"""

BLACK_WINS = f"""
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import Actor
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.rounds.games import read_boards
from tournaments.access.reader import staff_reader
from tournaments.queries.event.progress import read_progress
event = Event.objects.get(slug="{EVENT}")
game = read_boards(event, read_progress(staff_reader(event)).round).get(board={{board}})
entry = Entry(result="01", version=game.version)
enter_result(event, game.round.number, game.board, entry, Actor())
"""


@pytest.fixture
def hall(server):
    """A server with the demo events, and a link that signs the admin in."""
    server.manage("load_demo")
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    return server


def open_boards(server):
    return [game for game in json.loads(server.python(LAST_ROUND)) if not game["result"]]


def table(server):
    return {number: (rank, values) for number, rank, values in json.loads(server.python(TABLE))}


def shown(page, number):
    """Return what the page shows of a player: place and values."""
    row = page.locator(f"#p{number}")
    return row.locator("td.place").inner_text(), row.locator("td.points, td.tie").all_inner_texts()


def order(page):
    return page.locator("#standings tbody[id]").evaluate_all("rows => rows.map(row => Number(row.id.slice(1)))")


def sign_in(page, server):
    page.goto(server.manage("signin_link", "admin").strip().replace("http://127.0.0.1:8000", server.url))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)


def watch(page, server):
    """Open the standings and leave a mark that only a reload would wipe away."""
    page.goto(f"{server.url}/e/{EVENT}/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.evaluate("window.neverReloaded = true")


def test_a_result_moves_the_other_window(hall, window):
    arbiter, spectator = window(), window("de-DE")
    sign_in(arbiter, hall)
    watch(spectator, hall)
    game = open_boards(hall)[0]
    before, shown_before, order_before = table(hall), shown(spectator, game["white"]), order(spectator)

    arbiter.goto(f"{hall.url}/e/{EVENT}/desk/")
    current = arbiter.locator("tbody[data-board]:has(tr[aria-current])")
    expect(current).to_have_attribute("data-board", str(game["board"]))  # the next open board is focused at once
    arbiter.keyboard.press("1")
    expect(arbiter.locator("#echo")).to_contain_text("1")

    expect(spectator.locator(f"#p{game['white']}.fresh")).to_have_count(1)
    after = table(hall)
    expect_order = sorted(after, key=lambda number: (after[number][0], number))
    spectator.wait_for_function(
        "wanted => JSON.stringify([...document.querySelectorAll('#standings tbody[id]')]"
        ".map(row => Number(row.id.slice(1)))) === JSON.stringify(wanted)",
        arg=expect_order,
    )
    assert order_before != expect_order
    assert float(after[game["white"]][1][0]) == float(before[game["white"]][1][0]) + 1
    place, values = shown(spectator, game["white"])
    assert place.split()[0].rstrip("=").startswith(str(after[game["white"]][0]))
    assert values != shown_before[1]
    assert spectator.evaluate("window.neverReloaded") is True


def test_who_played_is_marked_and_another_place_at_its_edge(hall, window):
    arbiter, spectator = window(), window()
    sign_in(arbiter, hall)
    watch(spectator, hall)
    game, before = open_boards(hall)[0], table(hall)
    arbiter.goto(f"{hall.url}/e/{EVENT}/desk/")
    arbiter.keyboard.press("5")
    expect(spectator.locator(f"#p{game['black']}.fresh")).to_have_count(1)
    after, played = table(hall), {f"p{game['white']}", f"p{game['black']}"}
    moved = {f"p{number}" for number in after if after[number][0] != before[number][0]}
    assert len([number for number in after if after[number] != before[number]]) > 2  # others' Buchholz changed too
    assert marked(spectator, "fresh") == played
    assert marked(spectator, "moved") == moved - played


def marked(page, look):
    """Return the rows that have a mark."""
    return set(page.locator(f"#standings tbody.{look}").evaluate_all("rows => rows.map(row => row.id)"))


def test_the_window_catches_up_after_the_server_was_away(hall, window):
    spectator = window()
    watch(spectator, hall)
    game = open_boards(hall)[0]
    hall.stop()
    hall.python(BLACK_WINS.format(board=game["board"]))  # another process writes while nobody serves
    expect(spectator.locator("#connection")).not_to_have_attribute("data-state", "live")
    hall.start()
    expect(spectator.locator("#connection")).to_have_attribute("data-state", "live", timeout=60_000)
    expect(spectator.locator(f"#p{game['black']}.fresh")).to_have_count(1, timeout=60_000)
    after = table(hall)
    assert order(spectator) == sorted(after, key=lambda number: (after[number][0], number))
    assert spectator.evaluate("window.neverReloaded") is True


def test_a_write_of_another_process_reaches_an_open_page(hall, window):
    spectator = window()
    watch(spectator, hall)
    game = open_boards(hall)[0]
    hall.python(BLACK_WINS.format(board=game["board"]))
    expect(spectator.locator(f"#p{game['black']}.fresh")).to_have_count(1)


def test_an_undo_at_once_leaves_no_wrong_row(hall, window):
    arbiter, spectator = window(), window()
    sign_in(arbiter, hall)
    watch(spectator, hall)
    before = shown_all(spectator)
    arbiter.goto(f"{hall.url}/e/{EVENT}/desk/")
    board = open_boards(hall)[0]["board"]
    arbiter.keyboard.press("1")
    expect(arbiter.locator(f"#d{board} .saved")).to_have_count(1)
    arbiter.locator("#undo button").click()
    expect(arbiter.locator(f"#d{board} .saved")).to_have_count(0)
    spectator.wait_for_function(f"version => document.querySelector('#p1') && {SHOWN} === version", arg=before)
    # Whatever came and went, the page must end where a fresh one begins.
    fresh = window()
    fresh.goto(f"{hall.url}/e/{EVENT}/")
    assert shown_all(fresh) == shown_all(spectator) == before


SHOWN = (
    "[...document.querySelectorAll('#standings tbody[id]')]"
    ".map(row => row.textContent.replace(/\\s+/g, ' ').trim()).join('|')"
)


def shown_all(page):
    return page.evaluate(SHOWN)
