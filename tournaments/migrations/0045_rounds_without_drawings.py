"""Drop from rounds what they were drawn from, now that it is in their drawings."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0044_round_drawings"),
    ]

    operations = [
        migrations.RemoveField(model_name="round", name="proposal"),
        migrations.RemoveField(model_name="round", name="draw"),
    ]
