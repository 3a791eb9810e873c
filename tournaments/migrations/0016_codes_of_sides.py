"""A setting: each player has a code of their own on the slip."""

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
        ('tournaments', '0015_mirrors'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='event',
            name='has_codes_of_sides',
            field=models.BooleanField(default=False, help_text='Slips have two codes to tear off, and each reports for its own player only.', verbose_name='a code for each player'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
