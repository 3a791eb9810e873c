"""Pages of a round robin that drops the results of those who leave it before half of the games."""

from decimal import Decimal

import pytest
from django.test import Client

from tests.site.factories import person
from tests.site.reading import text
from tiebreaks.facts.paper_notation import read_player_rows
from tiebreaks.trf import reader
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.events import import_tournament
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import name_unsaid, write_tournament_file
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.hall.paper import wall_chart
from tournaments.pages.players.card import card_view
from tournaments.queries.standings.standings import read_standings

ROWS = """
    Anna 2100: 4w0
    Bert 2000: 3w1
    Cleo 1900: 2b0
    Dirk 1800: 1b1
"""
NOTE = "withdrawn from round 2, before half of the games: ranked last, and no result against them counts"


@pytest.fixture
def event(db):
    """Dirk has beaten Anna and left; three games were planned."""
    facts = read_player_rows(ROWS, rounds=3, system="round-robin")
    event = import_tournament(facts, COMMAND, slug="open", name="Open", order="PTS,DE,SB,WON,KS")
    withdraw_participant(event, 4, COMMAND, "ill")
    return Event.objects.get()


@pytest.fixture
def dropped(event):
    change_settings(event, {"early_withdrawals": "drop"}, COMMAND, "competition rules 6.6")
    return Event.objects.get()


def ranks(event):
    return [(row.rank, row.number, row.values[0]) for row in read_standings(Reader(event)).rows]


def test_the_setting_drops_the_results(event):
    assert ranks(event) == [(1, 2, 1), (1, 4, 1), (3, 1, 0), (3, 3, 0)]
    change_settings(event, {"early_withdrawals": "drop"}, COMMAND, "competition rules 6.6")
    assert ranks(Event.objects.get()) == [(1, 2, 1), (2, 1, 0), (2, 3, 0), (4, 4, None)]


def test_the_table_says_it_in_words(dropped, client):
    assert NOTE in text(client.get("/e/open/"))
    assert NOTE in text(client.get("/e/open/crosstable/"))
    assert "Withdrew before playing half of the games" in text(client.get("/e/open/player/4/why/PTS/"))


def test_points_after_a_round_are_those_of_the_table(dropped):
    """Of a game that no longer counts stays what arbiters took, but not from whoever has left."""
    Game.objects.filter(black__isnull=False, white__number=1).update(white_deduction="0.5", black_deduction="0.5")
    clear_caches()
    staff = staff_reader(dropped)
    points = {row.number: row.values[0] for row in read_standings(staff).rows}
    assert points == {1: Decimal("-0.5"), 2: 1, 3: 0, 4: None}
    assert [line.points for line in card_view(staff, 1).lines] == ["−½"]
    assert [line.points for line in card_view(staff, 4).lines][:1] == ["0"]
    assert {line.person.number: line.points for line in wall_chart(staff, 0).charts[0].lines}[4] == "0"


def test_the_crosstable_and_the_cards_keep_the_games(dropped, client):
    assert "(1)" in text(client.get("/e/open/crosstable/"))
    assert "(0)" in text(client.get("/e/open/crosstable/"))
    assert "Dirk" in text(client.get("/e/open/player/1/"))
    assert "Anna" in text(client.get("/e/open/player/4/"))
    assert card_view(Reader(dropped), 1).rating.games == 1  # ratings count what was played
    rounds = client.get("/api/v1/events/open/crosstable").json()["items"][-1]["rounds"]
    assert (rounds[0]["opponent"], rounds[0]["points"]) == (1, "1")


def test_the_setting_needs_a_reason_once_there_are_results(event):
    owner = Client()
    owner.force_login(person("olga", event, Role.OWNER))
    assert "withdrawal from a round robin before half of the games" in text(owner.get("/e/open/settings/")).lower()


PAGES = (
    *("", "crosstable/", "statistics/", "player/4/", "player/1/", "player/4/why/SB/", "compare/1/4/", "compare/4/2/"),
    *("export/", "export/standings.csv", "export/trf/", "round/1/", "?after=1"),
)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_who_has_no_values(dropped, client, page):
    assert client.get(f"/e/open/{page}").status_code == 200


def test_the_api_has_no_value_and_keeps_the_player(dropped, client):
    rows = client.get("/api/v1/events/open/standings").json()["items"]
    assert (rows[-1]["rank"], rows[-1]["number"], set(rows[-1]["values"])) == (4, 4, {None})


def test_a_file_that_is_read_back_drops_the_same_results(dropped):
    written = write_tournament_file(Reader(dropped))
    assert "early_withdrawals=drop" in written
    assert reader.read(written).crosstable.find_early_withdrawals() == {4}
    assert "how the results of early withdrawals count" in name_unsaid(Reader(dropped))
