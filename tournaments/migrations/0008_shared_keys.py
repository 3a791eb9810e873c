"""Give events the key of their shared views. SQLite rebuilds the table, and would stumble over the log's triggers."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import tournaments.models.events
from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_account_entries")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="event",
            name="shared_key",
            field=models.CharField(default=tournaments.models.events.draw_shared_key, editable=False, max_length=12, verbose_name="key of shared views"),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
