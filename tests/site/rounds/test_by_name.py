"""The round by name."""

import re

import pytest

from tests.site.factories import NAMES, make_event
from tournaments.models import Game, Player

pytestmark = pytest.mark.django_db


def long_event(boards):
    """Two rounds of so many boards; at board 2 of the second one White has won."""
    event = make_event()
    more = [Player(event=event, number=n, name=f"Player {n}") for n in range(len(NAMES) + 1, 2 * boards + 1)]
    players = [*event.players.order_by("number"), *Player.objects.bulk_create(more)]
    for each in event.rounds.all():
        each.games.all().delete()
        Game.objects.bulk_create(
            Game(round=each, board=board, white=players[2 * board - 2], black=players[2 * board - 1])
            for board in range(1, boards + 1)
        )
    Game.objects.filter(round__event=event, round__number=2, board=2).update(result="10")
    return event


def test_a_round_by_name_says_the_points_before_it_behind_both_names(client):
    event = long_event(12)
    Game.objects.filter(round__event=event, round__number=1, board=4).update(result="10")
    _, row = client.get("/e/open/round/2/?by=name").text.split('<tbody id="p7">')
    row = " ".join(re.sub("<[^>]+>", " ", row.split("</tbody>")[0].split(">", 1)[1]).split())
    assert row.startswith(f"{NAMES[6]} (1) 4 White {NAMES[7]} (0)")
