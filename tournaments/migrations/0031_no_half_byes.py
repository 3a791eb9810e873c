"""Let players be kept from half-point byes."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0030_rating_orders'),
    ]

    operations = append_only.without_triggers(
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
    )
