"""Give players of events that take months a rating for later rounds."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_play_offs_of_teams'),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name='event',
            name='tiebreak_ratings',
            field=models.CharField(choices=[('first', 'the first one'), ('each', 'the one of each round'), ('last', 'the last one')], default='first', help_text='In an event of more than 30 days a player may have several: they are on the player’s page.', max_length=5, verbose_name='ratings in the tie-breaks'),
        ),
        migrations.AddField(
            model_name='player',
            name='later_ratings',
            field=models.CharField(blank=True, max_length=200, verbose_name='ratings of later rounds'),
        ),
    )
