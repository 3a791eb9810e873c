"""Let a slip have a short code to type beside its address."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_second_factors'),
    ]

    operations = [
        migrations.AlterField(
            model_name='token',
            name='kind',
            field=models.CharField(choices=[('slip', 'slip of one board'), ('display', 'screen'), ('invitation', 'invitation'), ('api', 'access for programs'), ('code', 'typed code of a slip')], max_length=10),
        ),
    ]
