"""Let an event say which ratings its players have in it."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_rating_results'),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name='event',
            name='rating_method',
            field=models.CharField(choices=[('FIDON', 'FIDE’s rating, otherwise the national one'), ('FIDE', 'FIDE’s rating alone'), ('NRO', 'the national rating alone'), ('NIDOF', 'the national rating, otherwise FIDE’s'), ('HBFN', 'the higher one of the two'), ('OTHER', 'a rating of the event’s own')], default='FIDON', help_text='By which the start numbers are given and rating tie-breaks are computed.', max_length=5, verbose_name='ratings of the event'),
        ),
        migrations.AddField(
            model_name='player',
            name='own_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating of the event’s own'),
        ),
    )
