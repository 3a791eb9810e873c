"""Jinja2 for the rows of long tables: the same HTML as from Django's templates, several times faster.

Jinja2 compiles a template to Python, Django's engine walks over its nodes. Everything around the rows remains Django's.
"""

import re
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tournaments.operation.compact_templates import compact

INCLUDE = re.compile(r'\{% include "([^"]+)" %\}')


class RowLoader(FileSystemLoader):
    """Jinja2's loader of files, without line breaks and indentation as for all templates of this project.

    What a template includes becomes part of it: to call another template takes longer than to write a cell.
    """

    def get_source(self, environment: Environment, template: str) -> Any:
        source, path, is_current = super().get_source(environment, template)
        parts = {name: self.get_source(environment, name) for name in INCLUDE.findall(source)}
        whole = INCLUDE.sub(lambda include: parts[include[1]][0], compact(source))
        return whole, path, lambda: all(each() for each in (is_current, *(part[2] for part in parts.values())))


def make_environment(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """Return the environment that Django asks for, with the loader above; an unknown name is an error."""
    environment = Environment(loader=RowLoader(loader.searchpath), **options | {"undefined": StrictUndefined})  # noqa: S701
    environment.globals |= {"_": gettext, "url": reverse}
    return environment
