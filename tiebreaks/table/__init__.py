"""What criteria share, derived from the facts once for each table: rounds in columns, unplayed rounds, encounters.

Here are the articles of C.07 that several criteria share; each criterion has its own in `tiebreaks.criteria`.
"""
