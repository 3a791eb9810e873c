"""The column of the round: how the game of each player stands, by hand, then on the page."""

import re

import pytest
from django.utils import translation

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.factories import make_event
from tests.site.imports import import_teams
from tests.site.standings.test_public_pages import Outline
from tiebreaks.facts.games import Kind
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Game, Player
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings.marks import RoundGame
from tournaments.pages.standings.standings import standings_view
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

OPEN, OVER, BYE = (True, False), (False, True), (False, False)


@pytest.fixture
def event():
    """Round 1 is over. In round 2 board 1 is drawn, 2 won, 3 open; Ho has a bye instead of board 4, O'Brien nothing."""
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1).update(result="10")
    for board, result in ((1, "=="), (2, "01"), (3, "")):
        Game.objects.filter(round__event=event, round__number=2, board=board).update(result=result)
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    second, players = event.rounds.get(number=2), {player.number: player for player in event.players.all()}
    Game.objects.create(round=second, white=players[8], result="H")
    Game.objects.create(round=second, white=players[5], result="Z")
    clear_caches()
    return event


def games(event, after=None):
    with translation.override("en"):
        return {row.number: row.game for row in standings_view(staff_reader(event), after).rows}


def test_every_row_says_how_the_game_of_the_round_stands(event):
    assert games(event) == {
        1: RoundGame("1", *OVER, 2, "Doğan"),
        2: RoundGame("½", *OVER, 1, "Weiß"),
        3: RoundGame("½", *OVER, 1, "Sørensen"),
        4: RoundGame("0", *OVER, 2, "Müller"),
        5: RoundGame("0", *BYE, None, "absent"),
        6: RoundGame("", *OPEN, 3, "Gao"),
        7: RoundGame("", *OPEN, 3, "Łuk"),
        8: RoundGame("½", *BYE, None, "half-point bye"),
    }


def test_a_strip_tells_the_last_games_without_byes_and_open_ones(event):
    with translation.override("en"):
        forms = {row.number: row.form for row in standings_view(staff_reader(event)).rows}
    assert forms == {1: "w1 w2", 2: "l1 d2", 3: "w1 d2", 4: "l1 l2", 5: "w1", 6: "l1", 7: "w1", 8: "l1"}


def test_the_table_after_a_round_shows_that_round(event):
    assert games(event, 1)[7] == RoundGame("1", *OVER, 4, "Ho")


def test_who_is_not_in_the_round_has_nothing(event):
    Game.objects.filter(round__event=event, round__number=2, white__number=5).delete()
    clear_caches()
    assert games(event)[5] is None


def test_teams_have_the_score_of_their_match():
    event = import_teams(trf_text_teams(*swiss(3, boards=4)))
    shown, last = games(event), standings_view(staff_reader(event)).round
    facts = read_standings(staff_reader(event)).facts
    played = {
        n: game for n, own in facts.games.items() for game in own if game.round == last and game.kind == Kind.PLAYED
    }
    assert played
    for number, game in played.items():
        assert re.fullmatch(r"[\d½]+ : [\d½]+", shown[number].mark)
        assert shown[number].opponent == facts.players[game.opponent].name.partition(",")[0]


def test_the_page_has_the_column_once_there_are_results(client, event):
    page = client.get("/e/open/", headers={"Accept-Language": "en"}).text
    assert page.count('class="playing"') == 2
    assert "hidden>still playing" not in page
    assert "gameless" not in page
    texts = [text for text in Outline(page).texts if text]
    assert "Round 2" in texts
    assert texts.count("not finished") == 2
    assert texts[texts.index("Łuk, Filip") :][:6].count("Gao") == 1
    assert "half-point bye" in texts


@pytest.mark.parametrize(("discipline", "place"), [("chess", "Bd.\xa01"), ("scrabble", "Table\xa01")])
def test_before_the_first_result_the_list_says_who_sits_where(client, discipline, place):
    make_event(discipline=discipline, rounds=1)
    page = client.get("/e/open/", headers={"Accept-Language": "en"}).text
    assert 'class="playing"' not in page, "all still play, so nobody is marked"
    texts = [text for text in Outline(page).texts if text]
    start = texts.index("Müller, Anna")
    assert texts[start + 1 : start + 4] == ["not finished", place, "Sørensen"]


def test_a_table_says_how_much_room_its_figures_need(client):
    """Places by their digits, points apart from the other values, and rows by whether anything stands below a name."""
    event = make_event(discipline="scrabble", tiebreaks="PTS,SPREAD")
    sheet = read_sheet(client)
    assert {"digits-1", "clubless"} <= sheet
    event.players.filter(number=2).update(club="Weimar")
    Player.objects.bulk_create(Player(event=event, number=number, name=f"P {number}") for number in (9, 10))
    enter_result(event, 1, 1, Entry(None, 1500, 100, version=0), COMMAND)
    clear_caches()
    sheet = read_sheet(client)
    assert {"digits-2", "figures-6"} <= sheet
    assert not {"clubless", "mains-6"} & sheet


def read_sheet(client):
    page = client.get("/e/open/", headers={"Accept-Language": "en"}).text
    return set(re.search(r'class="([^"]*)"\s+id="standings"', page)[1].split())
