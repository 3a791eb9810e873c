"""How teams meet in an event: what a match and its boards count, and what a board prize needs."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import Berlin, BoardOf, BoardPrize, TeamScore


class TeamRules(models.Model):
    """The rules of one event for teams, made with it: any event of chess can still become one of teams.

    How many boards a match has stands in `Event.team_boards`, which says at every step whether teams meet at all.
    """

    event = models.OneToOneField("Event", models.CASCADE, primary_key=True, related_name="team_rules")
    team_colours = models.CharField(
        _("colours of the boards"),
        max_length=20,
        blank=True,
        help_text=_("The first team’s colours, for example WBWB or WBBW. If empty, they alternate."),
    )
    team_score = models.CharField(_("primary score"), max_length=2, choices=TeamScore, default=TeamScore.MATCH_POINTS)
    match_win_points = models.DecimalField(_("match points for a win"), max_digits=4, decimal_places=1, default=2)
    match_draw_points = models.DecimalField(_("match points for a draw"), max_digits=4, decimal_places=1, default=1)
    match_loss_points = models.DecimalField(_("match points for a loss"), max_digits=4, decimal_places=1, default=0)
    team_bye_match_points = models.DecimalField(_("match points for a bye"), max_digits=4, decimal_places=1, default=1)
    team_bye_game_points = models.DecimalField(
        _("game points for a bye"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        help_text=_("If empty: half of the boards."),
    )
    berlin = models.CharField(
        _("a drawn match is decided by Berlin"), max_length=7, choices=Berlin, default=Berlin.NOT, blank=True
    )
    board_prize = models.CharField(
        _("best on a board by"), max_length=11, choices=BoardPrize, default=BoardPrize.PERCENT
    )
    board_prize_games = models.PositiveSmallIntegerField(
        _("games for a board prize"),
        null=True,
        blank=True,
        help_text=_("How many games over the board a player needs. If empty: half of the rounds so far."),
    )
    board_of = models.CharField(_("board of a player"), max_length=4, choices=BoardOf, default=BoardOf.LIST)
    line_up_in_order = models.BooleanField(
        _("line-ups keep the order of the list"),
        default=False,
        help_text=_("Players who are higher in their team’s list play on the higher boards."),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("rules for teams"), _("rules for teams")

    def __str__(self) -> str:
        return f"Rules for teams of {self.event}"
