from django.db import migrations, models

from tournaments.operation import append_only


def lift(apps, editor):
    append_only.lift(editor.connection)


def install(apps, editor):
    append_only.install(editor.connection)


class Migration(migrations.Migration):
    """SQLite rebuilds the table of the events, so the log's triggers are lifted meanwhile."""

    dependencies = [
        ("tournaments", "0017_line_up_in_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="claim",
            name="device",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.RunPython(lift, install),
        migrations.AddField(
            model_name="event",
            name="rating_kind",
            field=models.CharField(
                choices=[("standard", "standard"), ("rapid", "rapid"), ("blitz", "blitz")],
                default="standard",
                help_text="Which rating is taken over when a player is looked up.",
                max_length=8,
                verbose_name="ratings of the lists",
            ),
        ),
        migrations.RunPython(install, lift),
    ]
