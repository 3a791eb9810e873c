"""Give events the points of a forfeit loss. SQLite rebuilds their table, and would stumble over the log's triggers."""

from decimal import Decimal

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_release_1_0")]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name="event",
            name="forfeit_points",
            field=models.DecimalField(
                decimal_places=1,
                default=Decimal(0),
                help_text="For a player who did not come; a loss over the board may be worth more.",
                max_digits=4,
                verbose_name="points for a forfeit loss",
            ),
        ),
    )
