"""Code for `server.python`: an event of four players and what happens to it."""

NEW_EVENT = """
from django.utils import timezone
from tournaments.models import Event, Player, Round, Game
now = timezone.now()
event = Event.objects.create(slug="cup", name="Cup", lots_seed=1, epoch="e", changed_at=now, tiebreaks="PTS,SB")
for number, name in enumerate(["Ada", "Ben", "Cleo", "Dora"], 1):
    Player.objects.create(event=event, number=number, name=name)
first = Round.objects.create(event=event, number=1)
players = {player.number: player for player in event.players.all()}
Game.objects.create(round=first, board=1, white=players[1], black=players[2])
Game.objects.create(round=first, board=2, white=players[3], black=players[4])
Event.objects.create(slug="secret", name="Secret", is_public=False, lots_seed=1, epoch="s", changed_at=now)
"""
NEW_SESSION = """
import time
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from tournaments.access.proof import PROVED_AT
user = get_user_model().objects.create_superuser("root")
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[PROVED_AT] = time.time()
session.save()
print(session.session_key)
"""
# The same, for the header: what a signed-in browser sends after "sessionid=", with the pass of its lane.
NEW_COOKIES = NEW_SESSION.replace(
    "print(session.session_key)",
    """
import time
from tournaments.access.lane_pass import COOKIE, create_pass
print(f"{session.session_key}; {COOKIE}={create_pass(session.session_key, int(time.time()) + 3600)}")
""",
)
BUMP = """
from django.db.models import F
from tournaments.models import Event
from tournaments.actions.writing import COMMAND, record, writing
def bump(times=1):
    for _ in range(times):
        with writing(Event.objects.get(slug="cup")) as event:
            record(event, COMMAND, "settings")
"""
ENTER = """
from uuid import uuid4
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game
def enter(board, result, number=1):
    event = Event.objects.get(slug="cup")
    version = Game.objects.get(round__event=event, round__number=number, board=board).version
    entry = Entry(result, None, None, version, uuid4(), "test")
    answer = enter_result(event, number, board, entry, COMMAND)
    assert answer.outcome == "saved", answer
"""
NEW_HALL = """
from django.utils import timezone
from tournaments.models import Event, Player, Round, Game
now = timezone.now()
event = Event.objects.create(
    slug="hall", name="Hall", lots_seed=1, epoch="h", changed_at=now, tiebreaks="PTS,BH,SB", planned_rounds=3
)
Player.objects.bulk_create(Player(event=event, number=n, name=f"Player {n:03}") for n in range(1, 2 * BOARDS + 1))
players = {player.number: player for player in event.players.all()}
first = Round.objects.create(event=event, number=1)
Game.objects.bulk_create(
    Game(round=first, board=b, white=players[2 * b - 1], black=players[2 * b]) for b in range(1, BOARDS + 1)
)
"""
FRESH_TABLE = """
import json
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.queries.standings.crosstable import read_crosstable
event = Event.objects.get(slug="hall")
table = rank(read_crosstable(Reader(event)), read_order(event.tiebreaks))
print(json.dumps({
    "version": event.version,
    "points": {row.number: str(row.values[0]) for row in table.rows},
    "order": [row.number for row in table.rows],
}))
"""
