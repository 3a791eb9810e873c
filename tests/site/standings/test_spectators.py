"""What spectators have beside the standings: the cross table, the projector, followed players, pairings by name."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.site.factories import NAMES, make_event, person
from tests.site.standings.test_public_pages import Outline, big_event
from tournaments.access.reader import staff_reader
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.rounds.by_name import list_by_name
from tournaments.pages.rounds.round import round_view
from tournaments.pages.standings.crosstable import crosstable_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Round 1 is finished, round 2 has one result."""
    return played(make_event())


def played(event):
    for board, result in enumerate(("10", "==", "+-", "01"), 1):
        Game.objects.filter(round__event=event, round__number=1, board=board).update(result=result)
    Game.objects.filter(round__event=event, round__number=2, board=1).update(result="01")
    return event


def cells(view, number):
    """Return the texts of a player's row in the cross table."""
    line = next(line for line in view.lines if line.number == number)
    return ["".join(m.line + m.side + m.mark for m in square.meetings) for square in line.squares]


def test_the_cross_table_of_a_swiss_event_has_a_column_for_each_round(event):
    with translation.override("en"):
        view = crosstable_view(staff_reader(event))
    lines = {line.number: line.line for line in view.lines}
    assert view.heads == (1, 2)
    assert cells(view, 1) == [f"{lines[2]}w1", f"{lines[4]}b"]
    assert cells(view, 5) == [f"{lines[6]}w+", f"{lines[8]}b"]
    assert cells(view, 3) == [f"{lines[4]}w½", f"{lines[2]}b1"]


LEVEL = """
1 1=  1 6w1
2 1=  5 8w+
3 1=  8 7b1
4 4=  3 5w½
5 4=  4 4b½
6 6=  2 1b0
7 6=  7 3w0
8 8  6 2b−
"""


@pytest.fixture
def level(event):
    """One round, after which players share places."""
    event.rounds.get(number=2).delete()
    Game.objects.filter(round__event=event, board=3).update(result="+-")
    Event.objects.filter(pk=event.pk).update(tiebreaks="PTS,BH,SB")
    return Event.objects.get(pk=event.pk)


def test_a_cell_names_the_line_of_its_opponent_also_where_players_share_a_place(client, level):
    with translation.override("en"):
        view = crosstable_view(staff_reader(level))
    rows = [
        f"{line.line} {line.place}{'=' * line.shared}  {line.number} {cells(view, line.number)[0]}"
        for line in view.lines
    ]
    assert rows == LEVEL.strip().splitlines()
    assert "the number of the opponent’s line" in client.get("/e/open/crosstable/").text


@pytest.mark.parametrize("address", ["crosstable/", "print/crosstable/"])
def test_the_lines_are_numbered_on_screen_and_on_paper(client, level, address):
    client.force_login(person("anna", level))
    outline = Outline(client.get(f"/e/open/{address}").text)
    assert [text for text in outline.texts if text in ("Line", "Place")] == ["Line", "Place"]


def test_the_place_is_not_said_twice_where_nobody_shares_one(level):
    level.tiebreaks = "PTS,TPN"
    level.save()
    view = crosstable_view(staff_reader(level))
    assert not view.has_places
    assert [line.line for line in view.lines] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_cross_table_of_a_round_robin_is_a_grid(client):
    event = played(make_event("robin", system="round-robin"))
    view = crosstable_view(staff_reader(event))
    order = [line.number for line in view.lines]
    for index, line in enumerate(view.lines):
        assert [square.own for square in line.squares] == [column == index for column in range(8)]
    assert cells(view, 1)[order.index(2)] == "1"
    assert cells(view, 2)[order.index(1)] == "0"
    outline = Outline(client.get("/e/robin/crosstable/").text)
    assert outline.ids("tbody") == [f"p{number}" for number in order]
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in outline.elements if tag == "th")


def test_a_cell_says_in_words_what_it_shows(client, event):
    text = client.get("/e/open/crosstable/", headers={"Accept-Language": "en"}).text
    assert 'title="Round 1, White, Łuk, Filip, won by forfeit"' in text


def looks(view, number):
    """Return of each cell with a game its outcome, colour and address."""
    squares = next(line for line in view.lines if line.number == number).squares
    return [(m.outcome, m.colour, m.address) for square in squares for m in square.meetings]


