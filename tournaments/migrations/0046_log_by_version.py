"""Find lines of the log by their version, of a game and of an event."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0045_rounds_without_drawings"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="logentry", name="tournaments_event_i_fe9f85_idx"),
        migrations.AddIndex(
            model_name="logentry", index=models.Index(fields=["event", "game_id", "version"], name="log_by_game")
        ),
        migrations.AddIndex(model_name="logentry", index=models.Index(fields=["event", "version"], name="log_by_version")),
    ]
