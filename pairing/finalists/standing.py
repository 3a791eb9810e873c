"""What the finalists' rule reads: a line of the standings, and how large a lead counts (appendix B)."""

from typing import NamedTuple


class Place(NamedTuple):
    """One line of the standings: a player's number, half wins and spread."""

    player: int
    half: int
    spread: int


class FinalistSettings(NamedTuple):
    """The first `places` reach the final. The margin is `half` half wins and `spread`.

    `swing` limits how much spread one game can change (None: no limit); `draws` says whether games can be drawn.
    """

    places: int = 2
    half: int = 2
    spread: int = 350
    swing: int | None = None
    draws: bool = True
    bye_half: int = 2
    bye_spread: int = 50


USUAL = FinalistSettings()
