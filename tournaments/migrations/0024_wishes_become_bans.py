from typing import Any

from django.db import migrations


def keep_apart(apps: Any, schema_editor: Any) -> None:
    """Make a ban of each pair that a draft was asked to keep apart: earlier releases kept that in its wishes."""
    Draft, Ban = apps.get_model("tournaments", "Draft"), apps.get_model("tournaments", "Ban")
    for draft in Draft.objects.order_by("event_id", "number"):
        pairs = draft.wishes.pop("forbidden", None)
        if pairs is None:
            continue
        for pair in pairs:
            numbers = sorted(pair)
            if not Ban.objects.filter(event_id=draft.event_id, rule="list", numbers=numbers).exists():
                Ban.objects.create(
                    event_id=draft.event_id,
                    rule="list",
                    numbers=numbers,
                    from_round=draft.number,
                    made_after=draft.number - 1,
                )
        draft.save(update_fields=["wishes"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_departures'),
    ]

    operations = [
        migrations.RunPython(keep_apart, migrations.RunPython.noop),
    ]
