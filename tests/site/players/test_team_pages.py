"""What spectators see of a team event: rounds, cards of teams and players, the best of each board, earlier tables."""

import pytest

from tests.site.factories import person
from tests.site.standings.test_public_pages import Outline, count_queries
from tests.site.teams import enter_boards, enter_matches, make_teams, publish
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.categories import save_category
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.players.participation import expel_participant
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.exports.lists import boards_rows
from tournaments.forms.event_settings import SettingsForm
from tournaments.models import Event, Screen
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.hall.screen import screen_view
from tournaments.pages.players.card import card_view
from tournaments.pages.players.team_player_card import individual_view
from tournaments.pages.rounds.round import round_view
from tournaments.pages.standings.individuals import individuals_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.standings import category_view, standings_view
from tournaments.queries.standings.board_prizes import required_games
from tournaments.queries.standings.standings import read_places_by_round, read_standings

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def event():
    """Round 1: Aster 1½ : ½ Birch, Cedar free. Round 2: Cedar against Aster, the first board is in."""
    event = make_teams(3, tiebreaks="MP,GP,OSB,OBH,EDE,BC,BERLIN", berlin="advance", qualifying_places=1)
    publish(event, 1, [(1, 2)], {3: "U"})
    enter_boards(event, 1, "10", "==")
    publish(event, 2, [(3, 1)], {2: "U"})
    enter_boards(event, 2, "10")
    return event


def test_a_round_by_name_sends_each_team_to_its_table(client, event):
    text = client.get("/e/league/round/2/?by=name", headers=ENGLISH).text
    row = text.split('id="p1">')[1].split("</tbody>")[0]
    assert [word for word in Outline(row).texts if word] == ["Aster", "(2)", "1", "Cedar", "(1)", "open"]
    assert "bye" in text.split('id="p2"')[1].split("</tbody>")[0]


@pytest.mark.parametrize(
    ("berlin", "results", "note", "boards"),
    [
        # The boards of the drawn match weigh 2 and 1: it is 2 : 1, and a round page says so.
        ("advance", ("10", "10"), "Berlin 2 : 1: Aster advances", ["2 : 0", "0 : 1"]),
        ("points", ("10", "10"), "Berlin 2 : 1 for Aster", ["2 : 0", "0 : 1"]),
        ("advance", ("==", "=="), "Berlin 1½ : 1½: equal", ["1 : 1", "½ : ½"]),
        ("advance", ("10", "=="), "", ["", ""]),
        ("", ("10", "10"), "", ["", ""]),
    ],
)
def test_a_drawn_match_says_what_berlin_makes_of_it(berlin, results, note, boards):
    event = make_teams(3, berlin=berlin)
    publish(event, 1, [(1, 2)])
    enter_boards(event, 1, *results)
    (row,) = round_view(staff_reader(event), 1).rows
    assert (row.note, [board.berlin for board in row.boards]) == (note, boards)


def test_earlier_tables_movement_and_the_line_of_places(client, event):
    after = standings_view(staff_reader(event), 1)
    assert [(row.name, row.cells[0].text) for row in after.rows] == [("Aster", "2"), ("Cedar", "1"), ("Birch", "0")]
    enter_boards(event, 2, "", "01")  # Cedar has Black on board 2: Cedar 2 : 0 Aster
    now = standings_view(staff_reader(event))
    assert [(row.name, row.move) for row in now.rows] == [("Cedar", 1), ("Aster", -1), ("Birch", 0)]
    places = read_places_by_round(read_standings(staff_reader(event)))
    assert {number: places[number][1] for number in places} == {1: 1, 2: 2}
    assert 'aria-label="Place after each round: 1: 1, 2: 2"' in client.get("/e/league/player/1/", headers=ENGLISH).text


def test_marks_say_which_team_can_still_win(event):
    Event.objects.filter(pk=event.pk).update(planned_rounds=2, version=event.version + 1)
    view = standings_view(Reader(Event.objects.get(pk=event.pk)))
    # Aster has 2 match points and meets Cedar, which has 1; Birch had the bye and ends with 1.
    assert {row.name: row.mark.code for row in view.rows} == {"Aster": "possible", "Cedar": "possible", "Birch": "out"}


