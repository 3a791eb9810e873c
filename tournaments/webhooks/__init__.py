"""News for other programs: written down in the transaction of the write, sent by a job, tried again for a day.

`news` says what is told, `sending` signs and posts it, `outside` keeps the posting out of this server's own network.
"""

from tournaments.webhooks.news import note
from tournaments.webhooks.outside import check
from tournaments.webhooks.sending import JOB, PAUSES, new_secret, send, sweep

__all__ = ["JOB", "PAUSES", "check", "new_secret", "note", "send", "sweep"]
