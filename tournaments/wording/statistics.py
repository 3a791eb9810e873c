"""The statistics of games in words."""

from django.utils.translation import gettext

from tournaments.domain.disciplines import GameRules


def name_outcomes(rules: GameRules) -> tuple[str, str, str]:
    """Name the three ways a game can end by who won: the first player, nobody, the second player."""
    if rules.has_colours:
        return gettext("White wins"), gettext("draws"), gettext("Black wins")
    return gettext("first player wins"), gettext("draws"), gettext("second player wins")
