"""Close the streams of those who may no longer see what they show: after every write, and at every heartbeat."""

import asyncio
import logging

from tournaments.live.broker import Broker, Topic
from tournaments.live.visibility import Visibility

log = logging.getLogger(__name__)

PAUSE, PAUSE_AFTER_FAILURE = 0.2, 2  # seconds between two checks


class Guard:
    """One task that checks all topics of a broker whenever its bell is rung."""

    def __init__(self, broker: Broker, visibility: Visibility) -> None:
        self.broker, self.visibility = broker, visibility
        self.bell = asyncio.Event()

    def check_soon(self) -> None:
        self.bell.set()

    async def keep_watch(self) -> None:
        """Check the topics until cancelled."""
        while True:
            await self.bell.wait()
            self.bell.clear()
            pause = PAUSE
            try:
                await self.end_hidden()
                for topic in list(self.broker.topics.values()):
                    await self.turn_away(topic)
            except Exception:  # whatever it was, nobody may keep a stream because a check failed
                log.exception("The rights to the open streams could not be checked; they are checked again.")
                self.bell.set()
                pause = PAUSE_AFTER_FAILURE
            await asyncio.sleep(pause)

    async def end_hidden(self) -> None:
        """End the topics that everybody could see and nobody may see any more, even if no write has woken anybody."""
        public = [key for key in self.broker.topics if not (key.inside or key.is_member)]
        for key in await self.visibility.find_hidden(public) if public else ():
            if topic := self.broker.topics.get(key):
                topic.end()

    async def turn_away(self, topic: Topic) -> None:
        """Close the listeners of a topic whose tickets open it no longer. No query where nobody has one."""
        tickets = {listener.ticket for listener in topic.listeners if listener.ticket}
        ended = await self.visibility.find_ended(topic.key, tickets) if tickets else set()
        for listener in topic.listeners:
            if listener.ticket in ended:
                listener.turn_away()
