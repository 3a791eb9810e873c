"""Which team of a match has White on the first board, and by which article (C.04.6, article 4)."""

from __future__ import annotations

from pairing.dutch.colours import OTHER
from pairing.team_swiss.preferences import colour_difference, preference_of
from pairing.team_swiss.teams import Round, SwissTeam
from tiebreaks.facts.games import Colour


def first_team(one: SwissTeam, other: SwissTeam) -> tuple[SwissTeam, SwissTeam]:
    """Return both teams, the first-team first (4.2): the higher scores, then the smaller number."""
    first, second = sorted((one, other), key=lambda team: (-team.standing[0], -team.standing[1], team.tpn))
    return first, second


def allocate(this_round: Round, one: int, other: int) -> tuple[SwissTeam, SwissTeam, str]:
    """Return White and Black of a pair of places, and the article that decides (4.3)."""
    first, second = first_team(this_round.teams[one], this_round.teams[other])
    colour, article = colour_of_first(this_round, first, second)
    return (first, second, article) if colour == Colour.WHITE else (second, first, article)


def colour_of_first(this_round: Round, first: SwissTeam, second: SwissTeam) -> tuple[Colour, str]:
    """Return the colour of the first-team, and the article that decides."""
    if not first.played and not second.played:
        return this_round.initial if first.odd else OTHER[this_round.initial], "4.3.1"
    mine, theirs = (
        preference_of(team.colours, this_round.preferences, is_last=this_round.left == 0) for team in (first, second)
    )
    if mine.colour != theirs.colour:
        both = mine.strength and theirs.strength
        return mine.colour if mine.strength else OTHER[theirs.colour], "4.3.3" if both else "4.3.2"
    if mine.strength != theirs.strength:
        return mine.colour if mine.strength > theirs.strength else OTHER[mine.colour], "4.3.4"
    widths = colour_difference(first.colours), colour_difference(second.colours)
    if widths[0] != widths[1]:
        return Colour.WHITE if widths[0] < widths[1] else Colour.BLACK, "4.3.5"
    for own, other in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if own != other:
            return other, "4.3.6"
    if mine.strength:
        return mine.colour, "4.3.7"
    return (OTHER[first.colours[-1]], "4.3.8") if first.colours else (second.colours[-1], "4.3.9")
