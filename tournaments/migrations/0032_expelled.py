"""Let players and teams be expelled: out of the table, while their games count for their opponents."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_no_half_byes'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='player',
            name='expelled_from',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='expelled before round'),
        ),
        migrations.AddField(
            model_name='team',
            name='expelled_from',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='expelled before round'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