def test_a_cell_has_the_outcome_the_colour_and_the_address_of_its_game(event):
    view = crosstable_view(staff_reader(event))
    first, second = "/e/open/round/1/#b", "/e/open/round/2/#b"
    assert {number: looks(view, number) for number in range(1, 9)} == {
        1: [("won", "white", f"{first}1"), ("", "black", f"{second}2")],
        2: [("lost", "black", f"{first}1"), ("lost", "white", f"{second}1")],
        3: [("drawn", "white", f"{first}2"), ("won", "black", f"{second}1")],
        4: [("drawn", "black", f"{first}2"), ("", "white", f"{second}2")],
        5: [("won", "white", f"{first}3"), ("", "black", f"{second}4")],
        6: [("lost", "black", f"{first}3"), ("", "white", f"{second}3")],
        7: [("lost", "white", f"{first}4"), ("", "black", f"{second}3")],
        8: [("won", "black", f"{first}4"), ("", "white", f"{second}4")],
    }


def test_a_cell_without_an_opponent_leads_nowhere(event):
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    Game.objects.create(round=event.rounds.get(number=2), white=event.players.get(number=8), result="H")
    assert looks(crosstable_view(staff_reader(event)), 8) == [("won", "black", "/e/open/round/1/#b4"), ("", "", "")]


def test_a_game_at_a_board_of_the_second_page_is_found_there(event):
    Game.objects.filter(round__event=event, round__number=2, board=4).update(board=501)
    assert looks(crosstable_view(staff_reader(event)), 8)[1][2] == "/e/open/round/2/?page=2#b501"


def test_the_game_that_a_cell_leads_to_is_on_the_page_of_the_round(client, event):
    for line in crosstable_view(staff_reader(event)).lines:
        for _, _, address in looks(crosstable_view(staff_reader(event)), line.number):
            path, _, place = address.partition("#")
            assert place in Outline(client.get(path).text).ids("tbody")


@pytest.mark.parametrize(
    ("path", "most"), [("crosstable/", 14), ("screen/", 18), ("?follow=1,2,3", 14), ("round/7/?by=name", 18)]
)
def test_pages_ask_as_little_of_the_database_for_many_players(client, path, most):
    def questions(players):
        slug = big_event(players).slug
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/e/{slug}/{path}").status_code == 200
        return len(asked)

    assert questions(60) == questions(12) <= most


def test_who_has_no_opponent_in_a_round_robin_has_an_empty_row_there(client):
    event = played(make_event("robin", system="round-robin"))
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    assert client.get("/e/robin/crosstable/").status_code == 200
    view = crosstable_view(staff_reader(event))
    assert sorted(filter(None, cells(view, 8))) == ["1"]


def test_the_projector_shows_standings_and_the_running_round(client, event):
    outline = Outline(client.get("/e/open/screen/").text)
    bodies = outline.ids("tbody")
    assert [name for name in bodies if name.startswith("b")] == ["b1", "b2", "b3", "b4"]
    assert len([name for name in bodies if name.startswith("p")]) == 8
    assert "testserver/e/open" in outline.texts
    orders = next(attributes for _, attributes in outline.elements if attributes.get("id") == "orders")
    assert orders == {"id": "orders", "data-slides": "standings boards race code", "data-seconds": "10"}


@pytest.mark.parametrize(("show", "letter"), [("standings", "p"), ("boards", "b")])
def test_the_projector_shows_one_of_them_alone(client, event, show, letter):
    bodies = Outline(client.get(f"/e/open/screen/?show={show}&every=3").text).ids("tbody")
    assert {name[0] for name in bodies} == {letter}


def test_the_projector_waits_for_the_first_round(client):
    make_event(rounds=0)
    for show in ("", "boards"):
        outline = Outline(client.get(f"/e/open/screen/?show={show}&every=0").text)
        assert len(outline.ids("tbody")) == 8
        assert "round" not in outline.ids("div")


