"""What people press on one server ends the streams of another one of the same site, and at once.

Both servers share a database and never send a heartbeat, so that nothing but the wake of the page ends a stream.
"""

from itertools import count

import pytest

from tests.servers.listening import Stream
from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.person import PASSWORD, Person
from tests.servers.server import Server

pytestmark = [pytest.mark.faults, pytest.mark.db]

SERVER = """
import os, uvicorn, django
django.setup()
from tournaments.live import stream
stream.HEARTBEAT_EVERY = 10**6
uvicorn.run("config.asgi:application", http="config.http.protocol:Protocol", port=int(os.environ["PORT"]))
"""
PEOPLE = f"""
from django.contrib.auth.models import User
from tournaments.models import Event, Membership
for name, role in (("owner", "owner"), ("helper", "entry")):
    user = User.objects.create_user(f"{{name}}-SLUG", password="{PASSWORD}")
    Membership.objects.create(event=Event.objects.get(slug="SLUG"), user=user, role=role)
User.objects.create_superuser("admin-SLUG", password="{PASSWORD}")
print(user.pk)
"""
NEW = "seven-white-knights"
NUMBERS = count(1)
# Who presses what, where the helper's own streams end: the helper in the same browser or in another one, or somebody.
ENDINGS = {
    "signs out": ("same", "/signout/", {}),
    "signs out the other browsers": ("other", "/account/sessions/", {}),
    "chooses a password": (
        *("other", "/account/password/"),
        {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW},
    ),
    "is given another role": ("owner", "/e/SLUG/people/role/", {"user": "HELPER", "role": "display"}),
    "is given no role": ("owner", "/e/SLUG/people/remove/", {"user": "HELPER"}),
    "is deactivated": ("admin", "/users/deactivate/", {"user": "HELPER"}),
}


@pytest.fixture(scope="module")
def servers(new_shared_server):
    """Two servers of one site."""
    first = new_shared_server(entry=["-c", SERVER]).start()
    second = Server(first.folder, first.environment.get("DATABASE_URL", ""), first.entry)
    second.start()
    yield first, second
    second.stop()


class Site:
    """Both servers, and a new event on them with its people."""

    def __init__(self, servers, slug):
        self.listens, self.acts = servers
        self.slug = slug
        self.run(NEW_EVENT.replace('"secret"', f'"secret-{slug}"'))
        self.helper = self.run(PEOPLE).strip()

    def run(self, code):
        return self.acts.python(code.replace('"cup"', f'"{self.slug}"').replace("SLUG", self.slug))

    def enter(self, board, result):
        self.run(f"{ENTER}enter({board}, '{result}')")

    def person(self, name):
        return Person(f"{name}-{self.slug}", self.acts)

    def press(self, person, path, **fields):
        """Send a form to the server that has no stream."""
        person.send(self.acts, self.fill(path), **{name: self.fill(value) for name, value in fields.items()})

    def fill(self, text):
        return str(text).replace("SLUG", self.slug).replace("HELPER", self.helper)

    def watch(self, view, cookie=""):
        return Stream(self.listens, f"/live/{self.slug}/{view}", cookie=cookie)


@pytest.fixture
def site(servers):
    return Site(servers, f"cup-{next(NUMBERS)}")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_stream_for_staff_ends_when_its_reader(site, ending):
    who, path, fields = ENDINGS[ending]
    helper = site.person("helper")
    with site.watch("round-1/?v=e-1", helper.cookie) as stream:
        site.enter(1, "==")
        assert "½" in stream.next().data
        presses = helper if who == "same" else site.person("helper" if who == "other" else who)
        site.press(presses, path, **fields)
        assert [message.name for message in stream.rest()] == ["ended"], "so that the page shows no more than it may"


@pytest.mark.parametrize("view", ["standings/", "round-1/", "version/", "standings/?format=json"])
def test_a_public_stream_ends_when_the_owner_hides_the_event(site, view):
    with site.watch(view) as stream:
        stream.next()
        site.press(site.person("owner"), "/e/SLUG/setup/hide/")
        assert [message.name for message in stream.rest() if message.name != "restart"] == []
    with site.watch(view) as again:  # one who comes within half a second may share an older look, and gets nothing
        assert again.status == 404 or {message.name for message in again.rest()} <= {"beat", "restart"}


def test_a_projectors_stream_ends_when_its_address_is_withdrawn(site):
    token = site.run("""
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
screen, token = add_screen(Event.objects.get(slug="cup"), "Hall", COMMAND)
print(screen.pk, token)
""")
    screen, token = token.split()
    with site.watch(f"version/?s={token}") as stream:
        stream.next()
        site.press(site.person("owner"), "/e/SLUG/screens/close/", screen=screen)
        stream.rest()
    with site.watch(f"version/?s={token}") as again:
        assert again.status == 404


NAME, NO_NAME, ROUND = "/e/SLUG/names/pseudonym/", "/e/SLUG/names/withhold/", "/e/SLUG/rounds/withhold/"
LYNX = {"player": 1, "pseudonym": "Lynx"}
#  the stream                 what is pressed                    what it says before and after
HIDDEN = [
    ("standings/", NAME, LYNX, "Ada", "Lynx"),
    ("standings/?format=json", NAME, LYNX, "Ada", "Lynx"),
    ("round-1/", NAME, LYNX, "Ada", "Lynx"),
    ("round-1/", NO_NAME, {"player": 1}, "Ada", "name withheld"),
    ("round-1/", ROUND, {"round": 1}, "½", "Ada"),
    ("round-1/?format=json", ROUND, {"round": 1}, '"results_in":1', '"results_in":0'),
]


@pytest.mark.parametrize(("view", "path", "fields", "before", "after"), HIDDEN)
def test_a_public_stream_goes_on_without_what_was_hidden(site, view, path, fields, before, after):
    """From the next message on, and for whoever comes then; the arbiters see it as before."""
    site.enter(1, "==")
    with site.watch(view) as stream:
        assert before in stream.next().data
        site.press(site.person("owner"), path, **fields)
        heard = [stream.next().data]
        site.enter(2, "10")
        with site.watch(view) as late:
            heard += [stream.next().data, late.next().data]
    assert not [data for data in heard if before in data]
    assert after in heard[-1]
    with site.watch("round-1/", site.person("helper").cookie) as inside:
        page = inside.next().data
    assert "Ada" in page and "½" in page
