"""What no stream, no shared view and no picture says of players: the table of test_public_files.py goes on here.

Streams and shared views are those of the ASGI applications, from a state to the next one; a picture can't be read, so
it must be the same whatever is hidden.
"""

import asyncio

import pytest

from tests.site.exchange.test_public_files import fill, find_secrets
from tests.site.factories import make_event
from tests.site.standings.test_shared_views import Process
from tests.site.teams import make_team_event
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Player
from tournaments.operation.bounded_cache import clear_caches

VIEWS = ("standings", "round-1", "version")
FORMS = ("", "format=json", "lang=de")
PATIENCE = 30


@pytest.fixture(params=["chess", "teams"])
def event(request, committed):
    """An event with secrets, whose first player has a pseudonym and wins the last game."""
    event = fill(make_event("chess") if request.param == "chess" else make_team_event("teams", rounds=1))
    Game.objects.exclude(white__number=1).exclude(black__number=1).update(result="==")
    Game.objects.filter(black__number=1).update(result="01")
    return event


def enter(event):
    game = event.rounds.get(number=1).games.get(white__number=1)
    assert enter_result(event, 1, game.board, Entry("10", version=0), COMMAND).outcome == "saved"


class Reader:
    """One stream of a process: its messages, which end with an empty line each."""

    def __init__(self, process, path, query):
        self.told, self.gone = "", asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}
        self.task = asyncio.create_task(process.streams(scope | {"client": ("127.0.0.1", 1)}, self.wait, self.take))

    async def wait(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def take(self, message):
        self.told += message.get("body", b"").decode()

    async def reads(self, stamp):
        async with asyncio.timeout(PATIENCE):
            while f"id: {stamp}\n" not in self.told:
                await asyncio.sleep(0.05)

    async def close(self):
        self.gone.set()
        await self.task


@pytest.mark.parametrize("view", VIEWS)
def test_no_stream_says_what_is_private(event, view):
    """From the whole of a state to the step after a result of somebody who is hidden, as HTML and as values."""

    async def scene():
        process = Process()
        readers = [Reader(process, f"/live/{event.slug}/{view}/", query) for query in FORMS]
        for reader in readers:
            await reader.reads("e1-9")
        await asyncio.to_thread(enter, event)
        for reader in readers:
            await reader.reads("e1-10")
            await reader.close()
        await process.streams.stop()
        return [reader.told for reader in readers]

    for told in asyncio.run(scene()):
        assert find_secrets(told) == []
        assert event.of_teams or "Lynx" in told


@pytest.mark.parametrize("view", (*VIEWS, "crosstable"))
def test_no_shared_view_says_what_is_private(event, view):
    """Heads, whole states and the step between them, which caches hand to everybody."""

    async def scene():
        process, path = Process(), f"/shared/{event.shared_key}/en/{event.slug}/{view}/"
        await process.names("e1-9", path)
        answers = [await process.ask(f"{path}snapshot/e1-9/")]
        await asyncio.to_thread(enter, event)
        await process.names("e1-10", path)
        for what in ("head", "steps/e1-9/e1-10", "snapshot/e1-10"):
            answers.append(await process.ask(f"{path}{what}/"))
        await process.streams.stop()
        return answers

    answers = asyncio.run(scene())
    told = "".join(answer.body.decode() for answer in answers)
    assert {answer.status for answer in answers} == {200}
    assert event.of_teams or "Lynx" in told
    assert find_secrets(told) == []


@pytest.mark.parametrize("picture", ["preview.png", "round/1/preview.png", "player/1/preview.png"])
def test_a_picture_is_the_same_whatever_is_hidden(client, event, picture):
    """The same event with another person behind the pseudonym and behind the missing name."""
    enter(event)
    first = draw(client, event, picture)
    hidden = Player.objects.filter(event=event, number__in=(1, 2))
    hidden.update(name="Zacharias, Zoe", club="Elsewhere", federation="ELS", title="GM", fide_id="1", birth_date="1999")
    assert draw(client, event, picture) == first
    Player.objects.filter(event=event, number=1).update(pseudonym="Puma")
    assert event.of_teams or draw(client, event, picture) != first, "the picture shows who is in front"


def draw(client, event, picture):
    clear_caches()
    Event.objects.filter(pk=event.pk).update(version=Event.objects.get(pk=event.pk).version + 1)  # no cache helps
    answer = client.get(f"/e/{event.slug}/{picture}")
    assert answer.headers["Content-Type"] == "image/png"
    return answer.content