def test_followed_players_stand_above_the_table(client, event):
    text = client.get("/e/open/?follow=8,1,99,x", headers={"Accept-Language": "en"}).text
    panel = text.split('id="followed"')[1].split("</section>")[0]
    names = [line for line in Outline(panel).texts if line in ("Müller, Anna", "Ho, H", "Gao, G")]
    assert sorted(names) == ["Ho, H", "Müller, Anna"]
    assert fixtures(panel) == [  # level in points: Ho plays O'Brien, who has 1, and Müller Doğan, who has ½
        "Next game, round 2 Board 4 White, against O'Brien, Eve",
        "Next game, round 2 Board 2 Black, against Doğan, Defne",
    ]


def test_the_panel_alone_is_fetched_by_the_page(client, event):
    text = client.get("/e/open/?follow=2", headers={"Accept-Language": "en", "HX-Request": "true"}).text
    assert "<table" not in text
    assert fixtures(text) == ["Last game, round 2 Board 1 White, against Weiß, Carl · 0"]


def fixtures(panel):
    """Return what a panel says of each player's board, as it is read."""
    lines = [line.split("</p>")[0] for line in panel.split('<p class="fixture')[1:]]
    return [" ".join(" ".join(Outline("<p" + line).texts).split()) for line in lines]


@pytest.mark.parametrize("query", ["", "?follow=", "?follow=99,-1,x"])
def test_without_followed_players_the_panel_is_hidden(client, event, query):
    section = dict(Outline(client.get(f"/e/open/{query}").text).elements)["section"]
    assert section["id"] == "followed"
    assert "hidden" in section


def test_a_round_by_name_shows_each_player_once_with_the_board(client, event):
    text = client.get("/e/open/round/2/?by=name", headers={"Accept-Language": "en"}).text
    outline = Outline(text)
    assert sorted(outline.ids("tbody")) == [f"p{number}" for number in range(1, 9)]
    names = [name for name in outline.texts if name in NAMES]
    own = names[::2]
    assert own == [
        "Doğan, Defne",
        "Gao, G",
        "Ho, H",
        "Łuk, Filip",
        "Müller, Anna",
        "O'Brien, Eve",
        "Sørensen, Bo",
        "Weiß, Carl",
    ]
    first = text.split('id="p4">')[1].split("</tbody>")[0]
    texts = [text for text in Outline(first).texts if text]
    assert texts == ["Doğan, Defne", "(½)", "2", "White", "Müller, Anna", "(1)", "open"]


def test_who_has_no_opponent_stands_in_the_list_by_name(client):
    event = big_event(13)
    with translation.override("en"):
        view = round_view(staff_reader(event), 1)
    players = list_by_name(view)
    assert len(players) == 2 * len(view.rows) + len(view.unpaired)
    assert all(player.note and player.opponent is None for player in players if player.board is None)
    assert client.get(f"/e/{event.slug}/round/1/?by=name").status_code == 200


@pytest.mark.parametrize(
    ("order", "end"),
    [
        ("PTS,BH", "once it is in. Opponents in open games count already, as they stand now."),
        ("PTS,DE", "once it is in."),
    ],
)
def test_the_table_says_that_a_round_is_under_way_and_what_counts(client, event, order, end):
    Event.objects.update(tiebreaks=order)
    clear_caches()

    def said():
        text = client.get("/e/open/", headers={"Accept-Language": "en"}).text
        (counting,) = [*re.findall(r'<p class="legend" id="counting">(.*?)</p>', text), ""][:1]
        assert bool(re.search(r'href="#counting"\s*>provisional', text)) == bool(counting)
        return counting

    assert said() == f"Round 2 is under way: a result counts {end}"
    open_games = Game.objects.filter(round__event=event, round__number=2, result="")
    open_games.update(result="10")
    clear_caches()
    assert said() == ""
    Game.objects.filter(round__event=event, round__number=1, board=4).update(result="", is_adjourned=True)
    clear_caches()
    assert said() == f"Earlier rounds are not complete: a result counts {end}"


def test_an_explanation_says_that_a_game_is_not_finished(client, event):
    text = Outline(client.get("/e/open/player/8/why/BH/", headers={"Accept-Language": "en"}).text).texts
    assert "not finished: it counts as it stands now" in " ".join(text)
    text = client.get("/e/open/compare/8/1/", headers={"Accept-Language": "de"}).text
    assert "noch nicht beendet: zählt nach dem Stand von jetzt" in text
