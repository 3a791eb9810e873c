"""Store the name of the user in each line of the log, and where each result comes from.

Until now an empty field said that: lines without an account had no name, and results without one were "both players".
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.operation import append_only


def store_names(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the names of the accounts that still exist."""
    lines, users = apps.get_model("tournaments", "LogEntry").objects, apps.get_model("auth", "User").objects
    named = lines.exclude(actor=None).order_by().values_list("actor", flat=True).distinct()
    for number, name in users.filter(pk__in=list(named)).values_list("pk", "username"):
        lines.filter(actor=number).update(actor_name=name)


def store_provenance(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Read from the log who has entered the boards; results that no line tells of came with a file."""
    lines, games = apps.get_model("tournaments", "LogEntry").objects, apps.get_model("tournaments", "Game").objects
    results = games.exclude(result="").exclude(black=None)
    results.filter(entered_at=None).update(provenance="file")
    results.exclude(entered_at=None).update(provenance="staff")
    of_nobody = results.filter(entered_by=None).exclude(entered_at=None)
    for role, provenance in (("player", "players"), ("command", "command")):
        written = lines.filter(game_id=models.OuterRef("pk")).exclude(action__in=("report", "check")).order_by("-pk")
        newest = models.Subquery(written.values("role")[:1])
        found = of_nobody.annotate(newest=newest).filter(newest=role).values_list("pk", flat=True)
        games.filter(pk__in=list(found)).update(provenance=provenance)


def account(related_name: str) -> "models.ForeignKey[object, object]":
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0004_final_events"),
    ]

    operations = append_only.without_triggers(
        migrations.AddField(
            model_name="logentry",
            name="actor_name",
            field=models.CharField(blank=True, default="", max_length=150, verbose_name="name of the user"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="game",
            name="provenance",
            field=models.CharField(
                blank=True,
                choices=[
                    ("staff", "entered by hand"),
                    ("players", "both players"),
                    ("file", "from the file"),
                    ("command", "a command on the server"),
                ],
                default="",
                max_length=8,
                verbose_name="source of the result",
            ),
            preserve_default=False,
        ),
        migrations.AlterField(model_name="game", name="checked_by", field=account("+")),
        migrations.AlterField(model_name="game", name="entered_by", field=account("+")),
        migrations.RunPython(store_names, migrations.RunPython.noop),
        migrations.RunPython(store_provenance, migrations.RunPython.noop),
    )
