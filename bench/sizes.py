"""What the pages of the staff cost as the field grows: `python -m bench.sizes`, with 250, 500 and 1,000 players.

Crosstable draws and publishes the rounds itself, since only such rounds store what they were drawn from. For each page:
processor time of the quicker of two requests, database queries, size and elements. Processor time is the measure:
other work on the machine does not count in it. The goal: what arbiters do all day costs little more in a large event.
"""

import os
import tempfile
import time

from bench._goals import judge
from bench._small import sized

SIZES = sized((250, 500, 1000), (20,))
ROUNDS = 6
PAGES = {
    "desk": "/e/p{}/desk/",
    "pairings": "/e/p{}/pairings/",
    "round": "/e/p{}/round/6/",
    "check-in": "/e/p{}/checkin/",
    "projector": "/e/p{}/screen/",
    "log": "/e/p{}/log/",
    "games (API)": "/api/v1/events/p{}/games",
}
MOST = {"desk": 500, "pairings": 400, "round": 250, "typed line": 100}  # milliseconds with 1,000 players


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CROSSTABLE_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        for players in SIZES:
            play_rounds(players)
            measure(players)


def play_rounds(players: int) -> None:
    """Store an event whose rounds Crosstable has drawn, all but the last of them played."""
    from pairing.plan.stages import Stage
    from tests.site.championship import draw, make_championship, publish
    from tournaments.actions.rounds.planning import set_plan
    from tournaments.actions.writing import COMMAND
    from tournaments.domain.desk.results import Result
    from tournaments.models import Game, Player

    event = make_championship(0, slug=f"p{players}", discipline="chess")
    Player.objects.bulk_create(
        Player(event=event, number=number, name=f"Player {number:04}", rating=2600 - number)
        for number in range(1, players + 1)
    )
    set_plan(event, [Stage("dutch", 1, ROUNDS)], COMMAND)
    for number in range(1, ROUNDS + 1):
        draw(event)
        publish(event)
        games = list(Game.objects.filter(round__event=event, round__number=number, black__isnull=False))
        for game in games if number < ROUNDS else ():
            game.result = (Result.WHITE, Result.BLACK, Result.DRAW)[game.pk % 3]
        Game.objects.bulk_update(games, ["result"])
        event.refresh_from_db()
        event.version += 1
        event.save(update_fields=["version"])


def measure(players: int) -> None:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})
    admin = get_user_model().objects.get_or_create(username="admin", is_superuser=True)[0]
    client.force_login(admin)
    print(f"\n{players} players, {ROUNDS} rounds\npage            CPU ms  queries      KB  elements")
    figures = {name: show(name, lambda path=path: client.get(path.format(players))) for name, path in PAGES.items()}
    line = {"line": "3 1", "seen": ""}
    figures["typed line"] = show("typed line", lambda: client.post(f"/e/p{players}/desk/", line | {"uuid": new_uuid()}))
    for name, most in MOST.items() if players == max(SIZES) else ():
        judge(f"{name} of {players}", figures[name], "ms", most=most)


def new_uuid() -> str:
    from uuid import uuid4

    return str(uuid4())


def show(name: str, ask) -> float:
    """Ask twice, print the figures, and return the milliseconds."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.operation.bounded_cache import clear_caches

    spent = []
    for _ in range(2):
        clear_caches()
        with CaptureQueriesContext(connection) as asked:
            begun = time.process_time()
            answer = ask()
            spent.append(1000 * (time.process_time() - begun))
        assert answer.status_code in (200, 302), (name, answer.status_code)
    size, elements = len(answer.content) / 1000, answer.content.count(b"<") - answer.content.count(b"</")
    print(f"{name:<14} {min(spent):>7.0f} {len(asked):>8} {size:>7.0f} {elements:>9}", flush=True)
    return min(spent)


if __name__ == "__main__":
    main()
