"""Let players and teams be expelled: out of the table, while their games count for their opponents."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_no_half_byes'),
    ]

    operations = append_only.without_triggers(
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
    )
