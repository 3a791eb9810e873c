"""Let an event choose in which order the ratings of the lists count."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_later_ratings'),
    ]

    operations = append_only.without_triggers(
        migrations.AlterField(
            model_name='event',
            name='rating_kind',
            field=models.CharField(choices=[('standard', 'standard'), ('rapid', 'rapid, otherwise standard'), ('blitz', 'blitz, otherwise standard'), ('any', 'standard, otherwise rapid or blitz'), ('rapid-1', 'rapid alone'), ('blitz-1', 'blitz alone'), ('none', 'none: nobody is compared with the lists')], default='standard', help_text='Which rating is used when a player is looked up in a rating list or compared with it.', max_length=8, verbose_name='ratings from the lists'),
        ),
    )
