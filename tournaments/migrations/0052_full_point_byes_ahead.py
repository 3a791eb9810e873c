"""Let a full-point bye be noted for a round to come."""

from django.db import migrations, models

KINDS = [("H", "half-point bye"), ("Z", "absent"), ("F", "full-point bye")]


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0051_round_factors"),
    ]

    operations = [
        migrations.AlterField("absence", "kind", models.CharField(choices=KINDS, max_length=1)),
        migrations.AlterField("teamabsence", "kind", models.CharField(choices=KINDS, max_length=1)),
    ]
