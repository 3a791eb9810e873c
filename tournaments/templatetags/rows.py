"""The rows of long tables, rendered once for pages and frames.

Those of the standings and of rounds are kept with their table: a result changes few of them, and equal values make
equal bytes.
"""

import re
from collections.abc import Iterable
from sys import getsizeof
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from tournaments.operation.bounded_cache import BoundedCache
from tournaments.pages.rounds.boards import RoundBoard
from tournaments.pages.rounds.round import RoundView
from tournaments.pages.rounds.team_matches import MatchLine
from tournaments.pages.standings.crosstable import CrosstableLine, CrosstableView
from tournaments.pages.standings.standings import StandingsView
from tournaments.pages.standings.table_rows import TableRow
from tournaments.wording.games import short_board_word

register = template.Library()

ROW = "tournaments/standings/_standings_row.jinja"
CROSSTABLE = "tournaments/standings/_crosstable_rows.jinja"
BOARD, MATCH = "tournaments/rounds/_round_board.jinja", "tournaments/rounds/_team_match.jinja"
ROW_END = re.compile(r"(?<=</tbody>)(?=<tbody)")
MOST_TABLES, MOST_BYTES = 1000, 16 * 1024 * 1024  # of kept rows, and at least those of one table


class ShownTable(NamedTuple):
    """Which standings of which event, in which language, with what rows show of them under the names of the view."""

    language: str | None
    base: str
    query: str
    started: bool
    category: str
    board: str


class RoundTable(NamedTuple):
    """Which round of which event, in which language."""

    language: str | None
    base: str
    round: int


type Kept = dict[
    int, tuple[TableRow | RoundBoard | MatchLine, str]
]  # by the number of a player or team, or the place in a round


def measure_rows(_: ShownTable | RoundTable, kept: Kept) -> int:
    """Return what rendered rows take in memory; another thread may add some meanwhile."""
    return sum(getsizeof(html) for _, html in list(kept.values()))


_kept: BoundedCache[ShownTable | RoundTable, Kept] = BoundedCache("rows", MOST_TABLES, MOST_BYTES, measure_rows)


@register.simple_tag
def write_rows(template_name: str, **context: Any) -> SafeString:
    """Render a long list, or part of a table, in one go."""
    return mark_safe(render_to_string(template_name, context, using="rows"))  # noqa: S308 - made by a template


@register.simple_tag
def standings_rows(view: StandingsView) -> SafeString:
    """Render the rows of a view of the standings."""
    return mark_safe("".join(render_rows(view, view.rows)))  # noqa: S308 - made by a template


def render_rows(view: StandingsView, rows: Iterable[TableRow]) -> list[str]:
    """Render rows of a view in the active language, and keep them."""
    table = shown_table(view)
    return find_or_render(table, ROW, [(row.number, row, {"table": table, "row": row}) for row in rows])


@register.simple_tag
def crosstable_rows(view: CrosstableView) -> SafeString:
    """Render the rows of a cross table."""
    return _render_lines(view, view.lines)


def render_lines(view: CrosstableView, lines: Iterable[CrosstableLine]) -> list[str]:
    """Render rows of a cross table, each by itself."""
    return ROW_END.split(_render_lines(view, lines))


def _render_lines(view: CrosstableView, lines: Iterable[CrosstableLine]) -> SafeString:
    """Render rows of a cross table in one go; most of them change with each result, since they name places."""
    return write_rows(CROSSTABLE, view=view, lines=lines, own=gettext("the player’s own cell"))


@register.simple_tag
def round_rows(view: RoundView) -> SafeString:
    """Render the boards of a round, or its matches."""
    return mark_safe("".join(render_round(view, view.rows)))  # noqa: S308 - made by a template


def render_round(view: RoundView, rows: Iterable[RoundBoard | MatchLine]) -> list[str]:
    """Render boards or matches of a round in the active language, and keep them."""
    table = RoundTable(get_language(), view.base, view.number)
    name = MATCH if view.event.of_teams else BOARD
    return find_or_render(table, name, [(row.place, row, {"base": view.base, "row": row}) for row in rows])


def shown_table(view: StandingsView) -> ShownTable:
    category = view.category.key if view.category else ""
    return ShownTable(get_language(), view.base, view.query, view.started, category, short_board_word(view.event.game))


def find_or_render(
    table: ShownTable | RoundTable,
    name: str,
    rows: Iterable[tuple[int, TableRow | RoundBoard | MatchLine, dict[str, Any]]],
) -> list[str]:
    """Return rows of a table as they were rendered last, rendering those again that have other values."""
    with _kept.lock:
        kept = _kept.get(table)
        if kept is None:
            _kept.put(table, kept := {})
    rendered = []
    for at, row, context in rows:
        values, html = kept.get(at, (None, ""))
        if values != row:
            html = render_to_string(name, context, using="rows")
            kept[at] = row, html
        rendered.append(html)
    _kept.put(table, kept)
    return rendered
