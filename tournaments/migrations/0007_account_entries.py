"""Let the sign-in log tell of deactivated accounts and of links that admins make."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_prize_sharing'),
    ]

    operations = [
        migrations.AlterField(
            model_name='doorentry',
            name='kind',
            field=models.CharField(choices=[('signed-in', 'signed in'), ('refused', 'wrong name or password'), ('signed-out', 'signed out'), ('ended', 'signed out other browsers'), ('link', 'used a sign-in link'), ('password', 'set a password'), ('denied', 'was denied a page'), ('link-made', 'was given a sign-in link'), ('closed', 'account deactivated'), ('reopened', 'account reactivated'), ('rights', 'right to create events changed')], max_length=10, verbose_name='what'),
        ),
    ]
