"""The tables of release 1.0: what the 23 migrations before it made, each table at once.

A database at 0023 needs no change. `pass_through` names the commit that brings an older one there.
"""

from decimal import Decimal

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_append_only_log"),
        ("tournaments", "0003_pairings"),
        ("tournaments", "0004_qualifying_places"),
        ("tournaments", "0005_moved_event"),
        ("tournaments", "0006_setting_up"),
        ("tournaments", "0007_second_look"),
        ("tournaments", "0008_screens"),
        ("tournaments", "0009_categories"),
        ("tournaments", "0010_teams"),
        ("tournaments", "0011_tokens_and_privacy"),
        ("tournaments", "0012_jobs_and_started_rounds"),
        ("tournaments", "0013_webhooks"),
        ("tournaments", "0014_rating_lists"),
        ("tournaments", "0015_may_embed"),
        ("tournaments", "0016_board_prizes"),
        ("tournaments", "0017_line_up_in_order"),
        ("tournaments", "0018_rating_kind"),
        ("tournaments", "0019_team_absences"),
        ("tournaments", "0020_sheets_for_purposes"),
        ("tournaments", "0021_sites"),
        ("tournaments", "0022_rating_lists_as_files"),
        ("tournaments", "0023_fixed_tables"),
    ]
    pass_through = "4d836fa"

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="place")),
                ("starts_on", models.DateField(blank=True, null=True, verbose_name="first day")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="last day")),
            ],
            options={
                "verbose_name": "tournament of several sections",
                "verbose_name_plural": "tournaments of several sections",
                "ordering": ["-starts_on", "name"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="place")),
                ("starts_on", models.DateField(blank=True, null=True, verbose_name="first day")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="last day")),
                ("time_zone", models.CharField(default="UTC", max_length=40, verbose_name="time zone")),
                (
                    "discipline",
                    models.CharField(
                        choices=[("chess", "Chess"), ("scrabble", "Scrabble"), ("petanque", "Pétanque")],
                        default="chess",
                        max_length=10,
                        verbose_name="game",
                    ),
                ),
                (
                    "system",
                    models.CharField(
                        choices=[("swiss", "Swiss system"), ("round-robin", "Round robin")],
                        default="swiss",
                        max_length=12,
                        verbose_name="system",
                    ),
                ),
                (
                    "edition",
                    models.CharField(
                        choices=[
                            ("plain", "Real points (no special treatment of unplayed rounds)"),
                            ("pre-2023", "FIDE before September 2023 (virtual opponent)"),
                            ("2023-09", "FIDE from September 2023"),
                            ("2024-04", "FIDE from April 2024"),
                            ("2024-08", "FIDE from August 2024"),
                            ("2026-03", "FIDE from March 2026"),
                        ],
                        default="2026-03",
                        max_length=10,
                        verbose_name="edition of the rules",
                    ),
                ),
                ("planned_rounds", models.PositiveSmallIntegerField(default=9, verbose_name="number of rounds")),
                (
                    "qualifying_places",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="For example 2 for a final: towards the end the table marks who is safe, who can still qualify and who is out.",
                        null=True,
                        verbose_name="places that qualify",
                    ),
                ),
                (
                    "one_prize_each",
                    models.BooleanField(
                        default=True,
                        help_text="The highest one; the other goes to the next of its category. Otherwise prizes add up.",
                        verbose_name="one prize for each player",
                    ),
                ),
                (
                    "rating_k",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="FIDE: 40, 20 or 10. If empty, player cards use 20 and say so.",
                        null=True,
                        verbose_name="K of the rating change",
                    ),
                ),
                (
                    "rating_kind",
                    models.CharField(
                        choices=[("standard", "standard"), ("rapid", "rapid"), ("blitz", "blitz")],
                        default="standard",
                        help_text="Which rating is used when a player is looked up in a rating list.",
                        max_length=8,
                        verbose_name="ratings from the lists",
                    ),
                ),
                (
                    "win_points",
                    models.DecimalField(
                        decimal_places=1, default=Decimal("1"), max_digits=4, verbose_name="points for a win"
                    ),
                ),
                (
                    "draw_points",
                    models.DecimalField(
                        decimal_places=1, default=Decimal("0.5"), max_digits=4, verbose_name="points for a draw"
                    ),
                ),
                (
                    "loss_points",
                    models.DecimalField(
                        decimal_places=1, default=Decimal("0"), max_digits=4, verbose_name="points for a loss"
                    ),
                ),
                (
                    "bye_points",
                    models.DecimalField(
                        decimal_places=1,
                        default=Decimal("1"),
                        max_digits=4,
                        verbose_name="points for a pairing-allocated bye",
                    ),
                ),
                (
                    "tiebreaks",
                    models.CharField(
                        default="PTS,BH/C1,BH,SB,DE", max_length=200, verbose_name="order of the criteria"
                    ),
                ),
                (
                    "unrated_rating",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating of unrated players"),
                ),
                (
                    "spread_cap",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="largest spread of one game"),
                ),
                ("bye_spread", models.SmallIntegerField(default=50, verbose_name="spread of a bye")),
                ("forfeit_spread", models.SmallIntegerField(default=-50, verbose_name="spread of a forfeit loss")),
                (
                    "verification",
                    models.CharField(
                        choices=[
                            ("off", "no second check"),
                            ("look", "somebody else checks each result and confirms it"),
                            ("blind", "somebody else enters each result again without seeing it"),
                        ],
                        default="off",
                        max_length=5,
                        verbose_name="second check",
                    ),
                ),
                (
                    "shows_provisional",
                    models.BooleanField(
                        default=True,
                        help_text="They are marked as provisional. Otherwise the public sees these boards as open.",
                        verbose_name="show results that nobody else has checked",
                    ),
                ),
                (
                    "takes_reports",
                    models.BooleanField(
                        default=True,
                        help_text="With the code on their slip. Two equal reports make a provisional result.",
                        verbose_name="players report their results",
                    ),
                ),
                (
                    "asks_spread",
                    models.BooleanField(
                        default=False,
                        help_text="Each entry then has two scores and their difference, which must agree.",
                        verbose_name="ask for the spread too",
                    ),
                ),
                (
                    "team_boards",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="In a team event; 0 for an event of individual players.",
                        verbose_name="boards of a match",
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
                            (
                                "list",
                                "the place in the team’s list; players after the last board are reserves",
                            ),
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
                (
                    "bye_requests",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many each player may request. If empty: any number.",
                        null=True,
                        verbose_name="half-point byes on request",
                    ),
                ),
                (
                    "bye_closed_rounds",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="In this many of the last rounds nobody can request one.",
                        verbose_name="last rounds without half-point byes",
                    ),
                ),
                (
                    "bye_notice",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How long before the round it must be requested, if the time of the round is known.",
                        verbose_name="notice for a half-point bye, in minutes",
                    ),
                ),
                (
                    "file_lines",
                    models.JSONField(blank=True, default=list, editable=False, verbose_name="lines of the file"),
                ),
                ("lots_seed", models.PositiveIntegerField(verbose_name="seed for drawing lots")),
                ("accent", models.CharField(default="pine", max_length=20, verbose_name="colour")),
                ("is_demo", models.BooleanField(default=False, verbose_name="demo event")),
                (
                    "is_dry_run",
                    models.BooleanField(
                        default=False,
                        help_text="For practice: every page says so, and it can be deleted at any time.",
                        verbose_name="dry run",
                    ),
                ),
                ("is_public", models.BooleanField(default=True, verbose_name="visible to everybody")),
                (
                    "may_embed",
                    models.BooleanField(
                        default=False,
                        help_text="For example the club’s own page, in a frame.",
                        verbose_name="other web pages may show the table",
                    ),
                ),
                ("moved_to", models.CharField(blank=True, editable=False, max_length=200, verbose_name="moved to")),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sections",
                        to="tournaments.series",
                        verbose_name="part of",
                    ),
                ),
                (
                    "section",
                    models.CharField(
                        blank=True,
                        help_text="For example “A” or “Under 12”.",
                        max_length=40,
                        verbose_name="name of the section",
                    ),
                ),
                (
                    "round_times",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="times of the rounds"),
                ),
                ("version", models.PositiveBigIntegerField(default=1, editable=False, verbose_name="version")),
                ("epoch", models.CharField(editable=False, max_length=12, verbose_name="epoch")),
                ("changed_at", models.DateTimeField(editable=False, verbose_name="changed at")),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["-starts_on", "name"],
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="categories", to="tournaments.event"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("key", models.SlugField(max_length=40)),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("women", "women"),
                            ("youth", "youth, under an age"),
                            ("seniors", "seniors, from an age on"),
                            ("rating", "a rating group"),
                            ("club", "a club or town"),
                            ("federation", "a federation"),
                            ("list", "players chosen one by one"),
                        ],
                        max_length=10,
                        verbose_name="who belongs to it",
                    ),
                ),
                ("age", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="age")),
                ("lowest", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating from")),
                ("highest", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating to")),
                ("text", models.CharField(blank=True, max_length=60, verbose_name="club, town or federation")),
                ("numbers", models.JSONField(blank=True, default=list, verbose_name="numbers of the players")),
            ],
            options={
                "verbose_name": "category",
                "verbose_name_plural": "categories",
                "ordering": ["order"],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="one_category_per_key")],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prizes", to="tournaments.event"
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.category",
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("text", models.CharField(max_length=80, verbose_name="prize")),
                (
                    "value",
                    models.DecimalField(blank=True, decimal_places=2, max_digits=9, null=True, verbose_name="value"),
                ),
            ],
            options={
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
                "ordering": [models.OrderBy(models.F("category__order"), nulls_first=True), "place", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("short_name", models.CharField(blank=True, max_length=5, verbose_name="short name")),
                ("captain", models.CharField(blank=True, max_length=80, verbose_name="captain")),
                (
                    "playoff",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place in the play-off"),
                ),
                (
                    "withdrawn_from",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="withdrawn from round"),
                ),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="fixed table")),
            ],
            options={
                "verbose_name": "team",
                "verbose_name_plural": "teams",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="one_team_per_number")],
            },
        ),
        migrations.CreateModel(
            name="TeamAbsence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="tournaments.team"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("kind", models.CharField(choices=[("H", "half-point bye"), ("Z", "absent")], max_length=1)),
            ],
            options={
                "ordering": ["round"],
                "constraints": [models.UniqueConstraint(fields=("team", "round"), name="one_team_absence_per_round")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("title", models.CharField(blank=True, max_length=4, verbose_name="title")),
                ("sex", models.CharField(blank=True, max_length=1, verbose_name="sex")),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating")),
                (
                    "national_rating",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="national rating"),
                ),
                ("federation", models.CharField(blank=True, max_length=3, verbose_name="federation")),
                ("club", models.CharField(blank=True, max_length=60, verbose_name="club or town")),
                ("fide_id", models.CharField(blank=True, max_length=11, verbose_name="FIDE ID")),
                (
                    "birth_date",
                    models.CharField(
                        blank=True,
                        help_text="As in the file: never shown to the public.",
                        max_length=10,
                        verbose_name="date of birth",
                    ),
                ),
                (
                    "pseudonym",
                    models.CharField(
                        blank=True,
                        help_text="What everybody except the arbiters sees instead of the name.",
                        max_length=80,
                        verbose_name="pseudonym",
                    ),
                ),
                (
                    "is_withheld",
                    models.BooleanField(
                        default=False,
                        help_text="No public page shows this player’s name or origin; the games stay.",
                        verbose_name="name withheld",
                    ),
                ),
                (
                    "playoff",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place in the play-off"),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to="tournaments.team",
                        verbose_name="team",
                    ),
                ),
                (
                    "team_place",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place in the team"),
                ),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="fixed table")),
                (
                    "checked_in_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="checked in at"),
                ),
                (
                    "withdrawn_from",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="withdrawn from round"),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="one_player_per_number")],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="tournaments.player"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("kind", models.CharField(choices=[("H", "half-point bye"), ("Z", "absent")], max_length=1)),
            ],
            options={
                "ordering": ["round"],
                "constraints": [models.UniqueConstraint(fields=("player", "round"), name="one_absence_per_round")],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="tournaments.event"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("system", models.CharField(max_length=20)),
                ("first_round", models.PositiveSmallIntegerField()),
                ("last_round", models.PositiveSmallIntegerField()),
                ("settings", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["order"],
                "constraints": [models.UniqueConstraint(fields=("event", "order"), name="one_stage_per_place")],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="tournaments.event"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("proposal", models.JSONField()),
                ("boards", models.JSONField()),
                ("byes", models.JSONField()),
                ("wishes", models.JSONField(default=dict)),
                ("based_on", models.PositiveBigIntegerField()),
                ("revision", models.PositiveIntegerField(default=1)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="one_draft_per_round")],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.event"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="round")),
                ("starts_at", models.DateTimeField(blank=True, null=True, verbose_name="begins at")),
                ("begun_at", models.DateTimeField(blank=True, null=True, verbose_name="started at")),
                ("proposal", models.JSONField(blank=True, null=True)),
                ("is_ahead", models.BooleanField(default=False)),
                ("is_withheld", models.BooleanField(default=False, verbose_name="results are withheld")),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number")],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.round"
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="table")),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches_as_first",
                        to="tournaments.team",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches_as_second",
                        to="tournaments.team",
                    ),
                ),
                (
                    "end",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "decided on the boards"),
                            ("+-", "forfeited by the second team"),
                            ("-+", "forfeited by the first team"),
                            ("--", "forfeited by both teams"),
                            ("U", "bye"),
                            ("F", "full-point bye"),
                            ("H", "half-point bye"),
                            ("Z", "absent"),
                        ],
                        default="",
                        max_length=2,
                        verbose_name="decided without play",
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "ordering": ["round", models.OrderBy(models.F("table"), nulls_last=True), "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "table"), name="one_match_per_table"),
                    models.UniqueConstraint(fields=("round", "first"), name="first_once_per_round"),
                    models.UniqueConstraint(fields=("round", "second"), name="second_once_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second", None), models.Q(("first", models.F("second")), _negated=True), _connector="OR"
                        ),
                        name="no_team_meets_itself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end__in", ["U", "F", "H", "Z"]), ("second", None)),
                            models.Q(
                                ("second__isnull", False), models.Q(("end__in", ["U", "F", "H", "Z"]), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="end_fits_opponent",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournaments.round"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="board")),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.match",
                    ),
                ),
                (
                    "match_board",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="board of the match"),
                ),
                (
                    "white",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games_as_white",
                        to="tournaments.player",
                    ),
                ),
                (
                    "black",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games_as_black",
                        to="tournaments.player",
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "open"),
                            ("10", "1-0"),
                            ("==", "½-½"),
                            ("01", "0-1"),
                            ("+-", "1-0 forfeit"),
                            ("-+", "0-1 forfeit"),
                            ("--", "both absent"),
                            ("WL", "1-0 unrated"),
                            ("DD", "½-½ unrated"),
                            ("LW", "0-1 unrated"),
                            ("00", "0-0"),
                            ("=0", "½-0"),
                            ("0=", "0-½"),
                            ("U", "bye"),
                            ("F", "full-point bye"),
                            ("H", "half-point bye"),
                            ("Z", "absent"),
                        ],
                        default="",
                        max_length=2,
                        verbose_name="result",
                    ),
                ),
                (
                    "white_score",
                    models.SmallIntegerField(blank=True, null=True, verbose_name="score of the first player"),
                ),
                (
                    "black_score",
                    models.SmallIntegerField(blank=True, null=True, verbose_name="score of the second player"),
                ),
                ("is_adjourned", models.BooleanField(default=False, verbose_name="adjourned")),
                (
                    "white_penalty",
                    models.PositiveSmallIntegerField(default=0, verbose_name="penalty of the first player"),
                ),
                (
                    "black_penalty",
                    models.PositiveSmallIntegerField(default=0, verbose_name="penalty of the second player"),
                ),
                (
                    "white_deduction",
                    models.DecimalField(
                        decimal_places=1,
                        default=Decimal("0"),
                        max_digits=4,
                        verbose_name="points deducted from the first player",
                    ),
                ),
                (
                    "black_deduction",
                    models.DecimalField(
                        decimal_places=1,
                        default=Decimal("0"),
                        max_digits=4,
                        verbose_name="points deducted from the second player",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("is_provisional", models.BooleanField(default=False, verbose_name="not checked yet")),
                (
                    "checked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["round", models.OrderBy(models.F("board"), nulls_last=True), "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "board"), name="one_game_per_board"),
                    models.UniqueConstraint(fields=("match", "match_board"), name="one_game_per_board_of_a_match"),
                    models.UniqueConstraint(fields=("round", "white"), name="white_once_per_round"),
                    models.UniqueConstraint(fields=("round", "black"), name="black_once_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("black", None), models.Q(("white", models.F("black")), _negated=True), _connector="OR"
                        ),
                        name="nobody_meets_himself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("black", None), ("result__in", ["U", "F", "H", "Z"])),
                            models.Q(
                                ("black__isnull", False), models.Q(("result__in", ["U", "F", "H", "Z"]), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="result_fits_opponent",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="tournaments.game"
                    ),
                ),
                ("side", models.CharField(choices=[("w", "first player"), ("b", "second player")], max_length=1)),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("", "open"),
                            ("10", "1-0"),
                            ("==", "½-½"),
                            ("01", "0-1"),
                            ("+-", "1-0 forfeit"),
                            ("-+", "0-1 forfeit"),
                            ("--", "both absent"),
                            ("WL", "1-0 unrated"),
                            ("DD", "½-½ unrated"),
                            ("LW", "0-1 unrated"),
                            ("00", "0-0"),
                            ("=0", "½-0"),
                            ("0=", "0-½"),
                            ("U", "bye"),
                            ("F", "full-point bye"),
                            ("H", "half-point bye"),
                            ("Z", "absent"),
                        ],
                        max_length=2,
                    ),
                ),
                ("white_score", models.SmallIntegerField(null=True)),
                ("black_score", models.SmallIntegerField(null=True)),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("device", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-side"],
                "constraints": [models.UniqueConstraint(fields=("game", "side"), name="one_claim_per_side")],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.event",
                    ),
                ),
                ("payload", models.JSONField(default=dict)),
                ("result", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0)),
                ("step", models.JSONField(blank=True, null=True)),
                ("error", models.JSONField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("worker", models.CharField(blank=True, max_length=32)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["due_at", "pk"],
                "indexes": [models.Index(fields=["state", "due_at"], name="jobs_to_do")],
            },
        ),
        migrations.CreateModel(
            name="DeskKeys",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="desk_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "preset",
                    models.CharField(
                        choices=[("crosstable", "Crosstable"), ("sharly", "Sharly Chess"), ("vega", "Vega")],
                        default="crosstable",
                        max_length=10,
                        verbose_name="keys as in",
                    ),
                ),
                ("off", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="log",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                ("version", models.PositiveBigIntegerField(verbose_name="version")),
                ("at", models.DateTimeField(verbose_name="time")),
                (
                    "actor",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                ("role", models.CharField(blank=True, max_length=14, verbose_name="role")),
                ("action", models.CharField(max_length=30, verbose_name="action")),
                ("game_id", models.BigIntegerField(null=True, verbose_name="number of the game")),
                ("before", models.JSONField(null=True, verbose_name="before")),
                ("after", models.JSONField(null=True, verbose_name="after")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("address", models.GenericIPAddressField(null=True, verbose_name="network address")),
                ("uuid", models.UUIDField(null=True, verbose_name="number of the entry")),
                ("answer", models.JSONField(null=True, verbose_name="answer")),
            ],
            options={
                "verbose_name": "log entry",
                "verbose_name_plural": "log",
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(fields=["event", "game_id"], name="tournaments_event_i_fe9f85_idx"),
                    models.Index(fields=["event", "action"], name="log_by_action"),
                ],
                "constraints": [models.UniqueConstraint(fields=("event", "uuid"), name="one_entry_per_uuid")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("chief_arbiter", "Chief arbiter"),
                            ("arbiter", "Arbiter"),
                            ("entry", "Result entry"),
                            ("checkin", "Check-in"),
                            ("display", "Display"),
                        ],
                        max_length=14,
                        verbose_name="role",
                    ),
                ),
            ],
            options={
                "verbose_name": "role in the event",
                "verbose_name_plural": "roles in the event",
                "constraints": [models.UniqueConstraint(fields=("event", "user"), name="one_role_per_event")],
            },
        ),
        migrations.CreateModel(
            name="SigninLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signin_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="screens", to="tournaments.event"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "slides",
                    models.CharField(
                        default="standings,boards,names,code", max_length=60, verbose_name="what it shows"
                    ),
                ),
                ("seconds", models.PositiveSmallIntegerField(default=10, verbose_name="seconds for each page")),
                ("message", models.CharField(blank=True, max_length=120, verbose_name="line of text")),
                ("is_paused", models.BooleanField(default=False, verbose_name="paused")),
                ("is_light", models.BooleanField(default=False, verbose_name="light colours")),
                ("is_open", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["-is_open", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_open", True)), fields=("event",), name="one_open_screen_per_event"
                    ),
                    models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheets",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[("players", "Players"), ("games", "Games"), ("event", "Event")],
                        default="players",
                        max_length=8,
                    ),
                ),
                ("file", models.CharField(max_length=120)),
                ("read_as", models.CharField(max_length=60)),
                ("lines", models.JSONField()),
                ("choices", models.JSONField(default=dict)),
                ("uploaded_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-uploaded_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user", "purpose"), name="one_sheet_for_each_purpose")
                ],
            },
        ),
        migrations.CreateModel(
            name="SignIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="signins", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("began_at", models.DateTimeField(verbose_name="signed in")),
                ("seen_at", models.DateTimeField(verbose_name="last seen")),
                ("address", models.GenericIPAddressField(null=True, verbose_name="network address")),
                ("browser", models.CharField(blank=True, max_length=200, verbose_name="browser")),
            ],
            options={
                "ordering": ["-seen_at"],
            },
        ),
        migrations.CreateModel(
            name="DoorEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_index=True, verbose_name="time")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("signed-in", "signed in"),
                            ("refused", "wrong name or password"),
                            ("signed-out", "signed out"),
                            ("ended", "signed out other browsers"),
                            ("link", "used a sign-in link"),
                            ("password", "set a password"),
                            ("denied", "was denied a page"),
                        ],
                        max_length=10,
                        verbose_name="what",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=150, verbose_name="user name")),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="door",
                        to="tournaments.event",
                    ),
                ),
                ("path", models.CharField(blank=True, max_length=200, verbose_name="address")),
                ("address", models.GenericIPAddressField(null=True, verbose_name="network address")),
            ],
            options={
                "verbose_name": "sign-in entry",
                "verbose_name_plural": "sign-in log",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Site",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sites", to="tournaments.event"
                    ),
                ),
                ("language", models.CharField(max_length=10)),
                ("stamp", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField()),
                ("pages", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "language"), name="one_site_per_language")],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="tournaments.event"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("slip", "slip of one board"),
                            ("display", "screen"),
                            ("invitation", "invitation"),
                            ("api", "access for programs"),
                        ],
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("payload", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["event", "kind"], name="tokens_of_an_event")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="tournaments.event"
                    ),
                ),
                ("url", models.URLField(max_length=300, verbose_name="address")),
                ("secret", models.CharField(max_length=64)),
                ("news", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "url"), name="one_webhook_per_address")],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="tournaments.webhook"
                    ),
                ),
                (
                    "news",
                    models.CharField(
                        choices=[
                            ("result", "a result was entered or changed"),
                            ("round-published", "a round was published"),
                            ("round-finished", "all results of a round are in"),
                            ("standings", "the table has changed"),
                        ],
                        max_length=20,
                    ),
                ),
                ("body", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("delivered_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ["-pk"],
            },
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
