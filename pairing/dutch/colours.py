"""C.04.3, articles 1.6, 1.7 and 5: colour preferences, and who plays with White."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from pairing.dutch.players import Player
from tiebreaks.facts.games import Colour

OTHER = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, Colour.NONE: Colour.NONE}


class Strength(IntEnum):
    """Article 1.7: how much a player wants a colour."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """The colour that a player should receive, and how strongly."""

    colour: Colour
    strength: Strength


def colour_difference(player: Player) -> int:
    """Return games with White minus games with Black (1.6)."""
    return player.colours.count(Colour.WHITE) - player.colours.count(Colour.BLACK)


def preference_of(player: Player) -> Preference:
    """Return the colour preference of a player (1.7)."""
    difference, latest = colour_difference(player), player.colours[-2:]
    if not latest:
        return Preference(Colour.NONE, Strength.NONE)
    due = Colour.BLACK if difference > 0 else Colour.WHITE if difference < 0 else OTHER[latest[-1]]
    if abs(difference) > 1:
        return Preference(due, Strength.ABSOLUTE)
    if latest in ((Colour.WHITE, Colour.WHITE), (Colour.BLACK, Colour.BLACK)):
        return Preference(OTHER[latest[-1]], Strength.ABSOLUTE)
    return Preference(due, Strength.STRONG if difference else Strength.MILD)


def allocate(high: Player, low: Player, initial: Colour) -> tuple[Player, Player]:
    """Return White and Black of a pair (5.2). `high` is ranked higher, and `initial` is the initial-colour (5.1)."""
    return (high, low) if colour_of_higher(high, low, initial)[0] == Colour.WHITE else (low, high)


def colour_of_higher(high: Player, low: Player, initial: Colour) -> tuple[Colour, str]:
    """Return the colour of the higher ranked player of a pair, and the article that decides."""
    mine, theirs = preference_of(high), preference_of(low)
    if mine.colour != theirs.colour:  # both are granted, or the only one
        return mine.colour if mine.strength else OTHER[theirs.colour], "5.2.1"
    if not mine.strength:
        return initial if high.odd else OTHER[initial], "5.2.5"
    if mine.strength != theirs.strength:
        return mine.colour if mine.strength > theirs.strength else OTHER[mine.colour], "5.2.2"
    widths = (abs(colour_difference(high)), abs(colour_difference(low)))
    if mine.strength == Strength.ABSOLUTE and widths[0] != widths[1]:
        return mine.colour if widths[0] > widths[1] else OTHER[mine.colour], "5.2.2"
    for own, other in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if own != other:
            return other, "5.2.3"
    return mine.colour, "5.2.4"
