"""Values set by hand, and early withdrawals. SQLite rebuilds the tables, and would stumble over the log's triggers."""

from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_forfeit_points")]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name="event",
            name="early_withdrawals",
            field=models.CharField(choices=[("count", "results count"), ("drop", "results count for nobody")], default="count", help_text="If they count for nobody, the player is ranked last. After half, the remaining games are forfeits.", max_length=5, verbose_name="withdrawal from a round robin before half of the games"),
        ),
        migrations.AddField(
            model_name="player",
            name="manual_reason",
            field=models.CharField(blank=True, editable=False, max_length=200, verbose_name="reason of the value"),
        ),
        migrations.AddField(
            model_name="player",
            name="manual_value",
            field=models.DecimalField(blank=True, decimal_places=2, editable=False, max_digits=7, null=True, verbose_name="value set by hand"),
        ),
        migrations.AddField(
            model_name="team",
            name="manual_reason",
            field=models.CharField(blank=True, editable=False, max_length=200, verbose_name="reason of the value"),
        ),
        migrations.AddField(
            model_name="team",
            name="manual_value",
            field=models.DecimalField(blank=True, decimal_places=2, editable=False, max_digits=7, null=True, verbose_name="value set by hand"),
        ),
    )
