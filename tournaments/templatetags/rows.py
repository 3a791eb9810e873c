"""The rows of a standings table, each rendered once for pages and frames.

A result changes few of them, and equal values make equal bytes.
"""

from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.pages.standings.columns import Cell
from tournaments.pages.standings.standings import Row, StandingsView
from tournaments.wording import places

register = template.Library()

REMEMBERED = 2048  # rows of a process, a few kilobytes each


class About(NamedTuple):
    """What a row shows of the table that it stands in, under the names that it has in the view."""

    base: str
    query: str
    started: bool
    category: bool


class Value(NamedTuple):
    """A value of a row: its classes, where it is explained, its text."""

    look: str
    address: str
    text: str


@register.simple_tag
def standings_rows(view: StandingsView) -> SafeString:
    """Render the rows of a view of the standings."""
    return mark_safe("".join(standings_row(view, row) for row in view.rows))  # noqa: S308 - made by a template


def standings_row(view: StandingsView, row: Row) -> SafeString:
    """Render one row of a view in the active language."""
    return rendered(get_language(), About(view.base, view.query, view.started, view.category is not None), row)


@lru_cache(maxsize=REMEMBERED)
def rendered(language: str | None, about: About, row: Row) -> SafeString:
    """Render a row in the active language, which is part of the key.

    What its template would put together cell by cell comes ready: a frame renders a quarter of a field.
    """
    card = card_of(about, row)
    values = [Value(look(cell), f"{card}why/{cell.slug}/{about.query}", cell.text) for cell in row.cells]
    player = rendered_player(language, about, row._replace(place=0, shared=False, move=None, cells=(), game=None))
    context = {"view": about, "row": row, "values": values, "player": player}
    return render_to_string("tournaments/standings/_standings_row.html", context)


@lru_cache(maxsize=REMEMBERED)
def rendered_player(language: str | None, about: About, row: Row) -> SafeString:
    """Render who stands in a row, which results seldom change: the row comes without its place and its values."""
    context = {"view": about, "row": row, "card": card_of(about, row), "follow": places.follow(row.name)}
    return render_to_string("tournaments/standings/_standings_player.html", context)


def card_of(about: About, row: Row) -> str:
    """Return the address of a player's card."""
    return f"{about.base}player/{row.number}/"


def look(cell: Cell) -> str:
    """Return the classes of a cell."""
    return ("points" if cell.main else "tie") + (" clear" if cell.clear else "")
