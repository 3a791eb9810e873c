from django.db import migrations


class Migration(migrations.Migration):
    """The lists lie outside of the database (docs/decisions/0028-rating-lists.md).

    Their tables stay until no older release reads them any more: a server may still run one while this is applied.
    """

    dependencies = [
        ("tournaments", "0021_sites"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="RatedPerson"),
                migrations.DeleteModel(name="RatingList"),
            ],
        ),
    ]
