"""An Olympiad through the pages: 40 teams, 11 rounds, 4 boards, from a list of players to the table that is checked.

Set up, entered, drawn, published and entered at the desk as an arbiter does it: a reserve replaces a player, somebody
does not come to his board, and a team not to its match. In the end the file that the event exports is read by our core
and by FIDE's checker: the table on the page is the one that both find. `make test` plays the first rounds,
`make faults` (FAULTS=full) all of them.
"""

import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.director import Director
from tests.generated.compare_teams import gacrux_name
from tests.generated.second_opinion import ask_each
from tests.sizes import FULL
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.standings import rank
from tiebreaks.trf import reader
from tournaments.demo.names import TOWNS, people
from tournaments.domain.number_format import figure

pytestmark = [pytest.mark.browser, pytest.mark.faults, pytest.mark.timeout(1200)]

ROUNDS = 11 if FULL else 3
TEAMS, BOARDS, MEMBERS = 40, 4, 5
NAMES = [f"{club} {town}" for club in ("Turm", "Springer") for town in TOWNS][:TEAMS]
PLAYERS = people(Random(40), TEAMS * MEMBERS)
LIST = "Team;Board;Name;Rating\n" + "".join(
    f"{team};{place + 1};{PLAYERS[number * MEMBERS + place]};{2500 - 15 * number - 20 * place}\n"
    for number, team in enumerate(NAMES)
    for place in range(MEMBERS)
)
ORDER = "MP,OSB,GP,OBH"
# What FIDE's checker knows of such an event; Olympiad criteria are ours alone.
CHECKED = ["MP", "GP", "BH:MP", "BH:MP/C1", "EMGSB/C1", "EMMSB", "WIN:MP", "PS:MP"]


@pytest.fixture
def page(server, window):
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page = window(viewport={"width": 1280, "height": 1100})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    return page


def set_up(page, url):
    """Make the event in its steps, with its teams from a list, and show it to everybody."""
    page.goto(f"{url}/new/")
    page.get_by_text("Chess", exact=True).click()
    page.get_by_label("Teams play against each other").check()
    page.get_by_label("Name of the event").fill("Olympiad")
    page.get_by_role("button", name="Next: rounds").click()
    page.get_by_text("Swiss system for teams").click()
    page.locator("[name=rounds]").fill(str(ROUNDS))
    page.get_by_role("button", name="Next: teams").click()
    page.wait_for_url("**/teams/")
    page.goto(f"{url}/e/olympiad/setup/order/")
    page.get_by_text("Chess Olympiad since 2010").click()
    page.locator("main form button.main").click()
    page.goto(f"{url}/e/olympiad/players/import/")
    page.set_input_files("[name=file]", {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode()})
    page.locator("form[enctype] button.main").click()
    page.locator("form[action$='/store/'] button.main").click()
    page.goto(f"{url}/e/olympiad/setup/")
    page.locator("form[action$='/show/'] button").first.click()


RESERVE_AT, ALONE_AT, UNPLAYED = (1, 3), (1, 7), (2, 20)  # round and match of the first and last, board of the second


def key_of(number, board):
    """Return the key at the desk for a board: White wins more than Black, a third is drawn, one does not come."""
    return "+" if (number, board) == ALONE_AT else Random(f"{number} {board}").choice("1115550055")


