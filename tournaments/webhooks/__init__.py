"""News for other programs: written down in the transaction of the write, sent by a job, tried again for a day.

`news` says what is told, `sending` signs and posts it, `outside` keeps the posting out of this server's own network.
"""
