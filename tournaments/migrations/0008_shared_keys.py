"""Give events the key of their shared views. SQLite rebuilds the table, and would stumble over the log's triggers."""

from django.db import migrations, models

import tournaments.models.events
from tournaments.operation import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_account_entries")]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name="event",
            name="shared_key",
            field=models.CharField(default=tournaments.models.events.draw_shared_key, editable=False, max_length=12, verbose_name="key of shared views"),
        ),
    )
