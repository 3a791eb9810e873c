"""The desk of a team event: boards by their matches, called as on the sheet, and the score of each match."""

import re
from uuid import uuid4

import pytest

from tests.site.factories import person
from tests.site.reading import HTMX, text
from tests.site.teams import make_team_event, make_teams, publish, results_of
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.rounds.games import read_board_stamps
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.views.desk import desk

pytestmark = pytest.mark.django_db

DESK = "/e/league/desk/1/"
SHEET = "/e/league/sheet/1/1/"


@pytest.fixture
def event():
    return make_team_event()


@pytest.fixture
def anna(client, event):
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    return client


def line(client, typed, seen="", **headers):
    return client.post(DESK, {"line": typed, "uuid": uuid4(), "seen": seen}, **headers)


def enter(client, board, result, version=0, **headers):
    return client.post(f"{DESK}{board}/", {"result": result, "version": version, "uuid": uuid4()}, **headers)


def match_heads(page):
    """Return the heads of the matches as text, by table."""
    matches = re.findall(r'<tbody class="match" id="m(\d+)">(.*?)</tbody>', page.text, re.DOTALL)
    return {int(table): " ".join(re.sub(r"<[^>]*>", " ", html).split()) for table, html in matches}


@pytest.mark.parametrize(("board", "label"), [(1, "1.1"), (4, "1.4"), (5, "2.1"), (8, "2.4"), (None, "")])
def test_a_board_is_called_by_its_match(board, label):
    assert board_label(Event(team_boards=4), board) == label


def test_boards_stand_under_their_matches(anna):
    page = anna.get(DESK)
    ids = re.findall(r'<tbody (?:class="match" )?id="([md]\d+)"', page.text)
    assert ids == ["m1", "d1", "d2", "d3", "d4", "m2", "d5", "d6", "d7", "d8"]
    assert match_heads(page) == {1: "1 Aster – Birke Match sheet 1", 2: "2 Ceder – Distel Match sheet 2"}
    assert re.findall(r'data-label="([^"]+)"', page.text)[:5] == ["1.1", "1.2", "1.3", "1.4", "2.1"]


# What is typed into the line, and what comes of it with four boards to a match.
TYPED = [
    ("2.2 1", {6: "01"}),
    ("2.2.5", {6: "=="}),
    ("2,2 0", {6: "10"}),
    ("6 1", {6: "01"}),
    ("2.1 1", {5: "10"}),
    ("1.4 ½", {4: "=="}),
    ("2 1111", {5: "10", 6: "01", 7: "10", 8: "01"}),
    ("2 1½0½", {5: "10", 6: "==", 7: "01", 8: "=="}),
    ("1 1=05", {1: "10", 2: "==", 3: "01", 4: "=="}),
    ("2 1 1 0 0", {5: "10", 6: "01", 7: "01", 8: "10"}),
    ("ceder 1110", {5: "10", 6: "01", 7: "10", 8: "10"}),
    ("distel 1110", {5: "01", 6: "10", 7: "01", 8: "01"}),
]


@pytest.mark.parametrize(("typed", "after"), TYPED)
def test_a_line_names_a_board_by_its_match_or_by_its_number(anna, event, typed, after):
    assert line(anna, typed).status_code == 302
    assert results_of(event) == after


@pytest.mark.parametrize(("typed", "board"), [("2.3", 7), ("7", 7), ("distel", 5), ("falk", 1), ("Thon", None)])
def test_a_line_without_a_result_jumps(anna, event, typed, board):
    answer = line(anna, typed, **HTMX)
    assert f'data-jump="{board}"' in answer.text if board else answer.status_code == 422
    assert results_of(event) == {}


WRONG = [
    ("1.5 1", "A match has boards 1 to 4: there is no board 1.5."),
    ("0.1 1", "there is no board 0.1"),
    ("9.1 1", "There is no board 33 in round 1."),
    ("2.2 8", "“8” is not a result"),
    ("d", "“d” matches several boards: 1.4, 2.1."),
    ("aster birke", "No player in this round is called"),
]


@pytest.mark.parametrize(("typed", "sentence"), WRONG)
def test_a_wrong_line_says_what_is_wrong(anna, event, typed, sentence):
    answer = line(anna, typed)
    assert (answer.status_code, sentence in text(answer)) == (422, True), text(answer)
    assert results_of(event) == {}


def test_the_first_team_stands_on_the_left_at_every_board(anna, event):
    """The boards stand as on the sheet that both captains sign, with the colours as squares."""
    rows = re.findall(r'<tbody\s+id="d\d+".*?</tbody>', anna.get(DESK).text, re.DOTALL)
    seen = [(re.findall(r'class="side (\w+)"', row), re.findall(r'class="who">(.*?)<', row)) for row in rows[:4]]
    assert [sides for sides, _names in seen] == [["white", "black"], ["black", "white"]] * 2
    players = event.players.filter(team__number=1).order_by("team_place")[:4]
    assert [names[0] for _sides, names in seen] == [player.name for player in players]
    assert re.findall(r'value="(\S+)"\s+aria-pressed', rows[1])[:4] == ["01", "==", "10", "-+"]