@pytest.mark.parametrize("code", ["MP", "GP", "OSB", "OBH", "EDE", "BC", "BERLIN"])
def test_every_value_of_a_team_explains_itself(client, event, code):
    page = client.get(f"/e/league/player/1/why/{code}/", headers=ENGLISH)
    assert page.status_code == 200
    cells = {cell.slug: cell.text for cell in standings_view(staff_reader(event)).row(1).cells}
    shown = cells.get(code, "–")  # the direct encounter decides nothing yet, and has no column
    assert f'<span class="figure">{shown}</span>' in page.text


def test_the_boards_of_a_value_are_named(client, event):
    assert "Board 2" in client.get("/e/league/player/1/why/BC/", headers=ENGLISH).text
    assert "1 × 2 + ½ × 1 =" in client.get("/e/league/player/1/why/BERLIN/", headers=ENGLISH).text


def test_why_one_team_is_ahead(client, event):
    assert "Why Aster is ahead of Cedar" in client.get("/e/league/compare/1/3/", headers=ENGLISH).text


def test_the_match_of_two_tied_teams_decides_in_a_small_table(client):
    event = make_teams(("Aster", "Birch", "Cedar", "Daisy"), tiebreaks="MP,EDE,GP")
    publish(event, 1, [(1, 2), (3, 4)])
    enter_boards(event, 1, "10", "==", "10", "01")
    publish(event, 2, [(3, 1), (2, 4)])
    enter_boards(event, 2, "10", "01", "10", "01")
    rows = standings_view(staff_reader(event)).rows
    assert [(row.name, row.cells[0].text, row.cells[1].text) for row in rows] == [
        ("Cedar", "4", "–"), ("Aster", "2", "1"), ("Birch", "2", "2"), ("Daisy", "0", "–"),
    ]  # fmt: skip
    for path in ("compare/1/2/", "player/1/why/EDE/"):
        text = client.get(f"/e/league/{path}", headers=ENGLISH).text
        assert "Tied teams" in text
        assert "match points against each other: Aster <b>2</b>, Birch <b>0</b>" in text


def test_the_card_of_a_team_shows_its_matches_and_its_players(client, event):
    view = card_view(staff_reader(event), 1)
    assert [(line.opponent_name, line.mark) for line in view.lines] == [("Birch", "1½ : ½"), ("Cedar", "")]
    members = {m.name: ([c.board + c.side + c.mark for c in m.cells], m.games, m.points) for m in view.team.members}
    assert members == {
        "Aster 1": (["1w1", "1b0"], 2, "1"),
        "Aster 2": (["2b½", "2w"], 1, "½"),
        "Aster 3": (["", ""], 0, ""),
    }
    text = client.get("/e/league/player/1/", headers=ENGLISH).text
    assert 'href="/e/league/individual/2/"' in text
    assert "All matches of Aster" in text


def test_the_card_of_a_player_of_a_team(client, event):
    view = individual_view(staff_reader(event), 1)
    assert (view.team.name, view.board, view.points, view.games, view.percent) == (
        "Aster",
        "Board 1",
        "1",
        2,
        "50\u202f%",
    )
    assert [(x.round, x.side, x.opponent_name, x.team.name, x.mark, x.match) for x in view.lines] == [
        (1, "white", "Birch 1", "Birch", "1", "1½ : ½"),
        (2, "black", "Cedar 1", "Cedar", "0", ""),
    ]
    # Birch 1 has 2190, Cedar 1 has 2090: half of the points against 2140.
    assert (view.performance.average, view.performance.value) == (2140, 2140)
    assert client.get("/e/league/individual/1/").status_code == 200
    assert client.get("/e/league/individual/99/").status_code == 404
    assert client.get("/e/league/individual/3/").status_code == 200


# Aster 1: 1 of 2 against 2140. Birch 1: 0 of 1. Cedar 1: 1 of 1 against 2290.
BOARD_1 = {
    "percent": [("Cedar 1", 1, "100\u202f%"), ("Aster 1", 2, "50\u202f%"), ("Birch 1", 3, "0\u202f%")],
    "points": [("Cedar 1", 1, "100\u202f%"), ("Aster 1", 2, "50\u202f%"), ("Birch 1", 3, "0\u202f%")],
    "performance": [("Cedar 1", 1, "100\u202f%"), ("Aster 1", 2, "50\u202f%"), ("Birch 1", 3, "0\u202f%")],
}


