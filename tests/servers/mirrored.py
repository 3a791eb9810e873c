"""Two servers, one of which keeps an event and one shows it, for tests and benchmarks.

pair = Pair(laptop, net)          # both are running; `laptop` has an event at the address `slug`
pair.begin()                      # a token there, and the event is shown from then on
pair.wait_until_equal()           # until the other server computes the same table from the same results
pair.state()                      # what the desk says about the public page
"""

import contextlib
import json
import urllib.error
import urllib.request

from tests.servers.server import PATIENCE, wait_for

NEW_TOKEN = """
from django.contrib.auth.models import User
from tournaments.actions.exchange.mirrors import create_mirror
maker, _ = User.objects.get_or_create(username="maker", defaults={"is_superuser": True, "is_staff": True})
print(create_mirror(NAME, maker))
"""
BEGIN = """
from django.contrib.auth.models import User
from tournaments.actions.exchange.mirror_links import begin_mirror_link
from tournaments.actions.writing import Actor
from tournaments.models import Event
owner, _ = User.objects.get_or_create(username="keeper", defaults={"is_superuser": True})
begin_mirror_link(Event.objects.get(slug=SLUG), URL, TOKEN, Actor(owner, "owner"))
"""
END = """
from django.contrib.auth.models import User
from tournaments.actions.exchange.mirror_links import end_mirror_link
from tournaments.actions.writing import Actor
from tournaments.models import Event
end_mirror_link(Event.objects.get(slug=SLUG), Actor(User.objects.get(username="keeper"), "owner"), take_down=DOWN)
"""
DO = """
from tournaments.actions.exchange import mirrors
from tournaments.models import Mirror
for mirror in Mirror.objects.all():
    mirrors.VERB(mirror)
"""
HIDE = """
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.writing import COMMAND, writing
from tournaments.models import Event
with writing(Event.objects.get(slug=SLUG)) as event:
    change_settings(event, {"is_public": SHOWN}, COMMAND)
"""
STATE = """
from tournaments.models import Event
from tournaments.queries.exchange.mirror_state import read_mirror_state
from tournaments.wording.mirror_links import describe_mirror_state, explain_failure
state = read_mirror_state(Event.objects.get(slug=SLUG))
print(state and describe_mirror_state(state), "|", state and explain_failure(state))
"""


class Pair:
    """A server that keeps the event `slug`, and one that shows it."""

    def __init__(self, laptop, net, slug="cup"):
        self.laptop, self.net, self.slug = laptop, net, slug

    def begin(self, name="Town hall", token=None, url=None):
        token = token or self.new_token(name)
        self.laptop.python(f"SLUG, URL, TOKEN = {self.slug!r}, {url or self.net.url!r}, {token!r}{BEGIN}")
        return token

    def new_token(self, name="Town hall"):
        return self.net.python(f"NAME = {name!r}{NEW_TOKEN}").strip()

    def end(self, *, take_down):
        self.laptop.python(f"SLUG, DOWN = {self.slug!r}, {take_down!r}{END}")

    def withdraw(self):
        self.net.python(DO.replace("VERB", "withdraw_mirror"))

    def readmit(self):
        self.net.python(DO.replace("VERB", "readmit_mirror"))

    def show(self, *, shown):
        """Show or hide the event on the laptop."""
        self.laptop.python(f"SLUG, SHOWN = {self.slug!r}, {shown!r}{HIDE}")

    def state(self):
        """Return what the desk says, and why nothing arrives."""
        return self.laptop.python(f"SLUG = {self.slug!r}{STATE}").strip()

    def wait_for_state(self, words):
        return wait_for(lambda: words in (said := self.state()) and said, f"the desk to say {words!r}: {self.state()}")

    def standings(self, server):
        """Return the table as everybody reads it there, None while there is none."""
        try:
            table = json.loads(server.get(f"/api/v1/events/{self.slug}/standings"))
            games = json.loads(server.get(f"/api/v1/events/{self.slug}/games"))
        except urllib.error.HTTPError as missing:
            assert missing.code == 404, missing.code
            return None
        table.pop("version")
        for game in games["items"]:
            game.pop("version")
        return table, games

    def wait_until_equal(self, patience=PATIENCE):
        def is_equal():
            with contextlib.suppress(TimeoutError):  # of a busy machine
                shown = self.standings(self.net)
                return shown is not None and shown == self.standings(self.laptop)

        wait_for(is_equal, f"both servers to show the same: {self.state()}", patience)
