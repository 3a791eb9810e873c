"""What pages cost as the field, the log and the site grow: `python -m bench.sizes`, `python -m bench.sizes 5000`.

Crosstable draws and publishes the rounds itself, since only such rounds store what they were drawn from. For each page:
processor time of the first request after a change and of the quickest of more, database queries, size and elements.
Processor time is the measure: other work on the machine does not count in it. Each page that misses its goal is named
in the end. With DATABASE_URL the same on PostgreSQL: `python -m tests.servers.postgres python -m bench.sizes`.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from bench._large_events import fill_log, fill_site, play_rounds
from bench._small import sized

SIZES = sized((250, 500, 1000, 5000), (20,))
ROUNDS = 6
LOG, EVENTS, PLAYERS = sized(20_000, 30), sized(2000, 5), sized(40, 4)  # lines, and events of so many players
STAFF = {
    "desk": "desk/",
    "phone desk": "desk/6/phone/",
    "second check": "check/6/",
    "pairings": "pairings/",
    "forbidden": "pairings/bans/",
    "rounds": "rounds/",
    "players": "players/",
    "numbers": "players/number/",
    "check-in": "checkin/",
    "privacy": "names/",
    "settings": "settings/",
    "tie-breaks": "tiebreaks/",
    "categories": "categories/",
    "documents": "documents/",
    "log": "log/",
    "people": "people/",
    "archive": "archive/",
}
PUBLIC = {
    "standings": "",
    "cross table": "crosstable/",
    "round": "round/6/",
    "statistics": "statistics/",
    "prizes": "prizes/",
    "card": "player/7/",
    "compare": "compare/7/8/",
    "why": "player/7/why/BH/",
    "projector": "screen/",
}
MOST = 150, 300  # milliseconds of processor time of a page with up to 1,000 players, and with more
MOST_LINE, MOST_FRONT, MOST_SEARCH = 30, 30, 60
MOST_PUBLISH = 2000
missed: list[str] = []


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CROSSTABLE_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        from config.http.lifespan import relax_garbage_collector

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        relax_garbage_collector()  # as a server does
        chosen = tuple(int(size) for size in sys.argv[1:] if size.isdigit())
        for players in chosen or SIZES:
            measure_event(players)
        if not chosen:
            measure_log(max(size for size in SIZES if size <= 1000))
            measure_site()
        print(f"\nmissed: {', '.join(missed) or 'none'}")


def measure_event(players: int) -> None:
    begun = time.process_time()
    play_rounds(players, ROUNDS)
    spent, client = time.process_time() - begun, sign_in()
    print(f"\n{players} players: {ROUNDS} rounds drawn and published in {spent:.1f} s of processor time{HEADS}")
    line = {"line": "3 1", "seen": ""}
    for name, path in (STAFF | PUBLIC).items():
        show(name, lambda path=path: client.get(f"/e/p{players}/{path}"), most_of(players), players)
    show("games (API)", lambda: client.get(f"/api/v1/events/p{players}/games"), most_of(players), players)
    show("typed line", lambda: client.post(f"/e/p{players}/desk/", line | {"uuid": str(uuid4())}), MOST_LINE, players)
    draw_next(players)
    show("draft", lambda: client.get(f"/e/p{players}/pairings/"), most_of(players), players)
    show("reasons", lambda: client.get(f"/e/p{players}/pairings/reasons/7/"), most_of(players), players)
    measure_publishing(client, players)


def measure_publishing(client: Any, players: int) -> None:
    """Publish the draft once, as the arbiter's button does."""
    from tournaments.models import Draft

    draft = Draft.objects.get(event__slug=f"p{players}")
    begun = time.process_time()
    answer = client.post(f"/e/p{players}/pairings/publish/", {"seen": f"{draft.number}-{draft.revision}"})
    spent = 1000 * (time.process_time() - begun)
    assert answer.status_code == 302, answer.status_code
    missed.extend([f"publishing {players} ({spent:.0f} ms)"] if spent > MOST_PUBLISH else [])
    print(f"{'publishing':<24} {spent:>5.0f}", flush=True)


def most_of(players: int) -> float:
    return MOST[players > 1000]


def draw_next(players: int) -> None:
    """Draw the round after the last one, whose open games are drawn."""
    from tests.site.championship import draw
    from tournaments.domain.desk.results import Result
    from tournaments.models import Event, Game

    event = Event.objects.get(slug=f"p{players}")
    Game.objects.filter(round__event=event, result=Result.OPEN, black__isnull=False).update(result=Result.DRAW)
    event.version += 1
    event.save(update_fields=["version"])
    draw(event)


def measure_log(players: int) -> None:
    fill_log(f"p{players}", LOG)
    client, slug = sign_in(), f"p{players}"
    print(f"\n{players} players and {LOG} lines of log{HEADS}")
    for name, path in {
        "log": "log/",
        "log, a board": "log/?round=6&board=3",
        "round": "round/6/",
        "desk": "desk/6/",
    }.items():
        show(name, lambda path=path: client.get(f"/e/{slug}/{path}"), most_of(players), f"{LOG} lines")
    for kind in ("csv", "json"):
        show(f"log.{kind}", lambda kind=kind: client.get(f"/e/{slug}/log/?format={kind}"), None, LOG)


def measure_site() -> None:
    from django.test import Client

    fill_site(EVENTS, PLAYERS)
    print(f"\n{EVENTS} events of {PLAYERS} players{HEADS}")
    for who, client in {"anybody": Client(headers={"host": "127.0.0.1"}), "admin": sign_in()}.items():
        front = f"first page, {who}"
        show(front, lambda client=client: client.get("/"), MOST_FRONT, f"{EVENTS} events")
        for text in ("no 1297", "grunfeld", "nobody at all"):
            path = f"/search/?q={text}"
            show(f"“{text}”, {who}", lambda client=client, path=path: client.get(path), MOST_SEARCH, f"{EVENTS} events")


def sign_in() -> Any:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(get_user_model().objects.get_or_create(username="admin", is_superuser=True)[0])
    return client


HEADS = f"\n{'page':<24} first   again  queries      KB  elements"


def show(name: str, ask: Callable[[], Any], most: float | None, size: object) -> None:
    """Ask a few times, print the figures, and note the page if it takes more than `most` milliseconds again."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.operation.bounded_cache import clear_caches

    ask()  # loads code and templates
    clear_caches()
    spent = []
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            begun = time.process_time()
            answer = ask()
            body = answer.getvalue()
            spent.append(1000 * (time.process_time() - begun))
        assert answer.status_code in (200, 302), (name, answer.status_code)
    elements = body.count(b"<") - body.count(b"</")
    again = min(spent[1:])
    is_missed = most is not None and again > most
    missed.extend([f"{name} of {size} ({again:.0f} ms)"] if is_missed else [])
    print(
        f"{name:<24} {spent[0]:>5.0f} {again:>7.0f} {len(asked):>8} {len(body) / 1000:>7.0f} {elements:>9}"
        f"{'  MISSED' if is_missed else ''}",
        flush=True,
    )


if __name__ == "__main__":
    main()
