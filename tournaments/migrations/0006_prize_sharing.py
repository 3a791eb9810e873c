"""Give events the rule by which prizes of players with equal points are divided."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_stored_provenance")]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name="event",
            name="prize_sharing",
            field=models.CharField(
                choices=[
                    ("place", "by place: tie-breaks decide, nothing is divided"),
                    ("equal", "equally among all with the same points"),
                    ("hort", "Hort: half by place, half equally"),
                ],
                default="place",
                max_length=5,
                verbose_name="prizes of players with equal points",
            ),
        ),
    )
