from django.db import migrations, models

from tournaments.operation import append_only


def lift(apps, editor):
    append_only.lift(editor.connection)


def install(apps, editor):
    append_only.install(editor.connection)


class Migration(migrations.Migration):
    """SQLite rebuilds the table of the events, so the log's triggers are lifted meanwhile."""

    dependencies = [
        ("tournaments", "0004_qualifying_places"),
    ]

    operations = [
        migrations.RunPython(lift, install),
        migrations.AddField(
            model_name="event",
            name="moved_to",
            field=models.CharField(blank=True, editable=False, max_length=200, verbose_name="goes on at"),
        ),
        migrations.RunPython(install, lift),
    ]
