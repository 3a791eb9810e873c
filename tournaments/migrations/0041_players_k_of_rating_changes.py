"""Give each player the K of their rating changes."""

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
        ('tournaments', '0040_prize_amounts'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='player',
            name='rating_k',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K of the rating change'),
        ),
        migrations.AlterField(
            model_name='event',
            name='rating_k',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players whose own K is unknown. If empty, player cards assume one and say why.', null=True, verbose_name='K of the rating change'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
