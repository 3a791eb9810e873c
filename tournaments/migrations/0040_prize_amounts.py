"""Store what a prize is worth with its currency, read once more out of the texts: the first number was often another."""

import django.core.validators
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.domain.standings.prize_amounts import read_old_amount


def read_amounts(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    for prize in apps.get_model("tournaments", "Prize").objects.iterator():
        for name, value in read_old_amount(prize.text, str(prize.amount or 0)).items():
            setattr(prize, name, value)
        prize.save(update_fields=["amount", "currency", "is_confirmed"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0036_names_of_forbidden_pairings"),
    ]

    operations = [
        migrations.RenameField(model_name="prize", old_name="value", new_name="amount"),
        migrations.AlterField(
            model_name="prize",
            name="amount",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                max_digits=12,
                null=True,
                validators=[django.core.validators.MinValueValidator(0)],
                verbose_name="amount",
            ),
        ),
        migrations.AddField(
            model_name="prize",
            name="currency",
            field=models.CharField(blank=True, max_length=12, verbose_name="currency"),
        ),
        migrations.AddField(model_name="prize", name="is_confirmed", field=models.BooleanField(default=True)),
        migrations.RunPython(read_amounts, migrations.RunPython.noop),
    ]
