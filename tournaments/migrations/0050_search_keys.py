"""Store what a search of the whole site compares: the folded names of events, players and teams."""

from itertools import batched

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.domain.players.name_matching import make_search_key
from tournaments.models.search_keys import SearchKeyField
from tournaments.operation.append_only import without_triggers

SOURCES = {"event": ("name", "place"), "player": ("name",), "team": ("name",)}


def fold_names(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for name, sources in SOURCES.items():
        model = apps.get_model("tournaments", name)
        rows = model.objects.values_list("pk", *sources)
        keys = ((make_search_key(*texts), key) for key, *texts in rows)
        update = f"UPDATE {model._meta.db_table} SET search_key = %s WHERE id = %s"  # noqa: S608  # a fixed name
        with editor.connection.cursor() as cursor:
            for some in batched(keys, 1000):
                cursor.executemany(update, some)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0049_events_in_lists"),
    ]

    operations = [
        *without_triggers(
            *(migrations.AddField(name, "search_key", SearchKeyField(*sources)) for name, sources in SOURCES.items())
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
