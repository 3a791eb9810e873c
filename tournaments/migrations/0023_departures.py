"""Keep where an event of chess players has left FIDE's rules; its points and its order may have done so already."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.domain.rounds.fide_mode import WatchedSettings, find_departures
from tournaments.domain.event.log_actions import LogAction
from tournaments.operation import append_only


def fill_departures(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("tournaments", "Event").objects
    for event in events.filter(discipline="chess", team_boards=0).iterator():
        points = event.win_points, event.draw_points, event.loss_points, event.bye_points
        found = find_departures(LogAction.IMPORT, {}, {}, WatchedSettings(*points, event.system, event.tiebreaks, 0))
        if found:
            stored = [{"kind": each.value, "round": 0} for each in found]
            events.filter(pk=event.pk).update(departures=stored)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_projector_bracket'),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name='event',
            name='departures',
            field=models.JSONField(blank=True, default=list, editable=False, verbose_name='departures from FIDE’s rules'),
        ),
        migrations.RunPython(fill_departures, migrations.RunPython.noop),
    )