def test_what_is_stored_is_read_from_the_left_too(anna, event):
    enter(anna, 2, "-+")
    row = text(anna.get(DESK))
    assert "1-0 forfeit" in row.partition("1.2")[2].partition("✓")[2].partition("anna")[0]
    answer = enter(anna, 2, "10", 0, **HTMX)
    assert answer.status_code == 409
    assert re.findall(r"<dd>\s*<b>(.*?)</b>", answer.text) == ["1-0 forfeit", "0-1"]
    Event.objects.filter(pk=event.pk).update(verification="look")
    enter(anna, 4, "01")
    page = text(anna.get("/e/league/check/1/"))
    first, second = (event.players.get(team__number=number, team_place=4).name for number in (1, 2))
    assert re.search(f"1.4 {first} .Black. 1-0 .*White. {second}", page), page


def test_a_whole_match_is_sent_again_without_harm_and_stops_at_a_conflict(anna, event):
    sent = {"line": "1 1111", "seen": "", "uuid": uuid4()}
    for _time in range(2):
        answer = anna.post(DESK, sent, **HTMX)
        assert (answer.status_code, "Match 1: Aster 4 : 0 Birke" in text(answer)) == (200, True)
    assert event.log.filter(action="enter").count() == 4
    answer = anna.post(DESK, {"line": "1 1011", "seen": "", "uuid": uuid4()}, **HTMX)
    assert (answer.status_code, results_of(event)) == (409, {1: "10", 2: "01", 3: "10", 4: "01"})
    assert re.findall(r'hx-target="#d(\d)"', answer.text) == ["1", "2", "3", "4"]


def test_a_whole_match_is_undone_as_one(anna, event):
    enter(anna, 2, "01")
    line(anna, "1 1111")
    sent = {"round": 1, "uuid": uuid4()}
    for _time in range(2):
        answer = anna.post("/e/league/desk/undo/", sent, **HTMX)
        assert "Undone: round 1, match 1: Aster 1 : 0 Birke" in " ".join(text(answer).split())
        assert re.findall(r'hx-target="#d(\d)"', answer.text) == ["1", "3", "4"]
        assert results_of(event) == {2: "01"}
    assert event.log.filter(action="undo").count() == 3
    anna.post("/e/league/desk/undo/", {"round": 1})
    assert results_of(event) == {}, "and then what was entered before"


def test_a_match_that_somebody_has_changed_since_is_not_undone_at_all(anna, event):
    line(anna, "1 1111")
    enter_result(event, 1, 3, Entry(result="==", version=1, reason="the sheet"), COMMAND)
    answer = anna.post("/e/league/desk/undo/", {"round": 1}, **HTMX)
    assert (answer.status_code, "Somebody else has since changed board 1.3 of round 1" in text(answer)) == (422, True)
    assert results_of(event) == {1: "10", 2: "01", 3: "==", 4: "01"}


def test_a_match_of_another_round_is_named_before_it_is_undone(anna, event):
    line(anna, "2 1111")
    publish(event, 2, [(4, 1), (2, 3)])
    asked = anna.post("/e/league/desk/undo/", {"round": 2}, **HTMX)
    assert asked.status_code == 409
    assert "Your last entry is in round 1: Match 2, Ceder – Distel." in " ".join(text(asked).split())
    anna.post("/e/league/desk/undo/", {"round": 2, "agreed": 1}, **HTMX)
    assert results_of(event) == {}


def test_the_score_of_the_match_comes_with_each_result(anna):
    answer = enter(anna, 1, "10", **HTMX)
    assert re.findall(r'hx-target="(#\w+)"', answer.text) == ["#m1", "#d1", "#open", "#next", "#echo"]
    assert match_heads(answer)[1] == "1 Aster 1 : 0 Birke Match sheet 1"
    assert "Board 1.1:" in text(answer)
    enter(anna, 2, "==", **HTMX)
    assert match_heads(anna.get(DESK))[1] == "1 Aster 1½ : ½ Birke Match sheet 1"


def test_a_typed_match_names_the_results_that_it_has_replaced(anna):
    enter(anna, 2, "01", **HTMX)
    answer = line(anna, "1 1010", seen="2.1", **HTMX)
    assert "⚠ instead of 1.2 1-0" in text(answer)
    assert "instead of" not in text(line(anna, "2 1010", **HTMX))


def test_an_entry_between_two_reads_leaves_no_match_behind(anna, event, monkeypatch):
    def enter_before(event, number):
        enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
        return read_board_stamps(event, number)

    anna.get(DESK)  # now the table of this version is known
    monkeypatch.setattr(desk, "read_board_stamps", enter_before)
    answer = anna.get(DESK, {"seen": " ".join(f"{board}.0-0" for board in range(1, 9))}, **HTMX)
    assert re.findall(r'hx-target="(#\w+)"', answer.text)[:2] == ["#m1", "#d1"]
    assert match_heads(answer)[1] == "1 Aster 1 : 0 Birke Match sheet 1"


