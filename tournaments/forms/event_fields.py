"""Form fields of an event, whichever of its rows has them: widgets, limits, and a digest of what a page showed."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django import forms
from django.forms.models import fields_for_model
from django.utils.functional import Promise

from tournaments.models import Event
from tournaments.models.events import COLUMNS, ROWS


class FieldGroup(NamedTuple):
    key: str
    title: Promise
    fields: tuple[str, ...]


NO_WIDGETS: Mapping[str, forms.Widget] = {}


def make_fields(names: Sequence[str], widgets: Mapping[str, forms.Widget] = NO_WIDGETS) -> dict[str, forms.Field]:
    """Return form fields in the order of the names, with the limits of the database."""
    made: dict[str, forms.Field] = {}
    for model in ROWS:
        own = [name for name in names if COLUMNS[name].model is model]
        made |= fields_for_model(model, own, widgets={**widgets})
    for name, field in made.items():
        field.validators += [limit for limit in COLUMNS[name].validators if limit not in field.validators]
    return {name: made[name] for name in names}


def digest_fields(event: Event, names: Iterable[str]) -> str:
    """Return a short digest of some fields, equal on pages that show the same values."""
    text = "\0".join(f"{name}={value}" for name, value in event.read_fields(names).items())
    return hashlib.sha256(text.encode()).hexdigest()[:16]
