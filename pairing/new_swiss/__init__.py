"""New Swiss, the system of German Scrabble events, with its preliminary groups and king of the hill.

Decision 10 says where its sources leave something open, and what was chosen.
"""
