"""Keep results that were corrected for the rating report alone."""

from django.db import migrations, models

from tournaments.domain.desk.results import Result


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_wishes_become_bans'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='rating_result',
            field=models.CharField(blank=True, choices=Result.choices, max_length=2, verbose_name='result for the rating report'),
        ),
    ]
