"""Events for other programs: stored in the transaction of the write, sent by a job, retried for a day.

`payloads` says what is sent, `sending` signs and posts it, `outbound` keeps requests out of this server's own network.
"""
