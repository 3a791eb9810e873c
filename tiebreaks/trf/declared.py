"""What a file states about its own table: points and ranks, word for word.

Nothing is computed from them; `tiebreaks.checking.verify` holds them against the results.
"""

from typing import NamedTuple


class Declared(NamedTuple):
    """The points and rank that a line states, word for word ("" for none), for `tiebreaks.checking.verify` to check.

    For a team, `points` are its match points.
    """

    line: int
    points: str
    rank: str
    game_points: str = ""
