"""Give events the moment at which they were declared final."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_by_hand_and_withdrawals")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="final_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="declared final at"),
        ),
    ]
