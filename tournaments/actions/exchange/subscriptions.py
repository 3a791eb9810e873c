"""Subscribe browsers to notifications about followed players, and unsubscribe them.

No log entry says so: nothing in the event changes, and nobody else needs to know who follows whom.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.client_address import find_network
from tournaments.access.reader import Reader
from tournaments.models import Event, PushChannel, PushSubscription
from tournaments.push.sending import PushMessage, queue_messages, read_keys
from tournaments.push.services import check_endpoint
from tournaments.queries.standings.standings import read_standings

MOST = 2000  # subscriptions of one event
MOST_OF_ONE_NETWORK = MOST // 4  # a hall may share an address, and a stranger must leave room for it
MOST_PLAYERS = 50

FULL = sentence(
    "push-full", gettext_noop("{limit} browsers already get notifications of this event; no more can be added.")
)
FULL_THERE = sentence(
    "push-full-there",
    gettext_noop("{limit} browsers of your network already get notifications of this event; no more can be added."),
)
NO_KEYS = sentence("push-keys", gettext_noop("The browser has sent no keys to encrypt its notifications with."))


class Browser(NamedTuple):
    """Where the messages of a browser go, and what they are encrypted with, as it says itself."""

    endpoint: str
    p256dh: str
    auth: str


def subscribe(
    event: Event, browser: Browser, players: Collection[int], seen: list[str], page: str, address: str = ""
) -> None:
    """Store whom a browser follows, in the active language; a new one gets a first message. Raise Refusal.

    `seen` names what has happened so far: the first subscriber of an event is not notified of that. `page` is where
    the first message leads, and `address` where the browser is. It shows that messages arrive, and what was made up
    goes with the answer to it.
    """
    check_endpoint(browser.endpoint)
    try:
        read_keys(browser.p256dh, browser.auth)
    except ValueError:
        raise Refusal(NO_KEYS, field="p256dh") from None
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        own = PushSubscription.objects.filter(event=event)
        known = own.filter(endpoint=browser.endpoint).first()
        if not known and own.count() >= MOST:
            raise Refusal(FULL, limit=MOST)
        network = digest_network(address)
        if not known and network and own.filter(network=network).count() >= MOST_OF_ONE_NETWORK:
            raise Refusal(FULL_THERE, limit=MOST_OF_ONE_NETWORK)
        if not own.exists():
            PushChannel.objects.update_or_create(event=event, defaults={"seen": seen})
        known_players = read_standings(Reader(event)).facts.players
        chosen = sorted(known_players.keys() & set(players))[:MOST_PLAYERS]
        fields = {"p256dh": browser.p256dh, "auth": browser.auth, "language": get_language(), "players": chosen}
        if known:
            own.filter(pk=known.pk).update(**fields)
            return
        stored = own.create(
            event=event, endpoint=browser.endpoint, network=network, created_at=timezone.now(), **fields
        )
        names = "; ".join(known_players[number].name for number in chosen)
        body = gettext("You are notified of: %(names)s") % {"names": names}
        queue_messages(event, [PushMessage(stored.pk, event.name, body, f"{event.slug} first", page)])


def digest_network(address: str) -> str:
    """Return a digest of the network of an address, which nobody finds by trying all addresses; "" for none."""
    return salted_hmac("push network", find_network(address)).hexdigest()[:16] if address else ""


def unsubscribe(event: Event, endpoint: str) -> None:
    """Stop notifying a browser; anybody who knows its address may ask for it."""
    PushSubscription.objects.filter(event=event, endpoint=endpoint).delete()
