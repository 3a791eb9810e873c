"""Calls for an arbiter, and notes of arbiters at a board."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("illegal", "illegal move"),
    ("again", "second illegal move"),
    ("time", "time added"),
    ("protest", "protest"),
    ("claim", "claim"),
    ("other", "other"),
]


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0053_notices"),
    ]

    operations = [
        migrations.CreateModel(
            "ArbiterCall",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="call", to="tournaments.game"
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
        migrations.CreateModel(
            "BoardNote",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=KINDS, default="other", max_length=8, verbose_name="kind")),
                ("text", models.CharField(blank=True, max_length=200, verbose_name="note")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="tournaments.game"
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
    ]
