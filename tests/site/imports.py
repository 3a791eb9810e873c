"""Events from files, each imported once in a process: whoever asks again gets a copy of the rows."""

from functools import cache

from django.db import connection

from tournaments.actions.event.events import import_file
from tournaments.actions.writing import COMMAND
from tournaments.formats.incoming import read_tournament
from tournaments.models import (
    Absence,
    Event,
    EventDetails,
    ForbiddenPairing,
    Game,
    LogEntry,
    Player,
    Round,
    Stage,
    Team,
    TeamAbsence,
    TeamMatch,
    TeamRules,
)

# Each model after those that it refers to, and its way to the event.
MODELS = {Event: "pk", EventDetails: "event", TeamRules: "event", Team: "event", Player: "event", Round: "event"}
MODELS |= {Stage: "event", ForbiddenPairing: "event", Absence: "player__event", TeamAbsence: "team__event"}
MODELS |= {TeamMatch: "round__event", Game: "round__event", LogEntry: "event"}
APART = 1_000_000  # between the ids of a copy and those of the original
_kept = {}

read_once = cache(read_tournament)


def import_once(data, filename, **settings):
    """Import a file with these settings of an event, and return the event as its staff see it."""
    key = data, filename, *settings.items()
    if key in _kept:
        pk, rows = _kept[key]
        for model in MODELS:
            _insert(model, rows[model])
    else:
        pk = import_file(read_once(data, filename), COMMAND, **settings).pk
        _kept[key] = pk + APART, {model: _copy(model, pk) for model in MODELS}
    return Event.objects.get(pk=pk)


def _copy(model, event):
    """Return the rows of a model that belong to the event, with other ids."""
    refers = [field.primary_key or field.related_model in MODELS for field in stored_fields(model)]
    names = [field.attname for field in stored_fields(model)]
    sql, params = (
        model._base_manager.filter(**{MODELS[model]: event}).order_by("pk").values(*names).query.sql_with_params()
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [
            [value + APART if moves and value else value for value, moves in zip(row, refers, strict=True)]
            for row in cursor.fetchall()
        ]


def stored_fields(model):
    """Return the fields of a model that the database does not derive itself."""
    return [field for field in model._meta.concrete_fields if not field.generated]


def _insert(model, rows):
    columns = ", ".join(connection.ops.quote_name(field.column) for field in stored_fields(model))
    places = ", ".join(["%s"] * len(stored_fields(model)))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places})", rows)


def import_teams(text):
    """Return the event "teams" of a file of teams."""
    return import_once(text.encode(), "teams.trf", name="Teams", slug="teams")
