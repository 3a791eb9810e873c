"""Let rounds of an event count otherwise than the others."""

from django.db import migrations, models

from tournaments.operation.append_only import without_triggers


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0050_search_keys"),
    ]

    operations = without_triggers(
        migrations.AddField(
            model_name="event",
            name="round_factors",
            field=models.CharField(
                blank=True,
                help_text=(
                    "For example 1-9:2 where the rapid games of rounds 1 to 9 count double; several are separated by"
                    " commas."
                ),
                max_length=100,
                verbose_name="rounds that count otherwise",
            ),
        ),
    )
