"""Give the texts of an event for people and the rules of its teams rows of their own, which no entry reads."""

from collections.abc import Sequence

import django.db.models.deletion
from django.db import migrations, models

from tournaments.operation import append_only

DETAILS = (
    "organiser",
    "federation",
    "venue",
    "map_link",
    "chief_arbiter",
    "deputy_arbiters",
    "rate_of_play",
    "time_control",
    "rated_by",
    "announcement",
    "links",
    "file_lines",
)
TEAM_RULES = (
    "team_colours",
    "team_score",
    "match_win_points",
    "match_draw_points",
    "match_loss_points",
    "team_bye_match_points",
    "team_bye_game_points",
    "berlin",
    "board_prize",
    "board_prize_games",
    "board_of",
    "line_up_in_order",
)


def move(table: str, names: Sequence[str]) -> migrations.RunSQL:
    """Copy columns of the events into a table, or back again."""
    columns, event = ", ".join(names), "tournaments_event"
    back = f"SELECT {columns} FROM {table} AS part WHERE part.event_id = {event}.id"
    return migrations.RunSQL(
        f"INSERT INTO {table} (event_id, {columns}) SELECT id, {columns} FROM {event}",
        f"UPDATE {event} SET ({columns}) = ({back})",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0033_one_word_one_meaning"),
    ]

    operations = append_only.without_triggers(
        migrations.CreateModel(
            name="EventDetails",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="details",
                        serialize=False,
                        to="tournaments.event",
                    ),
                ),
                ("organiser", models.CharField(blank=True, max_length=120, verbose_name="organiser")),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        help_text="FIDE’s three letters for the federation that reports the event, for example GER.",
                        max_length=3,
                        verbose_name="federation",
                    ),
                ),
                (
                    "venue",
                    models.CharField(
                        blank=True, help_text="The house with its address.", max_length=200, verbose_name="venue"
                    ),
                ),
                (
                    "map_link",
                    models.URLField(
                        blank=True,
                        help_text="If empty, a search for the venue on OpenStreetMap.",
                        max_length=300,
                        verbose_name="link to a map",
                    ),
                ),
                (
                    "chief_arbiter",
                    models.CharField(
                        blank=True,
                        help_text="With title and FIDE ID, for example IA Ada Berg (4600000).",
                        max_length=160,
                        verbose_name="chief arbiter",
                    ),
                ),
                (
                    "deputy_arbiters",
                    models.TextField(
                        blank=True,
                        help_text="One on each line, with title and FIDE ID.",
                        max_length=2000,
                        verbose_name="deputy arbiters",
                    ),
                ),
                (
                    "rate_of_play",
                    models.CharField(
                        blank=True,
                        help_text="For example 90 min + 30 s, or 90 min for 40 moves + 30 min + 30 s per move.",
                        max_length=160,
                        verbose_name="rate of play",
                    ),
                ),
                (
                    "time_control",
                    models.CharField(
                        blank=True,
                        help_text="As FIDE’s files have it, in seconds: 5400+30, or 40/5400+30:1800+30. If empty, it is made of the words.",
                        max_length=80,
                        verbose_name="rate of play as a code",
                    ),
                ),
                (
                    "rated_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not stated"),
                            ("fide", "by FIDE"),
                            ("national", "nationally"),
                            ("both", "by FIDE and nationally"),
                            ("nobody", "not rated"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="rated",
                    ),
                ),
                (
                    "announcement",
                    models.TextField(
                        blank=True,
                        help_text="Everything a player wants to know before the event: entry, fees, prizes, where to sleep.",
                        max_length=10000,
                        verbose_name="announcement",
                    ),
                ),
                (
                    "links",
                    models.TextField(
                        blank=True,
                        help_text="One on each line: the address, and after a space what it is.",
                        max_length=2000,
                        verbose_name="links",
                    ),
                ),
                (
                    "file_lines",
                    models.JSONField(blank=True, default=list, editable=False, verbose_name="lines of the file"),
                ),
            ],
            options={
                "verbose_name": "details of an event",
                "verbose_name_plural": "details of events",
            },
        ),
        migrations.CreateModel(
            name="TeamRules",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="team_rules",
                        serialize=False,
                        to="tournaments.event",
                    ),
                ),
                (
                    "team_colours",
                    models.CharField(
                        blank=True,
                        help_text="The first team’s colours, for example WBWB or WBBW. If empty, they alternate.",
                        max_length=20,
                        verbose_name="colours of the boards",
                    ),
                ),
                (
                    "team_score",
                    models.CharField(
                        choices=[("MP", "match points"), ("GP", "game points")],
                        default="MP",
                        max_length=2,
                        verbose_name="score that comes first",
                    ),
                ),
                (
                    "match_win_points",
                    models.DecimalField(
                        decimal_places=1, default=2, max_digits=4, verbose_name="match points for a win"
                    ),
                ),
                (
                    "match_draw_points",
                    models.DecimalField(
                        decimal_places=1, default=1, max_digits=4, verbose_name="match points for a draw"
                    ),
                ),
                (
                    "match_loss_points",
                    models.DecimalField(
                        decimal_places=1, default=0, max_digits=4, verbose_name="match points for a loss"
                    ),
                ),
                (
                    "team_bye_match_points",
                    models.DecimalField(
                        decimal_places=1, default=1, max_digits=4, verbose_name="match points for a bye"
                    ),
                ),
                (
                    "team_bye_game_points",
                    models.DecimalField(
                        blank=True,
                        decimal_places=1,
                        help_text="If empty: half of the boards.",
                        max_digits=4,
                        null=True,
                        verbose_name="game points for a bye",
                    ),
                ),
                (
                    "berlin",
                    models.CharField(
                        blank=True,
                        choices=[("", "no"), ("advance", "who advances only"), ("points", "the match points")],
                        default="",
                        max_length=7,
                        verbose_name="a drawn match is decided by Berlin",
                    ),
                ),
                (
                    "board_prize",
                    models.CharField(
                        choices=[
                            ("percent", "share of the points"),
                            ("points", "points"),
                            ("performance", "performance"),
                        ],
                        default="percent",
                        max_length=11,
                        verbose_name="best of a board by",
                    ),
                ),
                (
                    "board_prize_games",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many games over the board a player needs. If empty: half of the rounds so far.",
                        null=True,
                        verbose_name="games for a board prize",
                    ),
                ),
                (
                    "board_of",
                    models.CharField(
                        choices=[
                            ("list", "the place in the team’s list; players after the last board are reserves"),
                            ("seat", "the board where the player sat most often"),
                        ],
                        default="list",
                        max_length=4,
                        verbose_name="board of a player",
                    ),
                ),
                (
                    "line_up_in_order",
                    models.BooleanField(
                        default=False,
                        help_text="Players who are higher in their team’s list play on the higher boards.",
                        verbose_name="line-ups keep the order of the list",
                    ),
                ),
            ],
            options={
                "verbose_name": "rules for teams",
                "verbose_name_plural": "rules for teams",
            },
        ),
        move("tournaments_eventdetails", DETAILS),
        move("tournaments_teamrules", TEAM_RULES),
        *(migrations.RemoveField("event", name) for name in (*DETAILS, *TEAM_RULES)),
    )
