"""Large events and sites for the benchmarks, in the database of the process."""

from uuid import uuid4


def play_rounds(players: int, rounds: int) -> None:
    """Store the event `p…` whose rounds Crosstable has drawn, all but the last of them played."""
    from pairing.plan.stages import Stage
    from tests.site.championship import draw, make_championship, publish
    from tournaments.actions.rounds.planning import set_plan
    from tournaments.actions.writing import COMMAND
    from tournaments.domain.desk.results import Result
    from tournaments.models import Game, Player

    event = make_championship(0, slug=f"p{players}", discipline="chess")
    Player.objects.bulk_create(
        (
            Player(event=event, number=number, name=f"Player {number:04}", rating=3000 - number // 3)
            for number in range(1, players + 1)
        ),
        batch_size=1000,
    )
    set_plan(event, [Stage("dutch", 1, rounds + 1)], COMMAND)
    for number in range(1, rounds + 1):
        draw(event)
        publish(event)
        games = list(Game.objects.filter(round__event=event, round__number=number, black__isnull=False))
        for game in games if number < rounds else ():
            game.result = (Result.WHITE, Result.BLACK, Result.DRAW)[game.pk % 3]
        Game.objects.bulk_update(games, ["result"], batch_size=500)
        event.refresh_from_db()
        event.version += 1
        event.save(update_fields=["version"])


def fill_log(slug: str, lines: int) -> None:
    """Write lines into the log of an event, as entries of results do."""
    from django.utils import timezone

    from tournaments.domain.event.log_actions import LogAction
    from tournaments.models import Event, LogEntry

    event = Event.objects.get(slug=slug)
    games = list(event.rounds.last().games.values_list("pk", flat=True))
    values = {"result": "10", "white_score": None, "black_score": None}
    LogEntry.objects.bulk_create(
        (
            LogEntry(
                event=event,
                version=event.version + number,
                at=timezone.now(),
                actor_name="arbiter",
                role="arbiter",
                action=LogAction.ENTER,
                game_id=games[number % len(games)],
                before=values | {"result": ""},
                after=values,
                uuid=uuid4(),
            )
            for number in range(lines)
        ),
        batch_size=500,
    )
    event.version += lines
    event.save(update_fields=["version"])


def fill_site(events: int, players: int) -> None:
    """Store events of a round each, played by people of other names."""
    from datetime import date, timedelta

    from django.utils import timezone

    from tournaments.domain.desk.results import Result
    from tournaments.models import Event, Game, Player, Round

    made = Event.objects.bulk_create(
        Event(
            slug=f"open-{number}",
            name=f"Ostnor Open no {number}",
            discipline="chess",
            epoch="e1",
            tiebreaks="PTS,BH,DE",
            planned_rounds=7,
            lots_seed=7,
            changed_at=timezone.now(),
            is_public=True,
            starts_on=date(2026, 1, 1) + timedelta(days=number % 365),
        )
        for number in range(events)
    )
    rounds = Round.objects.bulk_create(Round(event=event, number=1) for event in made)
    for event, its_round in zip(made, rounds, strict=True):
        people = Player.objects.bulk_create(
            Player(event=event, number=number, name=f"{FAMILY[number % 7]}, N{event.pk}-{number}", rating=2600 - number)
            for number in range(1, players + 1)
        )
        Game.objects.bulk_create(
            Game(round=its_round, board=board, white=white, black=black, result=Result.WHITE)
            for board, (white, black) in enumerate(zip(people[::2], people[1::2], strict=True), start=1)
        )


FAMILY = ("Almeida", "Berg", "Čapek", "Dupont", "Eriksson", "Ferrari", "Grünfeld")
