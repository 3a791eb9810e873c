"""Papers of team events: pairings of matches, sheets to be signed, line-ups, teams, cards; the PDF says the same."""

import pytest

from tests.site.factories import person
from tests.site.reading import read_pdf
from tests.site.teams import enter_boards, make_teams, publish
from tournaments.access.reader import staff_reader
from tournaments.models import Token
from tournaments.pages.hall.paper import slips_view
from tournaments.pages.hall.paper_teams import match_sheets, player_cards
from tournaments.paper.kinds import list_kinds

pytestmark = pytest.mark.django_db
needs_engine = pytest.mark.usefixtures("pdf_engine")

PLAYERS = ["Aster 1", "Aster 2", "Birch 1", "Birch 2"]
TEAMS = ["Aster", "Birch"]
SHOWN = {
    "matches": [*TEAMS, *PLAYERS, "Cedar"],
    "names": [*TEAMS, "Cedar"],
    "match-sheets": [*TEAMS, *PLAYERS, "Signature for Aster"],
    "line-ups": [*TEAMS, *PLAYERS, "Cedar 3", "Line-up for round"],
    "slips": [*PLAYERS, "1.1", "1.2"],
    "standings": [*TEAMS, "Cedar", "Match pts"],
    "crosstable": [*TEAMS, "Cedar"],
    "wall-chart": [*TEAMS, "Cedar"],
    "individuals": [*PLAYERS, "Cedar 3", "Reserves", "before round 1"],
    "teams": [*TEAMS, *PLAYERS, "Cedar 3"],
    "ties": ["How ties are broken here", "Match points"],
    "certificates": ["No results yet"],
    "report": ["Tournament report", "The event", "Players"],
    "cards": [*TEAMS, "Cedar"],
    "player-cards": [*PLAYERS, "Cedar 3"],
}


@pytest.fixture
def event():
    event = make_teams(3, berlin="advance")
    publish(event, 1, [(1, 2)], {3: "U"})
    return event


@pytest.fixture
def desk(client, event):
    client.force_login(person("anna", event))
    return client


def test_every_paper_of_a_team_event_is_looked_at(event):
    assert set(list_kinds(event)) == set(SHOWN)


@pytest.mark.parametrize("key", SHOWN)
def test_a_paper_is_offered_and_says_what_it_should(desk, key):
    assert f"/print/{key}/" in desk.get("/e/league/documents/").text
    page = desk.get(f"/e/league/print/{key}/", headers={"Accept-Language": "en"})
    assert page.status_code == 200
    for words in SHOWN[key]:
        assert words in page.text


@needs_engine
@pytest.mark.parametrize("key", ["match-sheets", "individuals"])  # the others have their like among those of players
def test_its_pdf_says_the_same(desk, key):
    told = " ".join(read_pdf(desk.get(f"/e/league/print/{key}/?as=pdf", headers={"Accept-Language": "en"})))
    for words in SHOWN[key]:
        assert words in told


@pytest.mark.parametrize("key", ["boards", "players"])
def test_papers_of_single_players_are_not_those_of_teams(desk, key):
    assert desk.get(f"/e/league/print/{key}/").status_code == 404


@pytest.mark.parametrize("key", ["match-sheets", "slips"])
def test_the_codes_open_the_boards(desk, key):
    page = desk.post(f"/e/league/print/{key}/?round=1")
    assert page.status_code == 200
    assert page.text.count("<svg") == 2
    assert sorted(token.payload["board"] for token in Token.objects.filter(kind="slip")) == [1, 2]


def test_a_sheet_has_the_colours_of_its_boards_and_the_results_that_are_in(event):
    enter_boards(event, 1, "10")
    (sheet,) = match_sheets(staff_reader(event), 1).sheets
    assert [(b.colour, b.first.name, b.second.name, b.first.mark, b.open) for b in sheet.boards] == [
        ("white", "Aster 1", "Birch 1", "1", False),
        ("black", "Aster 2", "Birch 2", "", True),
    ]


def test_a_slip_names_white_first(event):
    slips = [slip for sheet in slips_view(staff_reader(event), 1).sheets for slip in sheet if slip]
    assert [(slip.board, slip.place, slip.white.name, slip.black.name) for slip in slips] == [
        (1, "1.1", "Aster 1", "Birch 1"),
        (2, "1.2", "Birch 2", "Aster 2"),
    ]


def test_the_cards_of_players_stand_in_the_order_of_the_teams(event):
    cards = player_cards(staff_reader(event), 1).players
    assert [(card.name, card.origin) for card in cards[:4]] == [
        ("Aster 1", "Aster"), ("Aster 2", "Aster"), ("Aster 3", "Aster"), ("Birch 1", "Birch"),
    ]  # fmt: skip
