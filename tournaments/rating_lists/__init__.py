"""Downloaded rating lists, for looking players up: one read-only file each, outside the database.

This way no desk waits while two million lines are imported, backups of the database stay small, and a list is replaced
or deleted at once (docs/decisions/0025-rating-lists.md).
"""
