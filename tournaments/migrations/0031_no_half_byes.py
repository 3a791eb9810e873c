"""Let players be kept from half-point byes."""

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
        ('tournaments', '0030_rating_orders'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='player',
            name='no_half_byes',
            field=models.BooleanField(default=False, verbose_name='no half-point byes'),
        ),
        migrations.AlterField(
            model_name='event',
            name='unrated_rating',
            field=models.PositiveSmallIntegerField(blank=True, help_text='In rating tie-breaks; 0 for the lowest rating of the event. If empty, these are dropped.', null=True, verbose_name='rating of unrated players'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
