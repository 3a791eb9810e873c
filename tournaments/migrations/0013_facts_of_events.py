"""Give events the facts about themselves, and fill them from the lines of the files that they came from."""

import django.core.validators
import django.db.models.deletion
import tournaments.domain.event.logos
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.domain.event.event_details import read_detail_fields
from tournaments.operation import append_only


def install_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.install_triggers(editor.connection)


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.drop_triggers(editor.connection)


def fill_facts(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("tournaments", "Event").objects
    for event in events.only("file_lines").iterator():
        if event.file_lines:
            events.filter(pk=event.pk).update(**read_detail_fields(event.file_lines))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_doubtful_reports'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name='event',
            name='announcement',
            field=models.TextField(blank=True, help_text='Everything a player wants to know before the event: entry, fees, prizes, where to sleep.', max_length=10000, verbose_name='announcement'),
        ),
        migrations.AddField(
            model_name='event',
            name='chief_arbiter',
            field=models.CharField(blank=True, help_text='With title and FIDE ID, for example IA Ada Berg (4600000).', max_length=160, verbose_name='chief arbiter'),
        ),
        migrations.AddField(
            model_name='event',
            name='deputy_arbiters',
            field=models.TextField(blank=True, help_text='One on each line, with title and FIDE ID.', max_length=2000, verbose_name='deputy arbiters'),
        ),
        migrations.AddField(
            model_name='event',
            name='federation',
            field=models.CharField(blank=True, help_text='FIDE’s three letters for the federation that reports the event, for example GER.', max_length=3, verbose_name='federation'),
        ),
        migrations.AddField(
            model_name='event',
            name='links',
            field=models.TextField(blank=True, help_text='One on each line: the address, and after a space what it is.', max_length=2000, verbose_name='links'),
        ),
        migrations.AddField(
            model_name='event',
            name='logo',
            field=models.CharField(blank=True, editable=False, max_length=16, validators=[django.core.validators.RegexValidator('^[0-9a-f]{16}\\Z')], verbose_name='logo'),
        ),
        migrations.AddField(
            model_name='event',
            name='map_link',
            field=models.URLField(blank=True, help_text='If empty, a search for the venue on OpenStreetMap.', max_length=300, verbose_name='link to a map'),
        ),
        migrations.AddField(
            model_name='event',
            name='organiser',
            field=models.CharField(blank=True, max_length=120, verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='event',
            name='rate_of_play',
            field=models.CharField(blank=True, help_text='For example 90 min + 30 s, or 90 min for 40 moves + 30 min + 30 s per move.', max_length=160, verbose_name='rate of play'),
        ),
        migrations.AddField(
            model_name='event',
            name='rated_by',
            field=models.CharField(blank=True, choices=[('', 'not stated'), ('fide', 'by FIDE'), ('national', 'nationally'), ('both', 'by FIDE and nationally'), ('nobody', 'not rated')], default='', max_length=8, verbose_name='rated'),
        ),
        migrations.AddField(
            model_name='event',
            name='time_control',
            field=models.CharField(blank=True, help_text='As FIDE’s files have it, in seconds: 5400+30, or 40/5400+30:1800+30. If empty, it is made of the words.', max_length=80, verbose_name='rate of play as a code'),
        ),
        migrations.AddField(
            model_name='event',
            name='venue',
            field=models.CharField(blank=True, help_text='The house with its address.', max_length=200, verbose_name='venue'),
        ),
        migrations.AddField(
            model_name='player',
            name='national_id',
            field=models.CharField(blank=True, help_text='The number in the list of the federation that rates the event, as its report needs it.', max_length=11, verbose_name='national ID'),
        ),
        migrations.CreateModel(
            name='Logo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.BinaryField(validators=[tournaments.domain.event.logos.check_logo])),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='picture', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'logo',
                'verbose_name_plural': 'logos',
            },
        ),
        migrations.RunPython(install_triggers, drop_triggers),
        migrations.RunPython(fill_facts, migrations.RunPython.noop),
    ]
