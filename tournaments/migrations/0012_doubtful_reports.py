"""Mark equal reports that came from one network address within moments."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_start_numbers'),
    ]

    operations = [
        migrations.AddField(
            model_name='claim',
            name='is_doubtful',
            field=models.BooleanField(default=False),
        ),
    ]
