"""Matches of teams in words."""

from django.utils.translation import gettext


def match_forfeited(both: bool) -> str:
    """Say that a match was not played."""
    return gettext("forfeited by both") if both else gettext("forfeit")


def by_berlin(winner: str, mine: str, theirs: str) -> str:
    """Say whom the Berlin scores of a drawn match favour; `winner` is "" where they are equal too."""
    points = {"winner": winner, "mine": mine, "theirs": theirs}
    if not winner:
        return gettext("Berlin %(mine)s : %(theirs)s: equal") % points
    return gettext("Berlin %(mine)s : %(theirs)s for %(winner)s") % points
