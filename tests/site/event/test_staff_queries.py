"""No page of the staff asks the database more often because more people play."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.models import Game, Player
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages import navigation

pytestmark = pytest.mark.django_db

PAGES = [page.name for page in navigation.STAFF if page.name != "teams"]


def count_queries(client, event, name):
    clear_caches()
    with CaptureQueriesContext(connection) as asked:
        page = client.get(navigation.find_address(name, event))
    assert page.status_code == 200, name
    return len(asked)


def add_players(event, count):
    """Add players who play each other in the last round, and enter their results."""
    players = Player.objects.bulk_create(Player(event=event, number=n, name=f"Neu, N{n}") for n in range(9, 9 + count))
    last = event.rounds.latest("number")
    Game.objects.bulk_create(
        Game(round=last, board=board, white=white, black=black)
        for board, (white, black) in enumerate(zip(players[::2], players[1::2], strict=True), start=5)
    )
    for board in range(5, 5 + count // 2):
        enter_result(event, last.number, board, Entry(Result.WHITE), COMMAND)


def test_no_page_asks_more_often_for_more_players(client):
    event = make_event()
    client.force_login(person("owner", event, Role.OWNER))
    few = {name: count_queries(client, event, name) for name in PAGES}
    add_players(event, 24)
    assert {name: count_queries(client, event, name) for name in PAGES} == few
