"""Give events the rule by which prizes of players with equal points are divided."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_stored_provenance")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
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
        migrations.RunPython(install_triggers, drop_triggers),
    ]