@pytest.mark.parametrize("by", BOARD_1)
def test_the_best_of_a_board(event, by):
    view = individuals_view(staff_reader(event), by)
    assert [(row.name, row.place, row.percent) for row in view.boards[0].rows] == BOARD_1[by]
    assert [row.name for row in view.boards[0].best] == ["Cedar 1"]
    assert [each.title for each in view.boards] == ["Board 1", "Board 2", "Reserves"]


def test_one_board_alone_and_lists_too_long_for_a_page(client, event, monkeypatch):
    view = individuals_view(staff_reader(event), board="2")
    assert [each.key for each in view.shown] == ["2"]
    assert [each.key for each in individuals_view(staff_reader(event), board="9").shown] == ["1", "2", "reserve"]
    alone = client.get("/e/league/individuals/?board=reserve", headers=ENGLISH).text
    assert "Cedar 3" in alone and 'id="n2"' not in alone
    monkeypatch.setattr("tournaments.pages.standings.individuals.MOST", 8)
    view = individuals_view(staff_reader(event))
    assert ([each.key for each in view.shown], len(view.boards), view.is_long) == (["1"], 3, True)


def test_the_lists_by_board_name_their_rules(client, event):
    client.force_login(person("anna", event))
    assert "Swiss system · FIDE from March 2026" in client.get("/e/league/individuals/", headers=ENGLISH).text
    paper = client.get("/e/league/print/individuals/", headers=ENGLISH).text
    assert "Swiss system · FIDE from March 2026 · after round 1 of 3" in paper
    _title, first, *_rows = boards_rows(staff_reader(event))
    assert first[-3:] == ["2026-03", "swiss", 1]


@pytest.mark.parametrize(("number", "of_teams"), [(7, False), (3, True)])
def test_who_is_expelled_alone_or_with_the_team_gets_no_prize_of_a_board(event, number, of_teams):
    expel_participant(event, number, COMMAND, "Cheating.", of_teams=of_teams)
    names = [row.name for each in individuals_view(staff_reader(event)).boards for row in each.rows]
    assert "Aster 1" in names and "Cedar 1" not in names
    assert ("Cedar 2" in names) is not of_teams


def test_who_has_too_few_games_stands_below_without_a_place(event):
    event.write_fields({"board_prize_games": 2, "version": event.version + 1})
    event = Event.objects.get(pk=event.pk)
    rows = individuals_view(Reader(event)).boards[0].rows
    assert [(row.name, row.place) for row in rows] == [("Aster 1", 1), ("Cedar 1", None), ("Birch 1", None)]
    assert [required_games(Event.make(board_prize_games=given), 7) for given in (None, 5)] == [4, 5]


def test_players_level_in_everything_share_the_prize():
    event = make_teams(("Aster", "Birch", "Cedar", "Daisy"))
    event.players.update(rating=None)
    publish(event, 1, [(1, 2), (3, 4)])
    enter_boards(event, 1, "10", "==", "10", "==")
    board = individuals_view(staff_reader(event)).boards[0]
    assert [(row.name, row.place) for row in board.rows] == [
        ("Aster 1", 1), ("Cedar 1", 1), ("Birch 1", 3), ("Daisy 1", 3),
    ]  # fmt: skip
    assert [row.performance for row in board.rows] == ["–"] * 4


def test_a_board_is_the_place_in_the_list_or_the_usual_seat():
    """The reserve of Aster sits at board 2."""
    event = make_teams(("Aster", "Birch"))
    publish(event, 1, [(1, 2)])
    set_line_up(event, 1, 1, 1, {1: 1, 2: 3}, COMMAND)
    enter_matches(event, 1, "11")
    event.refresh_from_db()
    for way, board in (("list", None), ("seat", 2)):
        event.write_fields({"board_of": way, "version": event.version + 1})
        view = individuals_view(Reader(Event.objects.get(pk=event.pk)))
        boards = {row.name: each.board for each in view.boards for row in each.rows}
        assert (boards["Aster 1"], boards["Aster 3"], boards["Birch 2"]) == (1, board, 2), way
        assert "sat most often" not in view.boards[0].title


