"""A hall with a round of chess and one of Scrabble, forty boards each, and what is stored there."""

import json

HALL = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.models import Event, Game, Membership, Player, Round
for slug, discipline, order in (("cup", "chess", "PTS,BH"), ("words", "scrabble", "PTS,SPREAD")):
    event = Event.objects.create(slug=slug, name=slug, discipline=discipline, tiebreaks=order, lots_seed=1, epoch="e1",
                                 changed_at=timezone.now())
    players = [Player(event=event, number=n, name=f"Player {n:02}") for n in range(1, 81)]
    Player.objects.bulk_create(players)
    first = Round.objects.create(event=event, number=1)
    games = enumerate(zip(players[::2], players[1::2]), 1)
    Game.objects.bulk_create(Game(round=first, board=board, white=one, black=two) for board, (one, two) in games)
    for name in ("anna", "bert"):
        user, _ = User.objects.get_or_create(username=name)
        Membership.objects.create(event=event, user=user, role="arbiter")
"""
RESULTS = """
import json
from tournaments.models import Game
games = Game.objects.filter(round__event__slug="{slug}").order_by("board")
print(json.dumps([[g.result, g.white_score, g.black_score] for g in games]))
"""


def stored(hall, slug="cup"):
    return json.loads(hall.python(RESULTS.format(slug=slug)))


def current(page):
    return page.locator("tr[aria-current] .place").inner_text()
