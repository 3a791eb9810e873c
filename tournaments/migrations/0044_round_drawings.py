"""Keep what a round was drawn from in a row of its own, which nothing reads that only needs the round."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def move_drawings(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    rounds, drawings = (apps.get_model("tournaments", name) for name in ("Round", "RoundDrawing"))
    drawn = rounds.objects.filter(models.Q(proposal__isnull=False) | ~models.Q(draw={}))
    for each in drawn.only("pk", "proposal", "draw").iterator(chunk_size=50):
        drawings.objects.create(round=each, proposal=each.proposal, draw=each.draw)


def move_back(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    rounds, drawings = (apps.get_model("tournaments", name) for name in ("Round", "RoundDrawing"))
    for each in drawings.objects.iterator(chunk_size=50):
        rounds.objects.filter(pk=each.pk).update(proposal=each.proposal, draw=each.draw)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0043_plainer_labels"),
    ]

    operations = [
        migrations.CreateModel(
            name="RoundDrawing",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="drawing",
                        serialize=False,
                        to="tournaments.round",
                    ),
                ),
                ("proposal", models.JSONField(blank=True, null=True)),
                ("draw", models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.RunPython(move_drawings, move_back),
    ]