def test_the_statistics_of_a_team_event_lead_to_players_and_teams(client, event):
    text = client.get("/e/league/statistics/", headers=ENGLISH).text
    assert "Clearest matches" in text and "1½ : ½" in text
    assert "/e/league/player/1/" in text
    assert "<dt>teams</dt><dd>3</dd>" in text


def test_the_projector_shows_matches_and_where_teams_play(event):
    view = screen_view(staff_reader(event), Screen(event=event, slides="boards,names"), "")
    assert [row.first.name for row in view.boards.rows] == ["Cedar"]
    publish(event, 3, [(1, 2)], {3: "U"})
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    enter_boards(event, 2, "", "01")
    view = screen_view(Reader(Event.objects.get(pk=event.pk)), Screen(event=event, slides="boards,names"), "")
    assert [(each.seat.name, each.board) for each in view.names] == [("Aster", 1), ("Birch", 1), ("Cedar", None)]


def test_pages_ask_as_little_of_the_database_for_many_teams(client):
    for teams in (4, 12):
        event = make_teams([f"Team {n}" for n in range(teams)], boards=4, slug=f"league-{teams}")
        publish(event, 1, [(n, n + 1) for n in range(1, teams, 2)])
        enter_boards(event, 1, "10", "==")
    rounds = ("", "round/1/", "round/1/?by=name", "screen/")
    for path in (*rounds, "individuals/", "individual/1/", "player/1/", "statistics/"):
        few, many = (count_queries(client, f"/e/league-{teams}/{path}") for teams in (4, 12))
        assert many == few <= 30, path


def test_the_owner_says_who_gets_the_prize_of_a_board(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    page = client.get("/e/league/settings/", headers=ENGLISH).text
    assert "Board prizes" in page
    form = SettingsForm(event=Event.objects.get(pk=event.pk))
    values = {name: form[name].value() for name in form.fields}
    posted = {name: value for name, value in values.items() if value is not None and value is not False}
    posted |= {"board_prize": "performance", "board_prize_games": "1", "board_of": "seat"}
    assert client.post("/e/league/settings/", posted).status_code == 302
    event.refresh_from_db()
    rules = event.team_rules
    assert (rules.board_prize, rules.board_prize_games, rules.board_of) == ("performance", 1, "seat")
    assert individuals_view(staff_reader(event)).by == "performance"


def test_a_followed_team_says_where_it_plays_next(client, event):
    text = client.get("/e/league/?follow=1,2", headers=ENGLISH).text
    followed = text.split('id="followed"')[1].split("</section>")[0]
    words = " ".join(word for word in Outline(followed).texts if word)
    assert "Next match , round 2 Table 1 Black, against Cedar" in words.replace("match,", "match ,")
    assert "Last match" in words
    assert "Table 1" in client.get("/e/league/player/1/", headers=ENGLISH).text


def test_categories_and_prizes_are_for_teams_too(client, event):
    wanted = CategoryDefinition("Below 2200", CategoryRule.RATING, highest=2200)
    category = save_category(event, "", wanted, COMMAND)
    set_prizes(event, "", ["Cup"], COMMAND)
    set_prizes(event, category.key, ["Medals"], COMMAND)
    event.refresh_from_db()
    view = category_view(staff_reader(event), None, category.key)
    assert [(row.name, row.place) for row in view.rows] == [("Cedar", 1), ("Birch", 2)]
    given = {
        line.text: line.winner.name for section in prizes_view(staff_reader(event)).sections for line in section.lines
    }
    assert given == {"Cup": "Aster", "Medals": "Cedar"}
    text = client.get("/e/league/prizes/", headers=ENGLISH).text
    assert "Each team gets one prize" in text and "Best on each board" in text


def test_a_round_says_which_board_of_which_match_was_corrected_after_it_was_paired(client):
    event = make_teams(("Aster", "Birch", "Cedar", "Daisy"))
    publish(event, 1, [(1, 2), (3, 4)])
    enter_boards(event, 1, "10", "==", "10", "==")
    publish(event, 2, [(1, 3), (2, 4)])
    with writing(event) as locked:
        record(locked, COMMAND, "publish", after={"rounds": [{"round": 2}]})
    event.refresh_from_db()
    enter_result(event, 1, 4, Entry("10", version=1, reason="slip"), COMMAND)
    clear_caches()
    assert "round 1, board 2.2" in client.get("/e/league/round/2/", headers=ENGLISH).text
