"""Jinja2 for the rows of long tables: the same HTML as from Django's templates, several times faster.

Jinja2 compiles a template to Python, Django's engine walks over its nodes. Everything around the rows remains Django's.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tournaments.operation.compact_templates import compact


class RowLoader(FileSystemLoader):
    """Jinja2's loader of files, without line breaks and indentation as for all templates of this project."""

    def get_source(self, environment: Environment, template: str) -> Any:
        source, *origin = super().get_source(environment, template)
        return compact(source), *origin


def make_environment(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """Return the environment that Django asks for, with the loader above; an unknown name is an error."""
    environment = Environment(loader=RowLoader(loader.searchpath), **options | {"undefined": StrictUndefined})  # noqa: S701
    environment.globals |= {"_": gettext, "url": reverse}
    return environment
