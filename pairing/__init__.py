"""Who meets whom in the next round, with a reason for each pair, by the system that an event's plan names.

`rounds.pair` pairs by the systems that are computed at once; FIDE's have engines of their own, which the application
runs as processes.
"""
