"""A setting: each player has a code of their own on the slip."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_mirrors'),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name='event',
            name='has_codes_of_sides',
            field=models.BooleanField(default=False, help_text='Slips have two codes to tear off, and each reports for its own player only.', verbose_name='a code for each player'),
        ),
    )