def test_another_arbiter_gets_the_row_and_the_score(anna, event):
    seen = " ".join(f"{board}.0-0" for board in range(1, 9))
    enter_result(event, 1, 5, Entry(result="01", version=0), COMMAND)
    answer = anna.get(DESK, {"seen": seen}, **HTMX)
    assert re.findall(r'hx-target="(#\w+)"', answer.text)[:2] == ["#m2", "#d5"]
    assert match_heads(answer)[2] == "2 Ceder 0 : 1 Distel Match sheet 2"


def test_another_line_up_loads_the_desk_again(anna, event):
    seen = " ".join(f"{board}.0-0" for board in range(1, 9))
    set_line_up(event, 1, 1, 2, {1: 6, 2: 7, 3: 8}, COMMAND)
    assert anna.get(DESK, {"seen": seen}, **HTMX).headers["HX-Refresh"] == "true"
    page = anna.get(DESK)
    assert "won by forfeit" in text(page) and 'id="d4"' not in page.text
    assert match_heads(page)[1] == "1 Aster 1 : 0 Birke Match sheet 1"


def test_forfeits_of_a_board_and_of_a_match(anna, event):
    enter(anna, 1, "-+")
    assert match_heads(anna.get(DESK))[1] == "1 Aster 0 : 1 Birke Match sheet 1"
    enter(anna, 1, "", version=1)
    assert '<option value="+-">forfeited by Birke</option>' in anna.get(SHEET).text
    anna.post(f"{SHEET}end/", {"end": "+-", "reason": "The bus broke down"})
    page = anna.get(DESK)
    assert match_heads(page)[1] == "1 Aster 4 : 0 Birke forfeit Match sheet 1"
    assert re.findall(r'id="d(\d+)"', page.text) == ["5", "6", "7", "8"]


def test_the_way_to_the_sheet_and_back(anna):
    page = anna.get(DESK)
    assert f'href="{SHEET}?board=1"' in page.text
    sheet = anna.get(f"{SHEET}?board=3")
    assert 'href="/e/league/desk/1/?board=3"' in sheet.text
    assert re.search(r'id="d3".*?<tr aria-current="true"', anna.get("/e/league/desk/1/?board=3").text, re.DOTALL)
    assert anna.get("/e/league/desk/1/?board=99").status_code == 200


def test_teams_without_an_opponent_stand_below(client):
    event = make_team_event(rounds=0)
    publish(event, 1, [(1, 2)], {3: "U", 4: "Z"})
    client.force_login(person("anna", event, Role.ARBITER))
    page = text(client.get(DESK))
    assert "Ceder bye: no opponent left · 1" in page and "Distel absent · 0" in page


def test_undo_at_the_desk_takes_back_a_result_of_a_match(anna, event):
    enter(anna, 2, "10")
    answer = anna.post("/e/league/desk/undo/", {"uuid": uuid4(), "round": 1}, **HTMX)
    assert "Undone: round 1, board 1.2" in text(answer)
    assert results_of(event) == {}


# Berlin


def play(event, *results):
    for board, result in enumerate(results, start=1):
        enter_result(event, 1, board, Entry(result=result, version=0), COMMAND)
    return Event.objects.get(pk=event.pk)


BERLIN = [
    ("", "", "1 : 1"),
    ("advance", "Berlin 5½ : 4½: Aster advances", "1 : 1"),
    ("points", "Berlin 5½ : 4½ for Aster", "2 : 0"),
]


@pytest.mark.parametrize(("berlin", "note", "points"), BERLIN)
def test_a_drawn_match_on_sheet_and_desk(client, berlin, note, points):
    """The seed's match: ½, 1, 0, ½ give 2:2 and 5½:4½."""
    event = play(make_team_event(berlin=berlin), "==", "01", "01", "==")
    client.force_login(person("anna", event, Role.ARBITER))
    for page in (client.get(SHEET), client.get(DESK), client.get("/e/league/round/1/")):
        assert (note in text(page)) if note else ("Berlin" not in text(page))
    matches = read_crosstable(staff_reader(event)).team_event.matches
    assert f"{matches[1][0].match_points:.0f} : {matches[2][0].match_points:.0f}" == points


# On a phone


def test_the_phone_names_board_and_teams_and_leads_to_the_sheet(anna):
    page = anna.get("/e/league/desk/1/phone/?board=6")
    assert "Board 2.2" in text(page) and "Distel – Ceder" in text(page)
    assert 'href="/e/league/sheet/1/2/?board=6"' in page.text
    assert "‹ 2.1" in text(page) and "2.3 ›" in text(page)


@pytest.mark.parametrize("matches", [2, 8])
def test_the_desk_asks_the_same_few_questions(client, matches, django_assert_max_num_queries):
    names = [f"Team {number}" for number in range(1, 2 * matches + 1)]
    event = make_teams(names, boards=4)
    publish(event, 1, [(number, number + matches) for number in range(1, matches + 1)])
    client.force_login(person("anna", event, Role.ARBITER))
    client.get(DESK)
    with django_assert_max_num_queries(26):
        client.get(DESK)
    with django_assert_max_num_queries(44):
        enter(client, 1, "10", **HTMX)
