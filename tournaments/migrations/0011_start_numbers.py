"""Give players and teams a start number that may change, beside the number that says who they are."""

from django.db import migrations, models
from django.db.models.functions import Coalesce


def start_number() -> models.GeneratedField:
    return models.GeneratedField(
        db_persist=True,
        expression=Coalesce("given_number", "number"),
        output_field=models.PositiveSmallIntegerField(verbose_name="start number"),
    )


def given_number() -> "models.PositiveSmallIntegerField[int | None, int | None]":
    return models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name="start number")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_typed_slip_codes'),
    ]

    operations = [
        migrations.AddField("player", "given_number", given_number()),
        migrations.AddField("team", "given_number", given_number()),
        migrations.AddField("player", "start_number", start_number()),
        migrations.AddField("team", "start_number", start_number()),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("event", "start_number"), name="one_player_per_start_number")
        ),
        migrations.AddConstraint(
            "team", models.UniqueConstraint(fields=("event", "start_number"), name="one_team_per_start_number")
        ),
        migrations.AlterModelOptions(
            "player", {"ordering": ["start_number"], "verbose_name": "player", "verbose_name_plural": "players"}
        ),
        migrations.AlterModelOptions(
            "team", {"ordering": ["start_number"], "verbose_name": "team", "verbose_name_plural": "teams"}
        ),
    ]
