"""Keep which list the rating of a player is from, and the start positions of Chess960."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0026_rating_methods'),
    ]

    operations = append_only.without_triggers(
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
    )
