"""A German championship from its registration to the last game of the final: all twenty rounds, through the pages.

42 players, so one group has six. Somebody comes late, two withdraw, and a result is corrected after the finalists'
round is drafted. What is looked at goes through a real browser without JavaScript; the other rounds are drawn,
published and entered by the same requests that its forms send, with its session.
"""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.director import Director
from tournaments.demo.names import people

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PEOPLE = people(Random(42), 43)
LATE = PEOPLE.pop()
LIST = "Name;Rating\n" + "".join(f"{name};{1900 - 10 * place}\n" for place, name in enumerate(PEOPLE))
MEETINGS = """
from collections import Counter
from tournaments.models import Game
pairs = Game.objects.filter(black__isnull=False, round__number__lte=20).values_list("white", "black", "round__number")
twice = Counter(frozenset(pair[:2]) for pair in pairs if pair[2] < 20)
print(len(pairs), max(twice.values()))
"""


class Championship(Director):
    """A director who plays rounds of Scrabble."""

    def play(self, number):
        """Enter every board of a round: who has the lower place on the board mostly wins."""
        boards = self.boards(number)
        assert boards
        for board in boards:
            luck = Random(f"{number} {board}")
            self.score(number, board, 400 + luck.randint(-60, 90), 400 + luck.randint(-90, 60))
        return len(boards)

    def score(self, number, board, white, black, version=0):
        self.enter(number, board, white_score=white, black_score=black, version=version)

    def round(self, number):
        self.draw()
        self.publish(number)
        self.play(number)


@pytest.fixture
def page(server, window):
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page = window(java_script_enabled=False, viewport={"width": 1280, "height": 1100})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    return page


@pytest.fixture
def hall(server, window):
    """Somebody in the hall, who is not signed in."""
    return window(viewport={"width": 390, "height": 800})


def press(page, verb):
    """Press the button that posts to the address of a verb."""
    page.locator(f"button[formaction$='/{verb}/'], form[action*='/{verb}/'] button:not([formaction])").first.click()


def expect_message(page, text):
    expect(page.locator(".messages .message").first).to_contain_text(text)


def publish(page):
    press(page, "publish")
    expect_message(page, "Published")


def register(page, url):
    """Make the event in its steps, with its players from a list, and show it to everybody."""
    page.goto(url)
    page.get_by_role("link", name="New event").click()
    page.get_by_text("Scrabble", exact=True).click()
    page.get_by_label("Name of the event").fill("Meisterschaft")
    page.get_by_role("button", name="Next: rounds").click()
    page.get_by_text("German Scrabble championship").click()
    page.get_by_role("button", name="Next: players").click()
    page.set_input_files("[name=file]", {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode()})
    page.locator("form[enctype] button.main").click()
    press(page, "store")
    page.goto(f"{url}/e/meisterschaft/setup/")
    press(page, "show")
    page.goto(f"{url}/e/meisterschaft/pairings/")


def withdraw(page, name):
    page.locator("#withdraw-player").select_option(label=name)
    page.locator("#withdraw-reason").fill("ill")
    press(page, "withdraw")
    expect_message(page, "will no longer be paired")


