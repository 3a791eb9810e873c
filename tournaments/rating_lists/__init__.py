"""Rating lists that somebody has downloaded, to look people up: one read-only file each, outside of the database.

So no desk waits while two million lines come in, copies of the database stay small, and a list is exchanged or deleted
at once (docs/decisions/0025-rating-lists.md).
"""
