"""The first boards of the newest round as cards, and the round by name."""

import re

import pytest

from tests.site.factories import NAMES, make_event
from tournaments.access.reader import staff_reader
from tournaments.models import Game, Player
from tournaments.pages.rounds.round import round_view

pytestmark = pytest.mark.django_db

CASES = [  # boards, round, places on cards
    ("a short round has none", 11, 2, []),
    ("a long one has four", 12, 2, [1, 2, 3, 4]),
    ("only the newest", 12, 1, []),
]


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


@pytest.mark.parametrize(("boards", "number", "places"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_which_boards_are_cards(boards, number, places):
    assert [row.place for row in round_view(staff_reader(long_event(boards)), number).top] == places


def test_the_page_shows_them_with_their_winners(client):
    long_event(12)
    cards = client.get("/e/open/round/2/").text.split('id="tops"')[1].split("</ol>")[0]
    assert cards.count("<li") == 4
    assert cards.count('class="won"') == 2, "a name and a mark"


def test_a_round_by_name_has_no_cards(client):
    long_event(12)
    assert 'id="tops"' not in client.get("/e/open/round/2/?by=name").text


def test_a_round_by_name_says_the_points_before_it_behind_both_names(client):
    event = long_event(12)
    Game.objects.filter(round__event=event, round__number=1, board=4).update(result="10")
    _, row = client.get("/e/open/round/2/?by=name").text.split('<tbody id="p7">')
    row = " ".join(re.sub("<[^>]+>", " ", row.split("</tbody>")[0].split(">", 1)[1]).split())
    assert row.startswith(f"{NAMES[6]} (1) 4 White {NAMES[7]} (0)")
