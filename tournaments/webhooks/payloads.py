"""The events that webhooks receive after a write: no more than everybody may know at that moment.

A result that is withheld or waits for its second check is not sent, and its round does not count as finished; releasing
the rounds sends that they are. A result that players report is sent once it is accepted.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.access import audience
from tournaments.domain.choices import WebhookKind
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import Effect, LogAction, actions_with
from tournaments.models import Delivery, Event, Game, LogEntry, Webhook
from tournaments.operation import jobs
from tournaments.queries.rounds.games import read_games
from tournaments.webhooks.sending import JOB

STANDINGS_ACTIONS = actions_with(Effect.STANDINGS)


def queue_deliveries(event: Event, entry: LogEntry) -> None:
    """Queue what the webhooks of an event must receive after a write, inside its transaction."""
    webhooks = list(event.webhooks.all())
    for kind, data in read_messages(event, entry) if webhooks else ():
        for webhook in webhooks:
            if kind in webhook.news:
                queue_delivery(webhook, kind, build_body(event, entry, kind, data))


def queue_delivery(webhook: Webhook, kind: str, body: dict[str, Any]) -> None:
    """Store one delivery and enqueue it; a changed table that has not been sent yet is sent only once."""
    unsent = webhook.deliveries.filter(news=WebhookKind.STANDINGS, attempts=0)
    if kind == WebhookKind.STANDINGS and unsent.update(body=body):
        return
    delivery = Delivery.objects.create(webhook=webhook, news=kind, body=body, created_at=timezone.now())
    jobs.enqueue(JOB, webhook.event, delivery=delivery.pk)


def build_body(event: Event, entry: LogEntry, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    stamp = f"{event.epoch}-{event.version}"
    return {
        "type": str(kind), "timestamp": entry.at.isoformat(), "event": event.slug, "version": stamp, "data": data,
    }  # fmt: skip


def read_messages(event: Event, entry: LogEntry) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the messages that a log entry gives rise to: the kind of each, and what the public may know of it."""
    if entry.action == LogAction.REPORT:
        return
    if entry.game_id and not Game.objects.filter(audience.HIDDEN, pk=entry.game_id).exists():
        game = read_games(event).get(pk=entry.game_id)
        result = {name: getattr(game, name) for name in ("result", "white_score", "black_score")}
        yield WebhookKind.RESULT, {"round": game.round.number, "board": game.board, **result}
    for number in find_ended_rounds(event, entry):
        if not find_open_boards(event, number).exists():
            yield WebhookKind.ROUND_FINISHED, {"round": number}
    if entry.action == LogAction.PUBLISH:
        for published in entry.new_values["rounds"]:
            yield WebhookKind.ROUND_PUBLISHED, {"round": published["round"]}
    if entry.game_id or entry.action in STANDINGS_ACTIONS:
        yield WebhookKind.STANDINGS, {}


def find_ended_rounds(event: Event, entry: LogEntry) -> list[int]:
    """Return the rounds whose last result a write may have made public."""
    if entry.game_id:
        is_released = entry.action == LogAction.CHECK and not event.shows_provisional
        was, now = (each.get("result", Result.OPEN) for each in (entry.old_values, entry.new_values))
        if not is_released and (was != Result.OPEN or now == Result.OPEN):
            return []  # or it is a decision about a player, which names no result
        return list(event.rounds.filter(games=entry.game_id).values_list("number", flat=True))
    if entry.action == LogAction.RELEASE:
        return list(entry.new_values["rounds"])
    if entry.action != LogAction.MATCH_END or not entry.new_values["end"]:
        return []
    return list(
        event.rounds.filter(number=entry.new_values["round"], is_withheld=False).values_list("number", flat=True)
    )


def find_open_boards(event: Event, number: int) -> QuerySet[Game]:
    """Return the boards of a round without a public result."""
    boards = Game.objects.filter(round__event=event, round__number=number, black__isnull=False)
    return boards.filter(Q(result=Result.OPEN) | audience.HIDDEN)
