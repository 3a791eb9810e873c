"""A ranked table as a value: what each criterion computes, the working behind a value, and why one player is ahead.

`tiebreaks.standings` makes such a table; everything that only reads one needs no more than this room.
"""
