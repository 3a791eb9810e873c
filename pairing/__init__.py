"""Pairings: the next round by the system that an event's plan names, with a reason for each pair.

`rounds.pair` pairs by the systems that are computed at once; FIDE's have engines of their own, which the application
runs as processes.
"""
