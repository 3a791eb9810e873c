"""Which colour a team is due on its first board, and how strongly (C.04.6, articles 1.6 and 1.7).

The regulations leave the kind of preference to the event: type A, which is simple, type B, or none.
"""

from collections.abc import Sequence

from pairing.dutch.colours import OTHER, Preference, Strength
from tiebreaks.facts.games import Colour

TYPE_A, TYPE_B, NO_COLOUR = COLOURS = ("typea", "typeb", "nocolor")
NOTHING = Preference(Colour.NONE, Strength.NONE)


def colour_difference(colours: Sequence[Colour]) -> int:
    """Return matches with White minus matches with Black (1.6.2)."""
    return colours.count(Colour.WHITE) - colours.count(Colour.BLACK)


def preference_of(colours: Sequence[Colour], preferences: str, *, is_last: bool) -> Preference:
    """Return the colour preference after these colours (1.7). The simple one of type A counts as a strong one."""
    if preferences == NO_COLOUR or not colours:
        return NOTHING
    difference = colour_difference(colours)
    for due, other, excess in ((Colour.WHITE, Colour.BLACK, -difference), (Colour.BLACK, Colour.WHITE, difference)):
        if excess > 1 or (excess in (0, 1) and tuple(colours[-2:]) == (other, other)):
            return Preference(due, Strength.STRONG)
    if preferences == TYPE_A or (difference == 0 and is_last):
        return NOTHING
    due = Colour.WHITE if difference < 0 else Colour.BLACK if difference > 0 else OTHER[colours[-1]]
    return Preference(due, Strength.MILD)
