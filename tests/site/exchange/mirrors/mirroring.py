"""Events that are shown by a second server, for tests in one process: what leaves is taken in as another event."""

from itertools import count

from django.utils import timezone

from tests.site.factories import person
from tournaments.actions.exchange.mirror_messages import read_content, receive
from tournaments.actions.exchange.mirrors import create_mirror, find_mirror
from tournaments.domain.exchange.mirror_messages import MirrorMessage
from tournaments.formats.public_archive import export_public_event
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches


class Twin:
    """A mirror of an event in the same database, and the counter of what was sent."""

    def __init__(self, event, name="Town hall"):
        self.event, self.count = event, count(1)
        self.maker = person("maker")
        self.maker.is_superuser = True
        self.maker.save()
        self.mirror = find_mirror(create_mirror(name, self.maker))

    def message(self, **parts):
        standard = MirrorMessage("laptop", "e1", 0, self.mirror.nonce, "", "", timezone.now().isoformat())
        message = standard._replace(counter=next(self.count))._replace(**parts)
        return message._replace(nonce=parts.get("nonce", f"n{message.counter}"))

    def send(self, **parts):
        """Send the event as it is now, and return the mirrored event."""
        event = Event.objects.get(pk=self.event.pk)
        self.mirror = receive(self.mirror, self.message(**parts), read_content(export_public_event(event)))
        clear_caches()
        return Event.objects.get(pk=self.mirror.event_id)
