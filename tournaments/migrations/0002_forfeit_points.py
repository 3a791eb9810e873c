"""Give events the points of a forfeit loss. SQLite rebuilds their table, and would stumble over the log's triggers."""

from decimal import Decimal

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_release_1_0")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="event",
            name="forfeit_points",
            field=models.DecimalField(
                decimal_places=1,
                default=Decimal(0),
                help_text="For a player who did not come; a loss over the board may be worth more.",
                max_digits=4,
                verbose_name="points for a forfeit loss",
            ),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
