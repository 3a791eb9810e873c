"""The desk of a large round: the boards around the current one have buttons, the others a link."""

import re

import pytest
from django.test import Client

from tests.site.desk.entering import DESK, send, stored, type_line
from tests.site.desk.slips import send as send_report
from tests.site.desk.slips import slip_of
from tests.site.factories import game, make_event, person
from tests.site.reading import HTMX, text
from tests.site.teams import make_team_event
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game, Player
from tournaments.pages.desk import desk

pytestmark = pytest.mark.django_db

ATTRIBUTES = re.compile(r'<tbody id="d(\d+)"([^>]*)>')


def brief(page):
    """Return the boards without buttons."""
    return [int(board) for board, rest in ATTRIBUTES.findall(page.content.decode()) if "data-brief" in rest]


def with_forms(page, address=DESK):
    return [int(board) for board in re.findall(rf'action="{address}(\d+)/"', page.content.decode())]


def rows(page):
    """Return each row of a page without its buttons or the link that stands for them."""
    found = re.findall(r'<tbody id="d(\d+)"(.*?)</tbody>', page.content.decode(), re.DOTALL)
    left_out = re.compile(r'<td class="result">.*?</td>|data-brief|aria-current="true"|\s')
    return {int(board): left_out.sub("", row) for board, row in found}


def seen(page):
    return re.findall(r'name="seen" value="([^"]*)"', page.content.decode())


@pytest.fixture
def small(monkeypatch):
    """Let a round of two boards be the largest one that is shown whole."""
    monkeypatch.setattr(desk, "WHOLE", 2)
    monkeypatch.setattr(desk, "NEAR", 1)


@pytest.mark.parametrize(
    ("address", "far"),
    [
        ("", [3, 4]),
        ("?board=2", [4]),
        ("?board=3", [1]),
        ("?board=4", [1, 2]),
        ("?board=9", [3, 4]),
        ("?last=2", [1]),
        ("?last=4", [3]),
    ],
)
def test_the_boards_around_the_current_one_have_buttons(anna, small, address, far):
    page = anna.get(DESK + address)
    assert brief(page) == far
    assert with_forms(page) == [board for board in (1, 2, 3, 4) if board not in far]
    assert list(rows(page)) == [1, 2, 3, 4]


def test_once_all_results_are_in_the_first_boards_have_buttons(anna, event, small):
    Game.objects.filter(round__event=event, round__number=2).update(result="10", version=1)
    assert brief(anna.get(DESK)) == [3, 4]


def test_a_round_that_is_not_large_is_shown_whole(anna, monkeypatch):
    monkeypatch.setattr(desk, "WHOLE", 4)
    monkeypatch.setattr(desk, "NEAR", 0)
    page = anna.get(DESK)
    assert brief(page) == []
    assert sorted(with_forms(page)) == [1, 2, 3, 4]


def test_a_conflict_is_shown_at_its_board_with_buttons(anna, small):
    send(anna, 4, "10")
    conflict = send(anna, 4, "01")
    assert brief(conflict) == [1, 2]
    assert conflict.content.count(b'class="conflict') == 1


def test_a_line_by_the_name_of_somebody_far_away(anna, event, small):
    assert type_line(anna, "ho 1").status_code == 302
    assert stored(event, 4)[0] == "10"


CHANGES = [
    {},
    {"result": "==", "version": 3, "provenance": "file"},
    {"result": "10", "is_provisional": True},
    {"result": "+-"},
    {"is_adjourned": True},
    {"result": "01", "decided_points": "01:0.5:1"},
    {"result": "10", "white_deduction": "1.0", "black_penalty": 10},
    {"result": "10", "version": 2, "entered": True},
    {"result": "10", "version": 2, "entered": True, "checked": True},
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_without_buttons_says_what_the_whole_row_says(anna, event, monkeypatch, change):
    by = {f"{word}_by": person("anna") for word in ("entered", "checked") if word in change}
    at = {f"{word}_at": event.changed_at for word in ("entered", "checked") if word in change}
    values = {name: value for name, value in change.items() if name not in ("entered", "checked")}
    Game.objects.filter(round__event=event, round__number=2, board=4).update(**values, **by, **at)
    whole = anna.get(DESK)
    monkeypatch.setattr(desk, "WHOLE", 0)
    monkeypatch.setattr(desk, "NEAR", 0)
    page = anna.get(DESK)
    assert brief(page)[-1] == 4
    assert rows(page) == rows(whole)
    assert seen(page) == seen(whole)


@pytest.mark.parametrize("said", ["w10", "w10 b10", "w10 b01", "w10 w01"])
def test_a_row_without_buttons_says_what_players_have_reported(anna, event, monkeypatch, said):
    url = slip_of(event, board=4)
    for word in said.split():
        send_report(Client(), url, word[1:], word[0])
    whole = anna.get(DESK)
    assert "reported" in text(whole) or "differ" in text(whole)
    monkeypatch.setattr(desk, "WHOLE", 0)
    monkeypatch.setattr(desk, "NEAR", 0)
    page = anna.get(DESK)
    assert brief(page)[-1] == 4
    assert rows(page) == rows(whole)


def test_a_board_without_buttons_gets_them_as_if_it_had_changed(anna, small):
    answer = anna.get(DESK, {"seen": "1-2.0-0 3-3. 4-4.0-0"}, **HTMX)
    assert with_forms(answer) == [3]
    assert brief(answer) == []


@pytest.mark.usefixtures("small")
def test_the_link_of_a_far_board_leads_there_from_any_address(anna):
    page = send(anna, 1, "8")
    assert page.status_code == 422
    assert 'href="/e/open/desk/2/?board=4#d4"' in page.content.decode()


@pytest.mark.usefixtures("small")
def test_far_tables_have_fields_for_scores(client):
    event = make_event("scrabble", discipline="scrabble", tiebreaks="WIN,SPREAD")
    client.force_login(person("anna", event))
    page = client.get("/e/scrabble/desk/2/")
    assert brief(page) == [3, 4]
    assert sorted(with_forms(page, "/e/scrabble/desk/2/")) == [1, 1, 2, 2, 3, 4]
    html = page.content.decode()
    assert "Table 4, score of Ho, H" in html
    assert re.findall(r'class="brief".*?aria-label="([^"]*)"', html) == ["Table 3", "Table 4"]


def test_far_boards_of_teams_stand_under_their_matches(client, monkeypatch):
    event = make_team_event()
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    whole = rows(client.get("/e/league/desk/1/"))
    monkeypatch.setattr(desk, "WHOLE", 2)
    monkeypatch.setattr(desk, "NEAR", 1)
    page = client.get("/e/league/desk/1/")
    order = re.findall(r'<tbody (?:class="match" )?id="([dm]\d+)"', page.content.decode())
    assert order == ["m1", "d1", "d2", "d3", "d4", "m2", "d5", "d6", "d7", "d8"]
    assert brief(page) == [3, 4, 5, 6, 7, 8]
    assert rows(page) == whole


def test_a_round_of_four_hundred_boards_stays_small(anna, event):
    players = [Player(event=event, number=number, name=f"Player {number}") for number in range(9, 801)]
    Player.objects.bulk_create(players)
    second = game(event, 2, 1).round
    pairs = enumerate(zip(players[::2], players[1::2], strict=True), 5)
    Game.objects.bulk_create(Game(round=second, board=board, white=one, black=two) for board, (one, two) in pairs)
    page = anna.get(DESK).content
    assert page.count(b"data-board=") == 400
    assert page.count(b"<") - page.count(b"</") < 8000
    assert len(page) < 400_000
