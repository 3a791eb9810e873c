"""What all systems share: boards and reasons, the rounds so far, who may meet, byes, first moves and fixed tables.

A rule that stands here holds for a pairing by hand or by a foreign engine as well.
"""