def test_from_registration_to_the_final(server, page, hall):
    register(page, server.url)
    director = Championship(server, page, "meisterschaft")
    pairings, event = f"{server.url}/e/meisterschaft/pairings/", f"{server.url}/e/meisterschaft/"

    page.locator("#plan summary").first.click()
    page.get_by_label("Seed of the draw").first.fill("2026")
    page.locator("#plan .card summary").last.click()
    page.locator("[name$=-further]").last.fill("2")
    page.locator("[name$=-further_games]").last.fill("1")
    press(page, "plan")
    expect_message(page, "The plan is saved.")
    press(page, "draw")
    expect(page.locator("#draft-1")).to_contain_text("seed 2026")
    expect(page.locator(".draft")).to_have_count(3)
    expect(page.locator("#draft-1 tbody tr")).to_have_count(21)
    expect(page.locator("#draft-1")).to_contain_text("group")
    publish(page)
    press(page, "start")
    expect_message(page, "Round 1 has started.")
    for number in (1, 2, 3):
        assert director.play(number) == 21

    page.goto(pairings)
    page.locator("#late-name").fill(LATE)
    page.locator("#late-rating").fill("1500")
    press(page, "late-entry")
    expect_message(page, "takes part as number 43")
    press(page, "draw")
    expect(page.locator("#draft-4 .clash")).to_have_count(0)
    expect(page.locator("#draft-4")).to_contain_text(LATE)
    expect(page.locator("#draft-4 tbody tr").last).to_contain_text("bye")
    publish(page)
    director.play(4)
    for number in range(5, 9):
        director.round(number)

    page.goto(pairings)
    press(page, "draw")
    withdraw(page, PEOPLE[41])
    expect(page.locator("#draft-9")).to_contain_text("pair again")
    press(page, "publish")
    expect(page.get_by_role("alert")).to_contain_text("does not match the players present")
    press(page, "draw")
    expect(page.locator("#draft-9")).to_contain_text(f"Absent: {PEOPLE[41]}")
    publish(page)
    director.play(9)
    for number in range(10, 14):
        director.round(number)
    page.goto(pairings)
    withdraw(page, PEOPLE[40])
    for number in range(14, 20):
        director.round(number)

    page.goto(pairings)
    press(page, "draw")
    director.score(19, 1, 480, 320, version=1)
    press(page, "publish")
    expect(page.get_by_role("alert")).to_contain_text("A reason is needed here.")
    press(page, "draw")
    first, second = page.locator("#draft-20 [name=player]").nth(30), page.locator("#draft-20 [name=player]").nth(33)
    names = [seat.locator("xpath=..").inner_text().strip() for seat in (first, second)]
    first.check()
    second.check()
    press(page, "change")
    expect(page.locator("#draft-20 .moved")).to_have_count(2)
    expect(page.locator("#draft-20 .compared")).to_contain_text(names[1])
    press(page, "draw")
    expect(page.locator("#draft-20 .compared")).to_have_count(0)
    publish(page)
    hall.goto(f"{event}round/20/")
    finalists = hall.locator("#finalists")
    for words in ("Candidates for the final", "In the final by the rule", "Candidates", "Out by the rule"):
        expect(finalists).to_contain_text(words)
    expect(finalists).not_to_contain_text(PEOPLE[41])
    director.play(20)

    page.goto(pairings)
    press(page, "draw")
    expect(page.locator("#draft-21 tbody tr")).to_have_count(3)
    for words in ("Game 1 of at most 3 for places 1 and 2.", "Match for places 3 and 4.", "Match for places 5 and 6."):
        expect(page.locator("#draft-21")).to_contain_text(words)
    publish(page)
    hall.goto(event)
    ahead, behind, third, fourth, fifth, sixth = hall.locator("#standings tbody .name a").all_inner_texts()[:6]
    expect(hall.locator("#standings")).to_contain_text("Final, at most 3 games")
    page.goto(f"{event}round/21/")
    sides = page.locator("#round tbody .name a").all_inner_texts()
    director.score(21, 1, *((350, 450) if sides[0].strip() == ahead.strip() else (450, 350)))
    expect(hall.locator("#standings")).to_contain_text("0:1 so far")
    for board in (2, 3):  # the placement games turn the places round
        pair = {name.strip() for name in sides[2 * board - 2 : 2 * board]}
        upper = (third if third.strip() in pair else fifth).strip()
        director.score(21, board, *((350, 450) if sides[2 * board - 2].strip() == upper else (450, 350)))
    for number in (22, 23):
        director.draw()
        director.publish(number)
        page.goto(f"{event}round/{number}/")
        sides = [name.strip() for name in page.locator("#round tbody .name a").all_inner_texts()]
        director.score(number, 1, *((350, 450) if (sides[0] == ahead.strip()) == (number == 23) else (450, 350)))
    expect(hall.locator("#standings")).to_contain_text(f"{behind.strip()} has won the match.")
    order = [name.strip() for name in (behind, ahead, fourth, third, sixth, fifth)]
    assert [name.strip() for name in hall.locator("#standings tbody .name a").all_inner_texts()[:6]] == order
    expect(hall.locator("#standings")).to_contain_text("The values are those after round 20")
    page.goto(pairings)
    expect(page.locator("#drafts")).to_contain_text("The matches are decided: there is nothing left to pair.")

    games, twice = map(int, server.python(MEETINGS).split())
    assert games == 19 * 21 - 6 + 20, "all twenty rounds"
    assert twice == 1, "nobody meets twice before the finalists' round"
