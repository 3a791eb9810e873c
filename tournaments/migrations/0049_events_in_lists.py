"""Store where lists show each event. The server fills it in when it starts, from the results."""

from django.db import migrations, models

from tournaments.operation.append_only import without_triggers


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0048_forbidden_pairings_end"),
    ]

    operations = without_triggers(
        migrations.AddField(
            model_name="event",
            name="status",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "Running"), (2, "Upcoming"), (3, "Finished")], default=2, editable=False
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="listed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["status", "listed_at"], name="events_in_lists"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("round"), condition=models.Q(("black__isnull", False), ("result", "")), name="open_games"
            ),
        ),
    )
