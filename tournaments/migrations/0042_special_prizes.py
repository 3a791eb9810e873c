"""Let prizes go by performance, by the score against the rating, or by hand."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0041_players_k_of_rating_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="prize",
            name="special",
            field=models.CharField(
                blank=True,
                choices=[
                    (":performance", "best performance"),
                    (":rating", "best score against rating"),
                    (":hand", "special prizes"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="prize",
            name="winner",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="winner"),
        ),
    ]
