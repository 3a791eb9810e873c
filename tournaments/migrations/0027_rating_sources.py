"""Keep which list the rating of a player is from, and the start positions of Chess960."""

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
        ('tournaments', '0026_rating_methods'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='event',
            name='is_chess960',
            field=models.BooleanField(default=False, help_text='A start position is drawn by lot for each round.', verbose_name='Chess960'),
        ),
        migrations.AddField(
            model_name='player',
            name='rating_source',
            field=models.CharField(blank=True, editable=False, max_length=80, verbose_name='source of the rating'),
        ),
        migrations.AddField(
            model_name='round',
            name='position',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='start position'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
