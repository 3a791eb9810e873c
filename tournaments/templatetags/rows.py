"""The rows of a standings page, each rendered once: a result changes few of them, and equal values make equal bytes."""

from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.tables.standings import Row

register = template.Library()

REMEMBERED = 2048  # rows of a process, a few kilobytes each


class About(NamedTuple):
    """What a row shows of the table that it stands in, under the names that it has in the view."""

    base: str
    query: str
    started: bool
    category: bool


@register.simple_tag
def standings_rows(view) -> SafeString:
    """Render the rows of a view of the standings."""
    about = About(view.base, view.query, view.started, view.category is not None)
    language = get_language()
    return mark_safe("".join(rendered(language, about, row) for row in view.rows))  # noqa: S308 - made by a template


@lru_cache(maxsize=REMEMBERED)
def rendered(language: str | None, about: About, row: Row) -> SafeString:
    """Render a row in the active language, which is part of the key."""
    return render_to_string("tournaments/_standings_row.html", {"view": about, "row": row})
