"""The job that notifies the subscribers of an event: it finds out what is new to them, and who wants to know."""

from collections import defaultdict

from django.db import transaction
from django.utils import translation

from tournaments.access.reader import Reader
from tournaments.models import Event, PushChannel, PushSubscription
from tournaments.operation import jobs
from tournaments.pages.players.notifications import Notification, list_names, write_notifications
from tournaments.push.sending import PushMessage, queue_messages
from tournaments.queries.snapshot import snapshot

type Choices = dict[str, dict[frozenset[int], list[int]]]  # subscriptions by language and followed players


def notify_subscribers(task: jobs.Task) -> None:
    """Enqueue a message for each subscriber whose players have new happenings.

    What is new is found outside of the transaction, so that no entry waits for it. A job that has been at work on the
    same event meanwhile has the last word: this one is done again.
    """
    channel = PushChannel.objects.filter(event=task.job.event_id).select_related("event").first()
    if channel is None:
        return task.finish()
    event = channel.event
    with snapshot():
        names = list_names(Reader(event))
        messages = write_messages(event, channel.seen) if event.is_public else []
    with transaction.atomic():
        unchanged = PushChannel.objects.filter(pk=channel.pk, revision=channel.revision)
        if not unchanged.update(seen=names, revision=channel.revision + 1):
            raise jobs.Later(1)
        queue_messages(event, messages)
        task.finish(messages=len(messages))


def write_messages(event: Event, seen: list[str]) -> list[PushMessage]:
    """Write what is new in the language of each subscriber, once for all who follow the same players."""
    messages = []
    for language, choices in read_choices(event).items():
        with translation.override(language):
            notifications = write_notifications(Reader(event), seen, choices)
        messages += [
            address(event, subscription, notification)
            for choice, notification in notifications.items()
            for subscription in choices[choice]
        ]
    return messages


def read_choices(event: Event) -> Choices:
    """Return the subscribers of an event. One query."""
    choices: Choices = defaultdict(lambda: defaultdict(list))
    rows = PushSubscription.objects.filter(event=event).order_by("pk").values_list("pk", "language", "players")
    for pk, language, players in rows:
        choices[language][frozenset(players)].append(pk)
    return choices


def address(event: Event, subscription: int, notification: Notification) -> PushMessage:
    return PushMessage(subscription, event.name, notification.body, notification.tag, notification.address)
