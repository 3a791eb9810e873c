"""Give each player the K of their rating changes."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0040_prize_amounts'),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name='player',
            name='rating_k',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K of the rating change'),
        ),
        migrations.AlterField(
            model_name='event',
            name='rating_k',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players whose own K is unknown. If empty, player cards assume one and say why.', null=True, verbose_name='K of the rating change'),
        ),
    )