def test_from_the_list_of_players_to_a_table_that_is_checked(server, page, window):
    set_up(page, server.url)
    director = Director(server, page, "olympiad")
    hall = window(viewport={"width": 390, "height": 844})
    for number in range(1, ROUNDS + 1):
        director.drawn(number)
        director.publish(number)
        if number == 1:
            reserve = seat_the_reserve(page, server)
            by_keys(page, server, number)
        else:
            last = TEAMS // 2 * BOARDS
            if number == UNPLAYED[0]:
                end_without_play(page, server)
                last -= BOARDS
            for board in range(1, last + 1):
                result = {"1": "10", "5": "==", "0": "01"}[key_of(number, board)]
                director.enter(number, board, result=result)
    hall.goto(f"{server.url}/e/olympiad/")
    expect(hall.locator("#state")).to_contain_text("80/80")
    exported = director.ask("export/trf/")[1]
    facts = reader.read(exported).teams
    legal(facts)
    seated = [m for own in facts.team_event.matches.values() for m in own if reserve in [b.player for b in m.boards]]
    assert [(match.round, match.boards[-1].player) for match in seated] == [(RESERVE_AT[0], reserve)]
    ours = rank(facts, read_order(ORDER, of_teams=True))
    shown = [
        tuple(row.locator(":is(.points, .tie) a").all_inner_texts()) for row in hall.locator("#standings tbody").all()
    ]
    assert shown == [tuple(map(figure, row.values)) for row in ours.rows]
    assert hall.locator("#standings tbody .name > a").all_inner_texts() == [
        facts.players[row.number].name for row in ours.rows
    ]
    theirs = ask_each(facts, [gacrux_name(name) for name in CHECKED], exported, after=["PTS"])
    values = rank(facts, (read_criterion("PTS"), *map(read_criterion, CHECKED)))
    assert {row.number: dict(zip(CHECKED, row.values[1:], strict=True)) for row in values.rows} == {
        number: {name: own[gacrux_name(name)] for name in CHECKED} for number, own in theirs.items()
    }


def seat_the_reserve(page, server):
    """Let the reserve of a team play instead of its last player, on the match sheet; return his number."""
    page.goto(f"{server.url}/e/olympiad/sheet/{RESERVE_AT[0]}/{RESERVE_AT[1]}/")
    side = page.locator("form", has=page.locator("h3")).first
    seat = side.locator(f"[name=seat-{BOARDS}]")
    seat.select_option(index=MEMBERS)
    number = int(seat.input_value())
    side.get_by_role("button", name="Save the line-up").click()
    expect(page.locator("main")).to_contain_text("Last change: set a line-up")
    return number


def end_without_play(page, server):
    """Decide a match whose second team does not come, on the match sheet."""
    page.goto(f"{server.url}/e/olympiad/sheet/{UNPLAYED[0]}/{UNPLAYED[1]}/")
    page.get_by_label("How the match ended").select_option("+-")
    page.get_by_label("Reason").fill("The bus broke down")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".versusline")).to_contain_text("4 : 0")


def by_keys(page, server, number):
    """Enter a whole round at the desk by the keyboard alone."""
    page.goto(f"{server.url}/e/olympiad/desk/{number}/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    boards = TEAMS // 2 * BOARDS
    for board in range(1, boards + 1):
        page.keyboard.press(key_of(number, board))
    expect(page.locator("#open")).to_contain_text(f"0 of {boards} open")
    expect(page.locator(".stand .saved")).to_have_count(boards)


def legal(facts):
    """Check that every team plays each round, nobody meets twice, boards are played or forfeited, colours are fair."""
    event = facts.team_event
    assert len(event.teams) == TEAMS
    met = Counter(frozenset((n, m.opponent)) for n, own in event.matches.items() for m in own)
    assert set(met.values()) == {2}, "each match is seen from both sides, and no two teams meet twice"
    assert len(met) == TEAMS // 2 * ROUNDS <= len(list(combinations(event.teams, 2)))
    boards = Counter((m.kind, b.kind) for own in event.matches.values() for m in own for b in m.boards)
    assert boards == {
        (Kind.PLAYED, Kind.FORFEIT_WIN): 1, (Kind.PLAYED, Kind.FORFEIT_LOSS): 1,
        (Kind.FORFEIT_WIN, Kind.FORFEIT_WIN): BOARDS, (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS): BOARDS,
        (Kind.PLAYED, Kind.PLAYED): TEAMS * BOARDS * ROUNDS - 2 * BOARDS - 2,
    }  # fmt: skip
    for own in event.matches.values():
        assert [match.round for match in own] == list(range(1, ROUNDS + 1))
        assert all(len(match.boards) == BOARDS for match in own)
        whites = [match.colour == "w" for match in own]
        assert abs(2 * sum(whites) - ROUNDS) <= 3, "White on board 1 about half of the time"
