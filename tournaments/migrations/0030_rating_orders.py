"""Let an event choose in which order the ratings of the lists count."""

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
        ('tournaments', '0029_later_ratings'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AlterField(
            model_name='event',
            name='rating_kind',
            field=models.CharField(choices=[('standard', 'standard'), ('rapid', 'rapid, otherwise standard'), ('blitz', 'blitz, otherwise standard'), ('any', 'standard, otherwise rapid or blitz'), ('rapid-1', 'rapid alone'), ('blitz-1', 'blitz alone'), ('none', 'none: nobody is compared with the lists')], default='standard', help_text='Which rating is used when a player is looked up in a rating list or compared with it.', max_length=8, verbose_name='ratings from the lists'),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
