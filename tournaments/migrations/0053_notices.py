"""Give an event a notice: a line that stands on its pages until its time is over."""

from django.db import migrations, models

from tournaments.operation.append_only import without_triggers


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0052_full_point_byes_ahead"),
    ]

    operations = without_triggers(
        migrations.AddField(
            "event", "notice", models.CharField(blank=True, editable=False, max_length=200, verbose_name="notice")
        ),
        migrations.AddField(
            "event",
            "notice_at",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="notice given at"),
        ),
        migrations.AddField(
            "event",
            "notice_until",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="notice until"),
        ),
    )
